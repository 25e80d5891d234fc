package blob_test

import (
	"bytes"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/blob"
)

// FuzzUnpack reads an object that the function of the browser may have written.
func FuzzUnpack(f *testing.F) {
	for _, seed := range []string{
		`{}`,
		`\x1f\x8b`,
		``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		_, _ = blob.Unpack(body)
		if got, err := blob.Unpack(blob.Pack(body)); err != nil || !bytes.Equal(got, body) {
			t.Errorf("got %q, error %v; want what was packed", got, err)
		}
	})
}
