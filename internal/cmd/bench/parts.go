package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// parts are the steps of reading a page that have a goal of their own, by the packages of
// their benchmarks.
var parts = []string{"./internal/read/page/score", "./pkg/markdown", "./pkg/technology"}

// measureParts prints what single steps cost: the model for a block, the writer for large
// pages and hostile ones, the technologies of a page.
func measureParts(ctx context.Context, _ *workshop) error {
	args := append([]string{"test", "-run", "^$", "-bench", ".", "-benchmem", "-cpu", "1"}, parts...)
	cmd := exec.CommandContext(ctx, "go", args...) //nolint:gosec // our own packages
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	fmt.Println("steps of reading a page, one core")
	fmt.Printf("  %-34s %12s %12s %10s\n", "benchmark", "ms", "kB", "allocs")
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		if pkg, ok := strings.CutPrefix(lines.Text(), "pkg: "); ok {
			fmt.Printf("  %s\n", strings.TrimPrefix(pkg, "github.com/quarryapi/quarry/"))
			continue
		}
		if name, r, ok := parseReading(lines.Text()); ok {
			fmt.Printf("    %-32s %12.4f %12.1f %10.0f\n", name, r.nanoseconds/1e6, r.bytes/1000, r.allocs)
		}
	}
	return nil
}
