package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// workshop builds what is measured, in a folder that goes with it.
type workshop struct {
	dir        string
	crawlPages int // of the site that is crawled
}

func openWorkshop(context.Context) (*workshop, error) {
	dir, err := os.MkdirTemp("", "quarry-bench")
	if err != nil {
		return nil, err
	}
	return &workshop{dir: dir}, nil
}

func (w *workshop) close() { _ = os.RemoveAll(w.dir) }

// build compiles a command of this module as it is deployed and returns its path.
func (w *workshop) build(ctx context.Context, pkg string) (string, error) {
	out := filepath.Join(w.dir, filepath.Base(pkg))
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-tags", "lambda.norpc", "-ldflags", "-s -w", "-o", out, pkg) //nolint:gosec // our own packages
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if said, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build %s: %w\n%s", pkg, err, said)
	}
	return out, nil
}
