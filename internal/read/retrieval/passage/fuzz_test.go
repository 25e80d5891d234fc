package passage_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/retrieval/passage"
)

// FuzzSplit cuts any text: no passage is empty.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{
		"# Title\n\nA sentence. Another one!\n\n- item\n- item\n\n```\ncode\n```\n",
		`| a | b |
|---|---|
| 1 | 2 |`,
		`ÿþ`,
		`日本語の文。次の文。`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range passage.Split(text, passage.Options{}) {
			if strings.TrimSpace(p.Text) == "" {
				t.Errorf("%q: got an empty passage", text)
			}
		}
	})
}
