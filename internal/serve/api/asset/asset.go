// Package asset serves bodies that are the same for everybody: compressed once, with a tag by which
// a client learns that its copy is current. It must not know what they say.
package asset

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
)

// Forever is the caching of a file whose path names its version.
const Forever = "public, max-age=31536000, immutable"

// File is a body that is kept, compressed, with its tag.
type File struct {
	mediaType  string
	compressed []byte
	etag       string
}

// New compresses a body.
func New(mediaType string, raw []byte) (File, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return File{}, err
	}
	if _, err := z.Write(raw); err != nil {
		return File{}, err
	}
	if err := z.Close(); err != nil {
		return File{}, err
	}
	sum := sha256.Sum256(raw)
	return Compressed(mediaType, b.Bytes(), hex.EncodeToString(sum[:])), nil
}

// Compressed is a body that was compressed before; hash is that of what it was made of, 64 hex digits.
func Compressed(mediaType string, gzipped []byte, hash string) File {
	// A weak tag, since the same content is sent in two encodings.
	return File{mediaType: mediaType, compressed: gzipped, etag: `W/"` + hash[:32] + `"`}
}

// Size is how many bytes are sent to a client that takes gzip.
func (f File) Size() int { return len(f.compressed) }

// Serve answers with the file, or 304 to who has it.
func (f File) Serve(w http.ResponseWriter, r *http.Request, caching string) error {
	h := w.Header()
	h.Set("Cache-Control", caching)
	h.Set("Vary", "Accept-Encoding")
	h.Set("ETag", f.etag)
	if strings.Contains(r.Header.Get("If-None-Match"), f.etag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", f.mediaType)
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		_, _ = w.Write(f.compressed) // a client that went away needs no answer
		return nil
	}
	z, err := gzip.NewReader(bytes.NewReader(f.compressed))
	if err != nil {
		return err
	}
	_, _ = io.Copy(w, z) //nolint:gosec // it was compressed here or is embedded
	return nil
}
