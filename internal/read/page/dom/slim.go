package dom

import "bytes"

// Slim returns a page without what its scripts and styles say, which is half of most pages
// and which the parser would go through byte by byte. The elements stay, and so do data (JSON-LD) and
// formulas (TeX) in scripts. The tree of what is returned differs from that of the page in nothing else.
func Slim(page []byte) []byte {
	s := slimmer{page: page}
	for s.at < len(page) {
		i := bytes.IndexByte(page[s.at:], '<')
		if i < 0 {
			break
		}
		s.at += i + 1
		s.markup()
	}
	if s.kept == 0 {
		return page
	}
	return append(s.out, page[s.kept:]...)
}

// slimmer goes over a page from one tag to the next.
type slimmer struct {
	page []byte
	at   int
	kept int // the page up to here is in out, or left out
	out  []byte
	// How many SVGs and formulas are open. In them, scripts and styles are markup.
	drawings, formulas int
}

// markup passes what begins with the bracket before s.at.
func (s *slimmer) markup() {
	rest := s.page[s.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("!--")):
		s.pass(commentEnd(rest))
	case len(rest) > 0 && isLetter(rest[0]):
		s.tag(rest)
	case len(rest) > 1 && rest[0] == '/' && isLetter(rest[1]):
		s.foreign(rest[1:], -1)
		s.pass(tagEnd(rest, 2))
	case s.drawings+s.formulas > 0 && bytes.HasPrefix(rest, []byte("![CDATA[")):
		s.pass(bytes.Index(rest, []byte("]]>")))
	case len(rest) > 0 && (rest[0] == '!' || rest[0] == '?' || rest[0] == '/'): // a comment in effect
		s.pass(bytes.IndexByte(rest, '>'))
	}
}

// commentEnd is the index behind the dashes that end a comment, or -1. The shortest is
// <!-->, and --!> ends one, too.
func commentEnd(comment []byte) int {
	for at := 1; ; at++ {
		i := bytes.Index(comment[at:], []byte("--"))
		if i < 0 {
			return -1
		}
		at += i
		if rest := comment[at+2:]; bytes.HasPrefix(rest, []byte(">")) || at > 2 && bytes.HasPrefix(rest, []byte("!>")) {
			return at + 2
		}
	}
}

// foreign counts a tag of those elements in which other rules hold.
func (s *slimmer) foreign(tag []byte, by int) {
	switch {
	case len(tag) > 3 && is(tag[:3], "svg") && !isLetter(tag[3]):
		s.drawings = max(0, s.drawings+by)
	case len(tag) > 4 && is(tag[:4], "math") && !isLetter(tag[4]):
		s.formulas = max(0, s.formulas+by)
	}
}

// pass goes on behind something, or to the end when it does not end.
func (s *slimmer) pass(n int) {
	if n < 0 {
		n = len(s.page)
	}
	s.at = min(s.at+n, len(s.page))
}

// tag passes a start tag, and the text of elements that hold no markup.
func (s *slimmer) tag(rest []byte) {
	name := 1
	for name < len(rest) && isLetter(rest[name]) {
		name++
	}
	end := tagEnd(rest, name)
	s.pass(end)
	if end < 0 {
		return
	}
	if rest[end-2] != '/' {
		s.foreign(rest, 1)
	}
	if s.drawings+s.formulas > 0 || !holdsText(rest[:name]) {
		return
	}
	content := rest[end:]
	closing := closingTag(content, rest[:name])
	if closing < 0 || is(rest[:name], "plaintext") || nests(content[:closing]) {
		s.pass(-1)
		return
	}
	if idle(rest[:end], name, content[:closing]) {
		s.out = append(s.out, s.page[s.kept:s.at]...)
		s.kept = s.at + closing
	}
	s.pass(closing)
}

// tagEnd is the index behind the bracket that ends a tag, or -1.
func tagEnd(tag []byte, from int) int {
	value := false // an equals sign stands before
	for i := from; i < len(tag); i++ {
		switch c := tag[i]; {
		case c == '>':
			return i + 1
		case value && (c == '"' || c == '\''):
			n := bytes.IndexByte(tag[i+1:], c)
			if n < 0 {
				return -1
			}
			i += n + 1
			value = false
		case c == '=':
			value = true
		case c > ' ':
			value = false
		}
	}
	return -1
}

// holdsText reports whether an element holds text up to its end tag, whatever it looks like.
func holdsText(name []byte) bool {
	switch name[0] | 0x20 {
	case 's':
		return is(name, "script") || is(name, "style")
	case 't':
		return is(name, "textarea") || is(name, "title")
	case 'n':
		return is(name, "noscript") || is(name, "noembed") || is(name, "noframes")
	case 'i':
		return is(name, "iframe")
	case 'x':
		return is(name, "xmp")
	case 'p':
		return is(name, "plaintext")
	}
	return false
}

// nests reports whether a script may end elsewhere than it seems to: a comment begins in it,
// and in that another script.
func nests(content []byte) bool {
	_, comment, found := bytes.Cut(content, []byte("<!--"))
	return found && bytes.Contains(bytes.ToLower(comment), []byte("<script"))
}

// idle reports whether nothing is lost without an element's text.
func idle(tag []byte, name int, content []byte) bool {
	switch {
	case len(content) == 0:
		return false
	case is(tag[:name], "style"):
		return true
	case !is(tag[:name], "script"):
		return false
	}
	lower := bytes.ToLower(tag)
	return !bytes.Contains(lower, []byte("json")) && !bytes.Contains(lower, []byte("math/"))
}

// closingTag is the index of the first end tag of a name.
func closingTag(content, name []byte) int {
	for at := 0; ; {
		i := bytes.Index(content[at:], []byte("</"))
		if i < 0 {
			return -1
		}
		at += i
		after := content[at+2:]
		if len(after) > len(name) && bytes.EqualFold(after[:len(name)], name) && !isLetter(after[len(name)]) {
			return at
		}
		at += 2
	}
}

func is(name []byte, want string) bool { return bytes.EqualFold(name, []byte(want)) }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
