package mention_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/mention"
)

// FuzzParse reads what a caller looks for.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`"acme corp" -jobs @acme site:example.com`,
		`(a OR b) c*`,
		`"`,
		`@`,
		`https://example.com/a`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(_ *testing.T, text string) {
		_ = mention.Parse(text)
	})
}
