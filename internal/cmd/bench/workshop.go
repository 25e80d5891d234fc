package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// workshop builds what is measured, in a folder that goes with it.
type workshop struct {
	dir        string
	crawlPages int  // of the site that is crawled
	gate       bool // fail where a figure is beyond its ceiling
}

func openWorkshop(gate bool) (*workshop, error) {
	dir, err := os.MkdirTemp("", "quarry-bench")
	if err != nil {
		return nil, err
	}
	return &workshop{dir: dir, gate: gate}, nil
}

func (w *workshop) close() { _ = os.RemoveAll(w.dir) }

// functions compiles every function as it is deployed, a bare one first, and returns their paths.
// They are copies: what the linker has just written lies in memory in smaller pieces, which makes
// the floor slower than a package that was unpacked.
func (w *workshop) functions(ctx context.Context) ([]string, error) {
	built := filepath.Join(w.dir, "built")
	cmd := exec.CommandContext(ctx, "bash", "-c", `make -s dist/lambda.mod && mkdir -p "$1" && go build -modfile=dist/lambda.mod -trimpath -tags lambda.norpc -ldflags "-s -w" -o "$1" ./functions/... ./internal/cmd/bench/bare`, "bash", built) //nolint:gosec // our own packages
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the functions: %w\n%s", err, said)
	}
	copied := filepath.Join(w.dir, "functions")
	if err := os.CopyFS(copied, os.DirFS(built)); err != nil {
		return nil, err
	}
	all, err := filepath.Glob(filepath.Join(copied, "*"))
	bare := filepath.Join(copied, "bare")
	return append([]string{bare}, slices.DeleteFunc(all, func(path string) bool { return path == bare })...), err
}
