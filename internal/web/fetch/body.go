package fetch

import (
	"cmp"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
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

// bodyReader reads one decompressed body within its limits. Errors about size and
// compression are *errs.Error; others are the network's.
type bodyReader struct {
	host     string
	length   int64 // that the headers announce, -1 for none
	most     int64
	truncate bool
	wire     *countingReader
	decoded  io.Reader
	expands  int64 // the ratio from which it is refused

	n   int64
	cut bool // at most, and there would have been more
	err error
}

func newBody(raw *http.Response, r Request) (*bodyReader, error) {
	b := &bodyReader{host: raw.Request.URL.Host, length: raw.ContentLength, most: r.MaxBytes, truncate: r.AllowTruncated}
	b.wire = &countingReader{r: raw.Body, most: b.most + wireSlack}
	decoded, err := decoder(b.wire, raw.Header)
	if err != nil {
		return nil, b.explain(err)
	}
	if !b.truncate && decoded == io.Reader(b.wire) && b.length > b.most {
		return nil, b.tooLarge()
	}
	b.expands = cmp.Or(r.MaxExpansion, expansion)
	b.decoded = &ratioReader{r: decoded, wire: b.wire, most: b.expands}
	return b, nil
}

// Read implements io.Reader. It asks for one byte more than there may be, to distinguish a
// body of just that length from a longer one.
func (b *bodyReader) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.decoded.Read(p[:min(int64(len(p)), b.most+1-b.n)])
	b.n += int64(n)
	over := b.n > b.most || errors.Is(err, errWire)
	n -= int(max(0, b.n-b.most))
	switch {
	case over && b.truncate:
		b.cut, err = true, io.EOF
	case over:
		err = b.tooLarge()
	case err != nil && !errors.Is(err, io.EOF):
		err = b.explain(err)
	}
	b.err = err
	return n, err
}

func (b *bodyReader) tooLarge() error {
	limit, unit := b.most>>20, "MB"
	if limit == 0 {
		limit, unit = b.most>>10, "KB"
	}
	return errs.Newf(errs.UnsupportedContent, "%s sent more than the limit of %d %s; request a smaller page", b.host, limit, unit)
}

// explain distinguishes a connection that broke, which may be tried again, from compressed
// data that is wrong or grows too far.
func (b *bodyReader) explain(err error) error {
	if errors.Is(err, errExpansion) {
		return errs.Newf(errs.UnsupportedContent,
			"%s sent a body that decompresses to more than %d times its size; request a smaller page", b.host, b.expands)
	}
	if b.wire.err != nil && !errors.Is(b.wire.err, io.EOF) {
		return b.wire.err
	}
	if e, ok := errors.AsType[*errs.Error](err); ok {
		return e
	}
	return errs.Wrap(err, errs.TargetError, b.host+" sent a body whose compression is damaged; try again later")
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
	most int64
	n    int64
}

func (r *ratioReader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.n += int64(n)
	if r.n > expansionFloor && r.n > r.most*r.wire.n {
		return 0, errExpansion
	}
	return n, err
}

// describe fills what the headers say about the body, or else its beginning.
func (r *Response) describe(head []byte) {
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
	if mediaType == "" && len(head) > 0 {
		mediaType, _, _ = strings.Cut(http.DetectContentType(head), ";")
	}
	r.MediaType = mediaType
}
