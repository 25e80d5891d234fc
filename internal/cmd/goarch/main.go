// Command goarch tells for which processor each function is built: it prints a line
// with the name and the GOARCH for every name that it is given. The Makefile builds
// by it, and the stack takes the same from the workers' declarations.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run prints the lines. A function that is no worker needs nothing special.
func run(functions []string, out io.Writer) error {
	workers := map[string]kind.Function{}
	for _, def := range kinds.All() {
		for _, w := range def.Functions {
			workers["worker-"+w.Name] = w
		}
	}
	for _, name := range functions {
		if _, err := fmt.Fprintln(out, name, workers[name].GOARCH()); err != nil {
			return err
		}
	}
	return nil
}
