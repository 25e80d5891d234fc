package feed

import (
	"bytes"
	"encoding/xml"
	"io"
	"net/url"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// maxDepth is how deep the elements of a feed may nest: what walks through them
// recurses.
const maxDepth = 1000

// decode reads the elements of a feed. Its error comes with what is before the fault,
// without the item in which that is; with nothing when the document is no feed.
func decode(text []byte, base *url.URL) (*element, error) {
	text = legal(text)
	d := newDecoder(text)
	t := tree{base: base}
	for {
		token, err := d.Token()
		if err != nil && len(t.open) == 0 {
			return nil, ErrNotFeed
		}
		if err != nil {
			return whole(t.open), err
		}
		switch token := token.(type) {
		case xml.Directive:
			t.declare(d, token, text)
		case xml.StartElement:
			if err := t.start(token); err != nil {
				return nil, err
			}
		case xml.EndElement:
			if len(t.open) == 1 {
				return t.open[0], nil
			}
			t.open = t.open[:len(t.open)-1]
		case xml.CharData:
			if n := len(t.open); n > 0 {
				t.open[n-1].addText(modern(string(token)))
			}
		}
	}
}

// tree is what of a document is read.
type tree struct {
	base  *url.URL
	names spaces
	open  []*element // from the root on
	typed bool       // a document type was read
}

// declare reads a document type, and only one, as that takes a walk through the text.
func (t *tree) declare(d *xml.Decoder, directive xml.Directive, text []byte) {
	if !t.typed && bytes.HasPrefix(directive, []byte("DOCTYPE")) {
		t.typed = true
		declare(d, directive, text)
	}
}

func (t *tree) start(token xml.StartElement) error {
	if len(t.open) == 0 {
		if !isRoot(token.Name.Local) {
			return ErrNotFeed
		}
		t.names = spaces{own: token.Name.Space, atom: strings.EqualFold(token.Name.Local, "feed")}
	}
	t.open = append(t.open, newElement(token, t.names, t.open, t.base))
	if len(t.open) > maxDepth {
		return ErrDeep
	}
	return nil
}

// newDecoder reads what is not quite XML, too: unknown entities stay, and end tags may
// be missing. The text is UTF-8, whatever its declaration says.
func newDecoder(text []byte) *xml.Decoder {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	return d
}

func isRoot(local string) bool {
	switch strings.ToLower(local) {
	case "rss", "rdf", "feed":
		return true
	}
	return false
}

// whole is the root of some open elements, without the first one that holds no others
// of use: an item that does not end, or another member of the channel.
func whole(open []*element) *element {
	for i, e := range open {
		if i > 0 && e.name != "channel" {
			nodes := open[i-1].nodes
			open[i-1].nodes = nodes[:len(nodes)-1]
			break
		}
	}
	return open[0]
}

// legal drops the control characters that XML does not allow, as they are and by their
// number, in place of refusing the document.
func legal(text []byte) []byte {
	text = bytes.Map(func(r rune) rune {
		if !isLegal(r) {
			return -1
		}
		return r
	}, text)
	if !bytes.Contains(text, []byte("&#")) {
		return text
	}
	out := make([]byte, 0, len(text))
	for {
		i := bytes.Index(text, []byte("&#"))
		if i < 0 {
			return append(out, text...)
		}
		out, text = append(out, text[:i]...), text[i:]
		if n, size := reference(text); size > 0 && !isLegal(n) {
			text = text[size:]
			continue
		}
		out, text = append(out, "&#"...), text[len("&#"):]
	}
}

func isLegal(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= ' ' && r <= 0xd7ff || r >= 0xe000 && r <= 0xfffd || r >= 0x10000 && r <= 0x10ffff
}

// modern reads the control characters from U+0080 to U+009F, which no text means, as
// the signs of windows-1252 that they are when a program takes that for Latin-1.
func modern(s string) string {
	if !strings.ContainsFunc(s, isC1) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if isC1(r) {
			return charmap.Windows1252.DecodeByte(byte(r & 0xff))
		}
		return r
	}, s)
}

func isC1(r rune) bool { return r >= 0x80 && r <= 0x9f }
