package htmltree

import "strings"

// rawText reads the text of the element s.raw up to its end tag, and reports whether there
// was any.
func (s *scanner) rawText() bool {
	t := s.raw
	s.raw = other
	begin, end := s.at, len(s.page)
	switch t {
	case tagPlaintext:
	case tagScript:
		end = begin + scriptEnd(s.page[begin:])
	default:
		end = begin + endOf(s.page[begin:], tags[t].name)
	}
	if t == tagNoscript {
		s.memory.seen.noscript = max(s.memory.seen.noscript, end-begin)
	}
	if s.styled {
		s.styled = false
		s.memory.seen.styles[len(s.memory.seen.styles)-1].Text = s.page[begin:end]
	}
	if begin == end {
		return false
	}
	s.at = end
	if t == tagTitle || t == tagTextarea {
		s.tok.text = s.decoded(begin, end, false)
	} else {
		s.tok.text = s.page[begin:end]
	}
	if s.nul {
		s.tok.text = whole(s.tok.text)
	}
	return true
}

// endOf is the index of the first end tag of a name, or the length of the text.
func endOf(text, name string) int {
	for at := 0; ; at += len("</") {
		i := strings.Index(text[at:], "</")
		if i < 0 {
			return len(text)
		}
		at += i
		if isName(text[at+len("</"):], name) {
			return at
		}
	}
}

// isName reports whether a tag has that name.
func isName(tag, name string) bool {
	return len(tag) > len(name) && class[tag[len(name)]]&(space|mark) != 0 && strings.EqualFold(tag[:len(name)], name)
}

// scriptEnd is the index of the end tag of a script, or the length of the text. In a comment
// of old, an end tag that follows a start tag of a script is text.
func scriptEnd(text string) int {
	end := endOf(text, "script")
	comment := strings.Index(text[:end], "<!--")
	if comment < 0 {
		return end
	}
	h := hidden{text: text, at: comment + len("<!"), close: -1, last: end}
	return h.end()
}

// hidden goes over a script from the first comment in it on.
type hidden struct {
	text   string
	at     int
	close  int // where the next --> is, if not before at
	last   int // where the next end tag is, if not before at
	double bool
}

// end is where the script ends.
func (h *hidden) end() int {
	for {
		bracket := strings.IndexByte(h.text[h.at:], '<')
		if bracket >= 0 {
			bracket += h.at
		}
		switch h.closing(); {
		case h.close < len(h.text) && (bracket < 0 || h.close < bracket):
			if end, over := h.outside(); over {
				return end
			}
		case bracket < 0:
			return len(h.text)
		default:
			if h.tag(bracket) {
				return bracket
			}
		}
	}
}

// closing finds where the comment ends.
func (h *hidden) closing() {
	if h.close >= h.at {
		return
	}
	h.close = len(h.text)
	if i := strings.Index(h.text[h.at:], "-->"); i >= 0 {
		h.close = h.at + i
	}
}

// outside goes on behind a comment, to the next one or to the end of the script.
func (h *hidden) outside() (end int, over bool) {
	h.at, h.double = h.close+len("-->"), false
	if h.last < h.at {
		h.last = h.at + endOf(h.text[h.at:], "script")
	}
	comment := strings.Index(h.text[h.at:h.last], "<!--")
	if comment < 0 {
		return h.last, true
	}
	h.at += comment + len("<!")
	return 0, false
}

// tag passes a bracket in a comment, and reports whether it ends the script.
func (h *hidden) tag(bracket int) bool {
	rest := h.text[bracket+1:]
	h.at = bracket + 1
	switch {
	case !h.double && strings.HasPrefix(rest, "/") && isName(rest[1:], "script"):
		return true
	case h.double && strings.HasPrefix(rest, "/") && isName(rest[1:], "script"):
		h.double = false
		h.at += len("/script>")
	case !h.double && isName(rest, "script"):
		h.double = true
		h.at += len("script>")
	}
	return false
}

// isIdle reports whether nothing is lost without the text of a script or a style.
func (s *scanner) isIdle() bool {
	if s.tok.tag == tagStyle {
		return true
	}
	tag := s.page[s.tok.from:s.at]
	return !containsFold(tag, "json") && !containsFold(tag, "math/")
}

// containsFold reports whether a text has a word of small letters in it, in any case.
func containsFold(text, word string) bool {
	for i := 0; i+len(word) <= len(text); i++ {
		if text[i]|0x20 == word[0] && strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}
