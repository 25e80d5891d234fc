package fetch

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/quarryapi/quarry/internal/errs"
)

// A body may grow by decompression to expansion times what was sent. The rule
// begins at expansionFloor, because real pages of repeated rows do better than 20:1
// and what is smaller costs nothing.
const (
	expansion      = 20
	expansionFloor = 4 << 20
)

// wireSlack is how much more than MaxBytes may come over the wire: a compressed
// stream can be endless and empty.
const wireSlack = 64 << 10

var (
	errWire      = errors.New("more bytes on the wire than the body may have")
	errExpansion = errors.New("expands too far")
)

// bodyReader reads one body within its limits. Memory stays within a small
// multiple of maxBytes whatever is sent.
type bodyReader struct {
	maxBytes int64
	truncate bool
}

// read returns the decompressed body and whether it was cut. Errors about size
// and compression are *errs.Error; others are the network's.
func (b bodyReader) read(raw *http.Response) (body []byte, cut bool, err error) {
	host := raw.Request.URL.Host
	wire := &countingReader{r: raw.Body, most: b.maxBytes + wireSlack}
	decoded, done, err := decoder(wire, raw.Header)
	if err != nil {
		return nil, false, decodeError(host, err)
	}
	defer done()
	if !b.truncate && decoded == io.Reader(wire) && raw.ContentLength > b.maxBytes {
		return nil, false, b.tooLarge(host)
	}
	var buf bytes.Buffer
	buf.Grow(int(max(512, min(raw.ContentLength, b.maxBytes)+bytes.MinRead)))
	_, err = buf.ReadFrom(io.LimitReader(&ratioReader{r: decoded, wire: wire}, b.maxBytes+1))
	over := int64(buf.Len()) > b.maxBytes || errors.Is(err, errWire)
	switch {
	case over && b.truncate:
		return buf.Bytes()[:min(int64(buf.Len()), b.maxBytes)], true, nil
	case over:
		return nil, false, b.tooLarge(host)
	case errors.Is(err, errExpansion):
		return nil, false, errs.Newf(errs.UnsupportedContent,
			"%s sent a body that decompresses to more than %d times its size; ask for a smaller page", host, expansion)
	case err != nil:
		return nil, false, wireOrDecodeError(host, wire, err)
	}
	return buf.Bytes(), false, nil
}

func (b bodyReader) tooLarge(host string) error {
	limit, unit := b.maxBytes>>20, "MB"
	if limit == 0 {
		limit, unit = b.maxBytes>>10, "KB"
	}
	return errs.Newf(errs.UnsupportedContent, "%s sent more than the %d %s that are read; ask for a smaller page", host, limit, unit)
}

// wireOrDecodeError tells a connection that broke, which may be tried again, from
// compressed data that is wrong.
func wireOrDecodeError(host string, wire *countingReader, err error) error {
	if wire.err != nil && !errors.Is(wire.err, io.EOF) {
		return wire.err
	}
	return decodeError(host, err)
}

func decodeError(host string, err error) error {
	if e, ok := errors.AsType[*errs.Error](err); ok {
		return e
	}
	return errs.Wrap(err, errs.TargetError, host+" sent a body whose compression is damaged; try again later")
}

// countingReader counts what came over the wire and keeps the error that ended it.
type countingReader struct {
	r    io.Reader
	n    int64
	most int64
	err  error
}

func (c *countingReader) Read(p []byte) (int, error) {
	if c.n > c.most {
		return 0, errWire
	}
	n, err := c.r.Read(p)
	c.n += int64(n)
	c.err = err
	return n, err
}

// ratioReader stops a body that grows out of proportion.
type ratioReader struct {
	r    io.Reader
	wire *countingReader
	n    int64
}

func (r *ratioReader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.n += int64(n)
	if r.n > expansionFloor && r.n > expansion*r.wire.n {
		return 0, errExpansion
	}
	return n, err
}

// describe fills what the headers say about the body.
func (r *Response) describe() {
	declared := r.Header.Get("Content-Type")
	mediaType, params, err := mime.ParseMediaType(declared)
	if err != nil && mediaType == "" {
		mediaType, _, _ = strings.Cut(strings.ToLower(declared), ";")
		mediaType = strings.TrimSpace(mediaType)
	}
	r.Charset = strings.ToLower(params["charset"])
	if !strings.Contains(mediaType, "/") {
		mediaType = ""
	}
	if mediaType == "" && len(r.Body) > 0 {
		mediaType, _, _ = strings.Cut(http.DetectContentType(r.Body), ";")
	}
	r.MediaType = mediaType
}
