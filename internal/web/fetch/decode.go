package fetch

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// acceptEncoding is what decoder reads.
const acceptEncoding = "gzip, deflate, br"

// maxEncodings is how many encodings may be stacked; honest servers stack none.
const maxEncodings = 2

// decoder undoes the Content-Encoding and removes the headers that are then no
// longer true.
func decoder(r io.Reader, header http.Header) (decoded io.Reader, err error) {
	var layers []string
	for name := range strings.SplitSeq(strings.Join(header.Values("Content-Encoding"), ","), ",") {
		switch name = strings.ToLower(strings.TrimSpace(name)); name {
		case "", "identity", "none", "utf-8": // the last two are mistakes that are seen
		default:
			layers = append(layers, name)
		}
	}
	if len(layers) > maxEncodings {
		return nil, errs.Newf(errs.UnsupportedContent, "the body is compressed %d times; at most %d are supported", len(layers), maxEncodings)
	}
	for _, name := range slices.Backward(layers) {
		buffered := bufio.NewReader(r)
		if _, err := buffered.Peek(1); errors.Is(err, io.EOF) {
			return buffered, nil // an empty body is often labelled, too
		}
		if r, err = layer(name, buffered); err != nil {
			return nil, err
		}
	}
	if len(layers) > 0 {
		header.Del("Content-Encoding")
		header.Del("Content-Length")
	}
	return r, nil
}

func layer(name string, r *bufio.Reader) (io.Reader, error) {
	switch name {
	case "gzip", "x-gzip":
		if magic, _ := r.Peek(2); string(magic) != "\x1f\x8b" {
			return r, nil // labelled but not compressed, as some proxies leave it
		}
		return gzip.NewReader(r)
	case "deflate":
		// The standard means zlib; many servers send the bare stream (RFC 9110, 8.4.1.2).
		if head, _ := r.Peek(2); len(head) == 2 && head[0]&15 == 8 && (uint(head[0])<<8|uint(head[1]))%31 == 0 {
			return zlib.NewReader(r)
		}
		return flate.NewReader(r), nil
	case "br":
		return brotli.NewReader(r), nil
	}
	return nil, errs.Newf(errs.UnsupportedContent, "the body is compressed as %q, which was not requested and is not supported", name)
}
