package signing_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
)

// FuzzVerify judges a delivery: only what was signed passes.
func FuzzVerify(f *testing.F) {
	for _, seed := range []string{
		`{"a":1}`,
		``,
		`\x00`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if signing.Verify(signing.NewSecret(), body, body, []byte(body)) {
			t.Errorf("%q: got true, want false for what nobody signed", body)
		}
	})
}
