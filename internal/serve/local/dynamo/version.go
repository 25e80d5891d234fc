package dynamo

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Version asks an engine's program for its name and version.
func Version(ctx context.Context, binary string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, binary, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("ask %s for its version: %w", binary, err)
	}
	return strings.TrimSpace(string(out)), nil
}
