package paging_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/sources/paging"
)

// FuzzReadGiven reads a place in a list that a caller hands back.
func FuzzReadGiven(f *testing.F) {
	for _, seed := range []string{
		`{"a":"b"}`,
		`eyJhIjoxfQ`,
		`0`,
		`abc:1`,
		``,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(_ *testing.T, text string) {
		_, _ = paging.ReadGiven(text)
	})
}
