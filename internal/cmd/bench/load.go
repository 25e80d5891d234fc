package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// underLoad measures a section of the load program, over a whole service in a process of its own.
func underLoad(section string, flags ...string) func(context.Context, *workshop) error {
	return func(ctx context.Context, shop *workshop) error {
		service := filepath.Join(shop.dir, "quarry")
		for _, args := range [][]string{
			{"build", "-o", service, "./internal/cmd/quarry"},
			append([]string{"run", "./internal/cmd/load", "-binary", service, "-only", section}, flags...),
		} {
			cmd := exec.CommandContext(ctx, "go", args...) //nolint:gosec // our own programs
			cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
			if err := cmd.Run(); err != nil {
				return fmt.Errorf("go %s: %w", args[0], err)
			}
		}
		return nil
	}
}
