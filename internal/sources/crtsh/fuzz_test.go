package crtsh_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/sources/crtsh"
)

// FuzzParse reads certificates of the log search.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`[{"id":1,"name_value":"a.example.com\nb.example.com","not_before":"2026-01-01T00:00:00","issuer_name":"CN=X"}]`,
		`[]`,
		`{"error":1}`,
		`[{}{}]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if got, err := crtsh.Parse(body); err != nil && len(got) > 0 {
			t.Errorf("got %d certificates beside the error %v", len(got), err)
		}
	})
}
