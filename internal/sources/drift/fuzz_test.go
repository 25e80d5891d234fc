package drift_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/sources/drift"
)

// FuzzOf describes an answer of an upstream.
func FuzzOf(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,null,{"b":"c"}],"d":{"e":true}}`,
		`[]`,
		`1`,
		`{"a":`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(_ *testing.T, body []byte) {
		_ = drift.Of(body, "a")
	})
}
