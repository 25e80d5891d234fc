package computedstyle_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/brand/computedstyle"
)

// FuzzFromBrowser reads what a script found on a page that may be hostile.
func FuzzFromBrowser(f *testing.F) {
	for _, seed := range []string{
		`[{"tag":"a","color":"rgb(1,2,3)","area":1e400}]`,
		`[]`,
		`{}`,
		`[{"styles":null}]`,
		`null`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if elements, ok := computedstyle.FromBrowser(raw); !ok && len(elements) > 0 {
			t.Errorf("got %d elements of what is none", len(elements))
		}
	})
}
