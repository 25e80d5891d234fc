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
	"github.com/klauspost/compress/zstd"

	"github.com/quarryapi/quarry/internal/errs"
)

// acceptEncoding is what decoder reads.
const acceptEncoding = "gzip, deflate, br, zstd"

// maxEncodings is how many encodings may be stacked; honest servers stack none.
const maxEncodings = 2

// zstdWindow is the largest window that RFC 9659 lets a server use.
const zstdWindow = 8 << 20

// decoder undoes the Content-Encoding and removes the headers that are then no
// longer true. done MUST be called after reading.
func decoder(r io.Reader, header http.Header) (decoded io.Reader, done func(), err error) {
	var layers []string
	for name := range strings.SplitSeq(strings.Join(header.Values("Content-Encoding"), ","), ",") {
		switch name = strings.ToLower(strings.TrimSpace(name)); name {
		case "", "identity", "none", "utf-8": // the last two are mistakes that are seen
		default:
			layers = append(layers, name)
		}
	}
	if len(layers) > maxEncodings {
		return nil, nil, errs.Newf(errs.UnsupportedContent, "the body is compressed %d times over; at most %d are read", len(layers), maxEncodings)
	}
	done = func() {}
	for _, name := range slices.Backward(layers) {
		buffered := bufio.NewReader(r)
		if _, err := buffered.Peek(1); errors.Is(err, io.EOF) {
			return buffered, done, nil // an empty body is often labelled, too
		}
		closePrevious := done
		next, stop, err := layer(name, buffered)
		if err != nil {
			done()
			return nil, nil, err
		}
		r, done = next, func() { stop(); closePrevious() }
	}
	if len(layers) > 0 {
		header.Del("Content-Encoding")
		header.Del("Content-Length")
	}
	return r, done, nil
}

func layer(name string, r *bufio.Reader) (io.Reader, func(), error) {
	none := func() {}
	switch name {
	case "gzip", "x-gzip":
		if magic, _ := r.Peek(2); string(magic) != "\x1f\x8b" {
			return r, none, nil // labelled but not compressed, as some proxies leave it
		}
		z, err := gzip.NewReader(r)
		return z, none, err
	case "deflate":
		// The standard means zlib; many servers send the bare stream (RFC 9110, 8.4.1.2).
		if head, _ := r.Peek(2); len(head) == 2 && head[0]&15 == 8 && (uint(head[0])<<8|uint(head[1]))%31 == 0 {
			z, err := zlib.NewReader(r)
			return z, none, err
		}
		return flate.NewReader(r), none, nil
	case "br":
		return brotli.NewReader(r), none, nil
	case "zstd":
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	}
	return nil, nil, errs.Newf(errs.UnsupportedContent, "the body is compressed as %q, which is not read", name)
}
