package blob_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/serve/blob"
)

func TestPackIsUndone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.SliceOf(rapid.Byte()).Draw(t, "raw")
		got, err := blob.Unpack(blob.Pack(raw))
		if err != nil || !bytes.Equal(got, raw) {
			t.Fatalf("%v, %v", got, err)
		}
	})
	if _, err := blob.Unpack([]byte("no gzip")); err == nil {
		t.Error("garbage was unpacked")
	}
}
