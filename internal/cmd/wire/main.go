// Command wire writes what joins kinds to the functions that perform their jobs: the
// functions' mains, their sample events, and the same list for the local service.
// `make generate` runs it; a test holds the files to it.
//
//	go run ./internal/cmd/wire
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/quarryapi/quarry/internal/kinds"
)

func main() {
	root := flag.String("root", ".", "the repository")
	flag.Parse()
	if err := run(*root); err != nil {
		fmt.Fprintf(os.Stderr, "wire: %v\n", err)
		os.Exit(1)
	}
}

func run(root string) error {
	files, err := generate(kinds.All())
	if err != nil {
		return err
	}
	return write(root, files)
}
