// Command goarch tells for which processor each function is built: it prints a line
// with the name and the GOARCH for every name that it is given. The Makefile builds
// by it, and a test holds the stack to the same.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/quarryapi/quarry/internal/kind"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run prints the lines: Chromium exists for amd64 only, and arm64 is cheaper.
func run(functions []string, out io.Writer) error {
	for _, name := range functions {
		goarch := "arm64"
		if name == kind.BrowserFunction {
			goarch = "amd64"
		}
		if _, err := fmt.Fprintln(out, name, goarch); err != nil {
			return err
		}
	}
	return nil
}
