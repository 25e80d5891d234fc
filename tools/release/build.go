package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// build compiles the program for a platform. No C is in it, and nothing of this machine: paths are trimmed, and the version is
// the given one, not what version control says of a folder.
func (r *release) build(ctx context.Context, p platform) ([]byte, error) {
	folder, err := os.MkdirTemp("", "quarry-release")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	to := filepath.Join(folder, called)
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.release="+r.version, "-o", to, program) //nolint:gosec // the version is the operator's own
	cmd.Dir = r.root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch, "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=", "GOEXPERIMENT=") //nolint:forbidigo // what the compiler needs to be found
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w: %s", err, said)
	}
	return os.ReadFile(to) //nolint:gosec // what was just built
}
