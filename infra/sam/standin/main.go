// Command standin is all of the image that sam-test has sam run functions in, where no image can be pulled: the shell
// with which sam puts its own runtime interface into an image. It knows `mv A B` and `chmod +x B`, joined by `&&`.
package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	if len(os.Args) != 3 || os.Args[1] != "-c" {
		fmt.Fprintf(os.Stderr, "got %q, want sh -c LINE\n", os.Args)
		os.Exit(1)
	}
	for step := range strings.SplitSeq(os.Args[2], "&&") {
		if err := perform(strings.Fields(step)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func perform(words []string) error {
	switch {
	case len(words) == 3 && words[0] == "mv":
		return os.Rename(words[1], words[2])
	case len(words) == 3 && words[0] == "chmod" && words[1] == "+x":
		return os.Chmod(words[2], 0o755) //nolint:gosec // a program, in an image
	}
	return fmt.Errorf("%q is nothing that sam runs in an image", words)
}
