package statement_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/claims/statement"
)

// FuzzRead reads statements of models and of strangers.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`The company was not founded in 1999, but in 2001.`,
		`It “never” cost 3 $.`,
		`Nein.`,
		``,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got := statement.Read(text); got == nil {
			t.Errorf("%q: got nothing, want a statement of any text", text)
		}
	})
}
