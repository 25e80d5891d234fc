package htmltree

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// kind is what a token is.
type kind uint8

const (
	textToken kind = iota
	startToken
	endToken
	commentToken
	doctypeToken
	endOfPage
)

// token is a part of a page. Tags have a name, their number where they have one, and
// attributes; others have a text.
type token struct {
	kind   kind
	tag    tag
	closed bool // the tag ends with a slash
	cut    bool // the declaration ends with the page
	name   string
	atom   atom.Atom
	text   string
	attr   []html.Attribute
	from   int // where it begins in the page
}

// scanner splits a page into tokens.
type scanner struct {
	page string
	at   int
	tok  token
	amp  int  // where the next ampersand is, if not before what is looked at
	nul  bool // the page has bytes that are 0
	// The element whose text is read next, with no tags in it but the end of that element. Who
	// builds a tree sets it, as not every such tag opens an element.
	raw tag
	// CDATA sections are texts here, and comments elsewhere.
	cdata  bool
	styled bool // the text that is read next is that of the last of seen.styles
	number int  // of tags so far
	attrs  []html.Attribute
	memory *Memory
}

func newScanner(page string, m *Memory) scanner {
	return scanner{page: page, memory: m, amp: -1, nul: strings.IndexByte(page, 0) >= 0}
}

// Classes of bytes.
const (
	space = 1 << iota // white space
	mark              // ends a name, beside space
	equals
	upper // a letter that names have in lower case, or 0
	letter
)

var class = func() (of [256]uint8) {
	for _, c := range " \t\n\f\r" {
		of[c] = space
	}
	of['/'], of['>'], of['='], of[0] = mark, mark, equals, upper
	for c := 'a'; c <= 'z'; c++ {
		of[c] = letter
		of[c-'a'+'A'] = upper | letter
	}
	return of
}()

// next reads the next token into s.tok.
func (s *scanner) next() {
	s.tok = token{from: s.at}
	if s.raw != other && s.rawText() {
		return
	}
	switch {
	case s.text():
	case s.at == len(s.page):
		s.tok.kind = endOfPage
	default:
		s.markup()
	}
}

// text reads up to the next markup, and reports whether there was any. An end tag without
// a name is no token, so that it does not end a text.
func (s *scanner) text() bool {
	var joined []byte
	begin := s.at
	for {
		i := strings.IndexByte(s.page[s.at:], '<')
		if i < 0 {
			s.at = len(s.page)
			break
		}
		s.at += i
		rest := s.page[s.at+1:]
		switch {
		case len(rest) > 1 && rest[0] == '/' && rest[1] == '>':
			joined = append(joined, s.decoded(begin, s.at, false)...)
			s.at += len("</>")
			begin = s.at
			continue
		case !beginsMarkup(rest):
			s.at++
			continue
		}
		break
	}
	s.tok.text = s.decoded(begin, s.at, false)
	if joined != nil {
		s.tok.text = string(append(joined, s.tok.text...))
	}
	return s.tok.text != ""
}

// beginsMarkup reports whether what stands behind a bracket makes it more than text.
func beginsMarkup(rest string) bool {
	if rest == "" {
		return false
	}
	c := rest[0]
	return class[c]&letter != 0 || c == '!' || c == '?' || c == '/' && len(rest) > 1
}

// markup reads what begins at a bracket.
func (s *scanner) markup() {
	switch rest := s.page[s.at+1:]; rest[0] {
	case '!':
		s.declaration()
	case '?':
		s.bogus(s.at + 1)
	case '/':
		if class[rest[1]]&letter == 0 {
			s.bogus(s.at + 2)
			return
		}
		s.at += 2
		s.readTag(endToken)
	default:
		s.at++
		s.readTag(startToken)
	}
}

// readTag reads a tag from its name on. One that does not end is dropped, and with it the
// rest of the page.
func (s *scanner) readTag(k kind) {
	s.number++
	s.tok.name = s.lowerName(mark)
	if !s.attributes(k == startToken) {
		s.at = len(s.page)
		s.tok = token{kind: endOfPage}
		return
	}
	s.tok.kind = k
	s.tok.tag = tagOf(s.tok.name)
	if s.tok.tag != other {
		s.tok.name, s.tok.atom = tags[s.tok.tag].name, atoms[s.tok.tag]
		return
	}
	if s.tok.atom = atom.Lookup([]byte(s.tok.name)); s.tok.atom != 0 {
		s.tok.name = s.tok.atom.String()
	}
}

