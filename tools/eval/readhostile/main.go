// Command readhostile reads one hostile page by Quarry's engine and writes what that took, as
// JSON: eval starts it for each page, since only a process of its own shows what one takes.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/quarryapi/quarry/tools/eval/hostile"
)

func main() {
	if err := hostile.Read(context.Background(), os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "readhostile:", err)
		os.Exit(1)
	}
}
