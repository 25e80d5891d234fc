package blob

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"sync"
)

// maxUnpacked bounds what is read and unpacked: we store nothing larger.
const maxUnpacked = 128 << 20

// writers keeps compressors for another use: each has 0.8 MB of tables, and a job packs twice.
var writers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// Pack compresses bytes as Put and small rows hold them.
func Pack(raw []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(raw)/3 + 64)
	w, _ := writers.Get().(*gzip.Writer)
	w.Reset(&b)
	_, _ = w.Write(raw) // a bytes.Buffer never fails
	_ = w.Close()
	writers.Put(w)
	return b.Bytes()
}

// Unpack is the reverse of Pack.
func Unpack(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	raw, err := io.ReadAll(io.LimitReader(r, maxUnpacked))
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	return raw, nil
}
