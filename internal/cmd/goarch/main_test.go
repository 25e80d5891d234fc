package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRun: a browser's function is built for the processor that Chromium exists for,
// every other for the cheaper one.
func TestRun(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := run([]string{"api-read", "worker-rss", "worker-company", "browser"}, &out); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("api-read arm64\nworker-rss arm64\nworker-company arm64\nbrowser amd64\n", out.String()); diff != "" {
		t.Errorf("String mismatch (-want +got):\n%s", diff)
	}
}
