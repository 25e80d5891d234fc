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
	var open []*element
	var names spaces
	for {
		token, err := d.Token()
		if err != nil {
			if len(open) == 0 {
				return nil, ErrNotFeed
			}
			return whole(open), err
		}
		switch t := token.(type) {
		case xml.Directive:
			if len(open) == 0 {
				declare(d, t, text)
			}
		case xml.StartElement:
			if len(open) == 0 {
				if !isRoot(t.Name.Local) {
					return nil, ErrNotFeed
				}
				names = spaces{own: t.Name.Space, atom: strings.EqualFold(t.Name.Local, "feed")}
			}
			e := newElement(t, names, open, base)
			if open = append(open, e); len(open) > maxDepth {
				return nil, ErrDeep
			}
		case xml.EndElement:
			if len(open) == 1 {
				return open[0], nil
			}
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].addText(modern(string(t)))
			}
		}
	}
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
			return charmap.Windows1252.DecodeByte(byte(r))
		}
		return r
	}, s)
}

func isC1(r rune) bool { return r >= 0x80 && r <= 0x9f }
