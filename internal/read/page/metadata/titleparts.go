package metadata

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// parts adds a text and what is left of it without its first or last parts.
func (r *reader) parts(t *titles, text string, whole, head, tail uint32) {
	text = first(text)
	t.add(text, whole)
	cuts := separators(text)
	for i, c := range cuts {
		before, after := text[:c.start], text[c.end:]
		var colon, last, only uint32
		if text[c.start] == ':' {
			colon = atColon
		}
		if i == len(cuts)-1 {
			last = atLast
		}
		if i == 0 {
			only = atFirst
		}
		t.add(before, head|colon|last|r.leaves(before, after))
		t.add(after, tail|colon|only|r.leaves(after, before))
		if i > 0 {
			t.add(text[cuts[i-1].end:c.start], inTitlePart)
		}
	}
}

// leaves reports what is cut off a title.
func (r *reader) leaves(kept, off string) (found uint32) {
	if r.isSiteName(fold(off)) {
		found = leavesSite
	}
	if len(off) > len(kept) {
		found |= leavesMore
	}
	return found
}

// span is a separator in a title.
type span struct{ start, end int }

// separators finds the signs that sites put between a title and their name.
func separators(s string) []span {
	var found []span
	for i, r := range s {
		if len(found) == maxTitleParts {
			break
		}
		end := i + utf8.RuneLen(r)
		before, after := i > 0 && s[i-1] == ' ', end < len(s) && s[end] == ' '
		if separates(r, before, after) {
			found = append(found, span{i, end})
		}
	}
	return found
}

// separates reports whether a sign with or without space around it parts a title.
func separates(r rune, before, after bool) bool {
	switch r {
	case '|', '»', '«', '·', '•', '›', '‹', '｜', '→', '⋆', '★', '●':
		return true
	case '—':
		return before || after
	case '-', '–', '/', '~', '_', '<', '>', '*', '+':
		return before && after
	case ':':
		return after
	}
	return false
}

// pieces adds the elements of a heading, which may hold a line above the title proper.
func (t *titles) pieces(h *html.Node, whole string) {
	key := fold(whole)
	for c := h.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || c.NextSibling == nil && c.PrevSibling == nil {
			continue
		}
		text := dom.HeadingText(c)
		if k := fold(text); k == "" || k == key {
			continue
		}
		t.add(text, inH1Part)
		if rest, ok := strings.CutPrefix(whole, text); ok {
			t.add(rest, inH1Part)
		}
	}
}
