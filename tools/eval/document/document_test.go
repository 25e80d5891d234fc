package document_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/tools/eval/corpus"
	"github.com/quarryapi/quarry/tools/eval/document"
)

const text = "Before.\n<!-- measured: even dev -->\nold\n<!-- /measured -->\nBetween.\n<!-- measured: odd -->\nolder\n<!-- /measured -->\nAfter.\n"

func TestFill(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		measured, want string
		fails          bool
	}{
		"one part":  {"even dev", strings.Replace(text, "old\n", "\nnew of even dev\n", 1), false},
		"the other": {"odd", strings.Replace(text, "older\n", "\nnew of odd\n", 1), false},
		"none":      {"traf", text, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "document.md")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			err := document.Fill(file, func(sets []string) string {
				if got := strings.Join(sets, " "); got == c.measured {
					return "new of " + got + "\n"
				}
				return ""
			})
			if (err != nil) != c.fails {
				t.Errorf("got error %v, want one: %v", err, c.fails)
			}
			got, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("document mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDocument: the figures of the documentation are of sets that there are, all of them, the held-out ones apart.
func TestDocument(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../docs/extraction.md")
	if err != nil {
		t.Fatal(err)
	}
	held := []string{corpus.Odd, corpus.Test, corpus.DragnetOdd, corpus.CleanEvalOdd}
	if diff := cmp.Diff([][]string{held, corpus.Selection()}, document.Sets(string(raw))); diff != "" {
		t.Errorf("marked parts mismatch (-want +got):\n%s", diff)
	}
}
