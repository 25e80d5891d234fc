package token_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/serve/token"
)

// FuzzParse reads a header of anybody: what is taken for a token is read again as the same.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`Bearer satk_SampleTokenOfTheEventsFolder001dYhQs`,
		`bearer  satk_`,
		`Basic eA==`,
		`Bearer`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		got, err := token.Parse(header)
		if err != nil {
			return
		}
		if again, err := token.Parse("Bearer " + string(got)); err != nil || again != got {
			t.Errorf("read again: got %q, error %v; want the same", again.Hash(), err)
		}
	})
}
