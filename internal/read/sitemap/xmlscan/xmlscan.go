// Package xmlscan walks through the tags of XML that need not be sound, in constant
// memory. encoding/xml stops at the first error, holds whatever lies between two
// tags in memory and takes several times as long; sitemaps of 50 MB are written by
// string concatenation, and what is asked of them are a few short texts. It expands
// no entities but the five of XML and those of numbers, reads no document types, and
// knows nothing of namespaces but their prefixes, nor of what the tags mean.
package xmlscan

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

const (
	bufferSize = 64 << 10 // also the longest tag
	maxText    = 16 << 10 // the longest text that is kept
)

// Kind is what Next has found.
type Kind uint8

// The kinds.
const (
	Start Kind = iota + 1 // <a> or <a/>
	End                   // </a>
)

// Tag is a tag. Its slices are good until the next call of Next.
type Tag struct {
	Kind   Kind
	Prefix []byte // without the colon, as written
	Name   []byte // without the prefix, ASCII letters in lower case
	Empty  bool   // <a/>: a Start that no End follows
	attrs  []byte
}

// Scanner reads UTF-8. Bytes that are none pass as they are.
type Scanner struct {
	r        io.Reader
	buf      []byte
	pos, end int   // what of buf is not read yet
	before   int64 // bytes that were in buf earlier
	err      error // of r

	keep    bool
	text    []byte
	unknown bool // the text has an entity that XML does not have

	flaws int
	flaw  string // the first
}

// New returns a Scanner of r.
func New(r io.Reader) *Scanner { return &Scanner{r: r, buf: make([]byte, bufferSize)} }

// KeepText begins to keep the text that follows, or ends it and forgets it.
func (s *Scanner) KeepText(on bool) { s.keep, s.text, s.unknown = on, s.text[:0], false }

// Text is what was kept, at most 16 KB. It is good until the next call of KeepText
// or Next.
func (s *Scanner) Text() []byte { return s.text }

// Unknown reports that what was kept has an entity that XML does not have, which stands in
// Text as it is written.
func (s *Scanner) Unknown() bool { return s.unknown }

// Flaw says what the first fault in the XML is and where; "" for none.
func (s *Scanner) Flaw() string { return s.flaw }

// Next goes to the next tag. Its error is io.EOF at the end, else that of the reader.
func (s *Scanner) Next() (Tag, error) {
	for {
		if err := s.textTo('<'); err != nil {
			return Tag{}, err
		}
		c, ok := s.peek(0)
		switch {
		case !ok:
			s.fault("ends within a tag")
			return Tag{}, s.ended()
		case c == '!':
			s.declaration()
		case c == '?':
			s.skipPast("?>", "an instruction")
		case c == '/':
			s.pos++
			if tag, ok := s.tag(End); ok {
				return tag, nil
			}
		case isNameStart(c):
			if tag, ok := s.tag(Start); ok {
				return tag, nil
			}
		default:
			s.fault("has a < that begins no tag")
			s.append([]byte("<"))
		}
	}
}

// textTo passes everything up to c and c itself. Text stays in the buffer until its
// end is there, so that no entity is cut in two.
func (s *Scanner) textTo(c byte) error {
	searched := 0
	for {
		i := bytes.IndexByte(s.buf[s.pos+searched:s.end], c)
		if i >= 0 {
			i += searched
			s.append(s.buf[s.pos : s.pos+i])
			s.pos += i + 1
			return nil
		}
		searched = s.end - s.pos
		if searched < len(s.buf) && s.fill() {
			continue
		}
		full := searched == len(s.buf)
		s.append(s.buf[s.pos:s.end])
		s.pos, searched = s.end, 0
		if !full {
			return s.ended()
		}
	}
}

// append keeps text of the document.
func (s *Scanner) append(raw []byte) {
	if s.keep && len(s.text) < maxText {
		var unknown bool
		if s.text, unknown = unescape(s.text, raw[:min(len(raw), maxText)]); unknown {
			s.unknown = true
			s.fault("has an entity that XML does not have, in the text")
		}
	}
}

// declaration passes a comment, a CDATA section or a document type. What the last
// declares is not read, so that no entity of it exists.
func (s *Scanner) declaration() {
	switch {
	case s.hasPrefix("![CDATA["):
		s.pos += len("![CDATA[")
		s.cdata()
	case s.hasPrefix("!--"):
		s.pos += len("!--")
		s.skipPast("-->", "a comment")
	default:
		s.doctype()
	}
}

// cdata keeps what it passes as it is written.
func (s *Scanner) cdata() {
	began := len(s.text)
	s.past("]]>", "a CDATA section", func(part []byte) {
		if s.keep && len(s.text) < maxText {
			s.text = append(s.text, part...)
		}
	})
	if s.keep && len(s.text) > began {
		s.text = bytes.TrimSuffix(s.text, []byte("]]>"))
	}
}

func (s *Scanner) skipPast(end, what string) { s.past(end, what, func([]byte) {}) }

// past passes everything up to an end that is two bytes and ">", or "?>", and the end
// itself, and shows all of that in parts.
func (s *Scanner) past(end, what string, show func([]byte)) {
	var store [8]byte
	tail := store[:0] // the last bytes, which may be the beginning of the end
	for {
		i := bytes.IndexByte(s.buf[s.pos:s.end], '>')
		stop := s.end
		if i >= 0 {
			stop = s.pos + i + 1
		}
		part := s.buf[s.pos:stop]
		show(part)
		s.pos = stop
		part = part[max(0, len(part)-len(end)):]
		keep := tail[max(0, len(tail)+len(part)-len(end)):]
		tail = append(store[:copy(store[:], keep)], part...)
		if string(tail) == end {
			return
		}
		if s.pos == s.end && !s.fill() {
			s.fault("ends within " + what)
			return
		}
	}
}

// doctype passes what stands between quotation marks and brackets, too.
func (s *Scanner) doctype() {
	var quote byte
	brackets := 0
	for {
		c, ok := s.peek(0)
		if !ok {
			s.fault("ends within a document type")
			return
		}
		s.pos++
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[':
			brackets++
		case c == ']':
			brackets--
		case c == '>' && brackets <= 0:
			return
		}
	}
}

// fault counts a fault and remembers where the first one is.
func (s *Scanner) fault(what string) {
	if s.flaws++; s.flaws == 1 {
		s.flaw = fmt.Sprintf("%s at byte %d", what, s.before+int64(s.pos))
	}
}

// peek looks at a byte that is still to be read.
func (s *Scanner) peek(i int) (byte, bool) {
	for s.pos+i >= s.end {
		if !s.fill() {
			return 0, false
		}
	}
	return s.buf[s.pos+i], true
}

func (s *Scanner) hasPrefix(prefix string) bool {
	if _, ok := s.peek(len(prefix) - 1); !ok {
		return false
	}
	return string(s.buf[s.pos:s.pos+len(prefix)]) == prefix
}

// fill reads more and reports whether there is more than before. It fails when the
// buffer is full of what is still to be read.
func (s *Scanner) fill() bool {
	if s.err != nil {
		return false
	}
	if s.pos > 0 {
		s.before += int64(s.pos)
		s.end = copy(s.buf, s.buf[s.pos:s.end])
		s.pos = 0
	}
	if s.end == len(s.buf) {
		return false
	}
	for range 100 {
		n, err := s.r.Read(s.buf[s.end:])
		s.end, s.err = s.end+n, err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	s.err = io.ErrNoProgress
	return false
}

func (s *Scanner) ended() error {
	if s.err == nil || errors.Is(s.err, io.EOF) {
		return io.EOF
	}
	return s.err
}
