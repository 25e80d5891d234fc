package lastmod_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/sitemap/lastmod"
)

// FuzzParse reads a date of a sitemap.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`2026-01-02`,
		`2026-01-02T03:04:05.6+02:00`,
		`2026`,
		`Mon, 02 Jan 2006 15:04:05 GMT`,
		`0000-13-99`,
		``,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if stamp, ok := lastmod.Parse(text); ok && stamp == (lastmod.Stamp{}) {
			t.Errorf("%q: got nothing, want a time or that there is none", text)
		}
	})
}
