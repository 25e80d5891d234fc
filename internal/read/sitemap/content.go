package sitemap

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/quarryapi/quarry/internal/core/pattern"
)

// maxLayers is how often a file may be gzipped: some servers compress what is
// compressed already.
const maxLayers = 2

// lookedAt is how much of a file decides its format and charset.
const lookedAt = 4096

// bufferSize is more than the longest URL.
const bufferSize = 32 << 10

// content is a file, decompressed and in UTF-8.
type content struct {
	*bufio.Reader
	layers []*layer // that were undone, and the file itself; the last is the content
}

// layer bounds what comes out of one step, so that neither a bomb nor an endless
// stream of nothing is read for long.
type layer struct {
	r     io.Reader
	below *layer // whose data this decompresses; nil for the file itself
	left  int64
	cut   bool
	err   error // other than io.EOF
}

// errDamaged ends compressed data that is wrong. What breaks a connection is reported as
// it came.
var errDamaged = errors.New("compressed data is damaged")

func (l *layer) Read(p []byte) (int, error) {
	if l.left <= 0 {
		n, _ := l.r.Read(make([]byte, 1))
		l.cut = l.cut || n > 0
		return 0, io.EOF
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		l.err = err
		if l.below != nil {
			l.err = cmp.Or(l.below.err, errDamaged)
		}
		err = l.err
	}
	return n, err
}

// open undoes compression, which it knows by its first bytes: names and headers lie.
func open(r io.Reader) (*content, error) {
	c := &content{}
	c.add(r)
	for range maxLayers {
		magic, _ := c.Peek(2) // what ends it early is reported by reading on
		if string(magic) != "\x1f\x8b" {
			break
		}
		z, err := gzip.NewReader(c.Reader)
		if err != nil {
			return nil, &NotSitemapError{"its compression cannot be read"}
		}
		c.add(z)
	}
	head, _ := c.Peek(lookedAt)
	if len(head) >= 2 && string(head[:2]) == "\x1f\x8b" {
		return nil, &NotSitemapError{"it is compressed too often"}
	}
	if enc := charsetOf(head); enc != nil {
		c.Reader = bufio.NewReaderSize(transform.NewReader(c.Reader, enc.NewDecoder()), bufferSize)
	}
	if mark, _ := c.Peek(3); string(mark) == "\ufeff" {
		_, _ = c.Discard(3) // they are there
	}
	return c, nil
}

func (c *content) add(r io.Reader) {
	l := &layer{r: r, left: MaxBytes}
	if n := len(c.layers); n > 0 {
		l.below = c.layers[n-1]
	}
	c.layers = append(c.layers, l)
	c.Reader = bufio.NewReaderSize(l, bufferSize)
}

// tell puts in the report what happened below the text.
func (c *content) tell(report *Report, err error) {
	if errors.Is(err, errDamaged) {
		report.Flaw = "has compressed data that is damaged or breaks off"
	}
	for _, l := range c.layers {
		if l.cut {
			report.Limit = "is larger than 50 MB, the most that a sitemap may be"
			report.Flaw = "" // the break is ours
		}
	}
}

var declaration = pattern.Of(`^\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']`)

// charsetOf returns nil for UTF-8: what has bytes above ASCII and is valid UTF-8 is
// that, whatever it declares.
func charsetOf(head []byte) encoding.Encoding {
	switch {
	case bytes.HasPrefix(head, []byte("\xfe\xff")), bytes.HasPrefix(head, []byte("\x00<")):
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("<\x00")):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	}
	found := declaration.FindSubmatch(head)
	if found == nil || hasUTF8(head) {
		return nil
	}
	enc, err := htmlindex.Get(string(found[1]))
	if err != nil {
		return nil
	}
	if name, err := htmlindex.Name(enc); err != nil || name == "utf-8" || name == "utf-16le" || name == "utf-16be" {
		return nil // which this is not, or the declaration could not be read
	}
	return enc
}

// hasUTF8 reports whether there are characters above ASCII and all are valid, the
// last one perhaps cut.
func hasUTF8(head []byte) bool {
	above := false
	for len(head) >= utf8.UTFMax {
		r, size := utf8.DecodeRune(head)
		if r == utf8.RuneError && size == 1 {
			return false
		}
		above = above || size > 1
		head = head[size:]
	}
	return above
}
