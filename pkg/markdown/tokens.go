package markdown

import "slices"

// What is done to the tokens of a line to make its marks readable. Afterwards the tokens
// are what they would be had the page been written so.

// insertText puts text before token i, or adds it to the text that is there.
func (in *inline) insertText(i int, start, end int) {
	if i > 0 && in.tokens[i-1].kind == textToken && in.tokens[i-1].end == start {
		in.tokens[i-1].end = end
		return
	}
	if i < len(in.tokens) && in.tokens[i].kind == textToken && in.tokens[i].start == end {
		in.tokens[i].start = start
		return
	}
	in.tokens = slices.Insert(in.tokens, i, token{kind: textToken, start: start, end: end})
}

// drop takes a pair out.
func (in *inline) drop(p pair) {
	in.remove(p.closing)
	in.remove(p.opening)
}

// remove takes token i out, and joins what it kept apart.
func (in *inline) remove(i int) {
	in.tokens = slices.Delete(in.tokens, i, i+1)
	for i > 0 && i < len(in.tokens) {
		a, b := &in.tokens[i-1], &in.tokens[i]
		switch {
		case a.kind == closeToken && b.kind == openToken && a.mark == b.mark:
			in.tokens = slices.Delete(in.tokens, i-1, i+1)
			i--
		case joins(a, b):
			a.end = b.end
			in.tokens = slices.Delete(in.tokens, i, i+1)
		default:
			return
		}
	}
}

// joins reports whether two tokens are one when nothing is between them.
func joins(a, b *token) bool {
	return a.kind == b.kind && (a.kind == textToken || a.kind == codeToken) && a.end == b.start
}

// strip takes all marks out.
func (in *inline) strip() {
	kept := in.tokens[:0]
	for _, t := range in.tokens {
		switch last := len(kept) - 1; {
		case isMark(&t):
		case last >= 0 && joins(&kept[last], &t):
			kept[last].end = t.end
		default:
			kept = append(kept, t)
		}
	}
	in.tokens = kept
}

func isMark(t *token) bool { return t.kind == openToken || t.kind == closeToken }