// lowerName reads up to white space or a byte of the classes, in lower case.
func (s *scanner) lowerName(ends uint8) string {
	begin, seen := s.at, uint8(0)
	for s.at < len(s.page) {
		c := class[s.page[s.at]]
		if c&(space|ends) != 0 {
			break
		}
		seen |= c
		s.at++
	}
	name := s.page[begin:s.at]
	if seen&upper == 0 {
		return name
	}
	return lower(name)
}

// lower is a name as tokens have it: letters of ASCII in lower case, and no byte 0.
func lower(name string) string {
	b := []byte(name)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return whole(string(b))
}

// whole is a text with a sign of replacement for each byte 0.
func whole(text string) string {
	return strings.ReplaceAll(text, "\x00", "\ufffd")
}

// decoded is a part of the page without entities.
func (s *scanner) decoded(begin, end int, value bool) string {
	if s.amp < begin {
		s.amp = len(s.page)
		if i := strings.IndexByte(s.page[begin:], '&'); i >= 0 {
			s.amp = begin + i
		}
	}
	if s.amp >= end {
		return s.page[begin:end]
	}
	return unescaped(s.page[begin:end], value)
}

// bogus reads what becomes a comment because it is nothing else.
func (s *scanner) bogus(begin int) {
	end := len(s.page)
	s.at = end
	if i := strings.IndexByte(s.page[begin:], '>'); i >= 0 {
		end = begin + i
		s.at = end + 1
	}
	s.tok.kind, s.tok.text, s.tok.cut = commentToken, whole(s.page[begin:end]), end == len(s.page)
}

// declaration reads what begins with <!.
func (s *scanner) declaration() {
	begin := s.at + len("<!")
	rest := s.page[begin:]
	switch {
	case strings.HasPrefix(rest, "--"):
		s.comment(begin + len("--"))
	case hasFoldPrefix(rest, "doctype"):
		s.bogus(begin + len("doctype"))
		s.tok.kind = doctypeToken
	case s.cdata && strings.HasPrefix(rest, "[CDATA["):
		s.section(begin + len("[CDATA["))
	default:
		s.bogus(begin)
	}
}

// section reads a CDATA section, which is a text.
func (s *scanner) section(begin int) {
	end := len(s.page)
	s.at = end
	if i := strings.Index(s.page[begin:], "]]>"); i >= 0 {
		end = begin + i
		s.at = end + len("]]>")
	}
	s.tok.text = s.page[begin:end]
}

// comment reads a comment from behind its first two dashes. <!--> and <!---> are whole ones.
func (s *scanner) comment(begin int) {
	rest := s.page[begin:]
	s.tok.kind = commentToken
	for _, short := range []string{">", "->"} {
		if strings.HasPrefix(rest, short) {
			s.at = begin + len(short)
			return
		}
	}
	var text string
	behind := len(s.page)
	for at := 0; ; at++ {
		i := strings.Index(rest[at:], "--")
		if i < 0 {
			text = unfinished(rest)
			break
		}
		at += i
		after := rest[at+len("--"):]
		if strings.HasPrefix(after, ">") {
			text, behind = rest[:at], begin+at+len("-->")
			break
		}
		if strings.HasPrefix(after, "!>") {
			text, behind = rest[:at], begin+at+len("--!>")
			break
		}
	}
	s.at = behind
	s.tok.text = whole(text)
}

// unfinished is the text of a comment that the end of the page ends.
func unfinished(text string) string {
	for _, end := range []string{"--!", "--", "-"} {
		if before, found := strings.CutSuffix(text, end); found {
			return before
		}
	}
	return text
}

// hasFoldPrefix reports whether a text begins with a word in lower case, in any case.
func hasFoldPrefix(text, word string) bool {
	return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word)
}
