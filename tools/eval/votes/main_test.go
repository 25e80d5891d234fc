package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestVotesOfAPage(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "page.html")
	page := "<title>Tides</title><nav><a href=/>Harbour office</a></nav><article><h1>Tides</h1>" +
		strings.Repeat("<p>The keeper wrote down the height of the tide at noon, and the next one did, too, because the book was there.</p>", 8) + "</article>"
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run(t.Context(), strings.NewReader(file+"\n"+file+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 {
		t.Fatalf("got %d lines, want one for each of 2 paths", len(lines))
	}
	var votes map[string]string
	if err := json.Unmarshal([]byte(lines[0]), &votes); err != nil {
		t.Fatal(err)
	}
	if len(votes) != 2 {
		t.Errorf("got votes of %d extractors, want 2", len(votes))
	}
	for name, text := range votes {
		if !strings.Contains(text, "height of the tide") || strings.Contains(text, "Harbour office") {
			t.Errorf(`%s: got %q, want with "height of the tide", without "Harbour office"`, name, text)
		}
	}
	if err := run(t.Context(), strings.NewReader("/no/such/page"), &out); err == nil {
		t.Error("got no error for a path that leads nowhere, want one")
	}
}
