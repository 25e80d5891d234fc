package main

import (
	"context"
	"os"
	"os/exec"
)

// measurePages runs the benchmarks of pages to markdown. They are the ones of `go
// test -bench`, so that a profile of them can be taken with the same words.
func measurePages(ctx context.Context, _ *workshop) error {
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", ".", "-benchmem", "-benchtime", "1s", "-cpu", "1",
		"./internal/page/...")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}
