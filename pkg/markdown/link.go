package markdown

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// link writes a link with its text. Links without an address are text, links without
// text nothing.
func (w *writer) link(n *html.Node) {
	switch {
	case w.in.active[link] > 0:
		w.children(n)
		return
	case w.noteMark(n), w.isBacklink(n), w.isSelfLink(n):
		return
	}
	if w.mode == blocks && w.holds(n, dom.IsBlock) {
		w.cardLink(n)
		return
	}
	address, ok := w.addresses.link(n)
	if !ok {
		w.children(n)
		return
	}
	to := target{address: address}
	if !w.untitled {
		to.title = oneLine(dom.Attr(n, "title"))
	}
	w.openLink(to)
	w.children(n)
	w.close()
}

// cardLink writes a link around blocks, as cards have. Its heading is linked, or the
// first text of a list or table; other blocks become one line.
func (w *writer) cardLink(n *html.Node) {
	w.boundary()
	address, ok := w.addresses.link(n)
	to := target{address: address}
	switch {
	case !ok:
		w.children(n)
	case w.holds(n, isHeading):
		was := w.card
		w.card = to
		w.children(n)
		w.boundary()
		w.card = was
	case w.holds(n, isStructure):
		w.openLink(to)
		w.children(n)
		w.boundary()
		w.close()
	default:
		w.mode = line
		w.openLink(to)
		w.children(n)
		w.close()
		w.mode = blocks
	}
	w.boundary()
}

func (w *writer) openLink(to target) {
	in := &w.in
	in.active[link]++
	in.marks = append(in.marks, mark{kind: link, to: to})
	in.wait++
}

// endLink writes the end of a link. A title that only repeats the text is left out, and
// a link to what its text says becomes that address.
func (in *inline) endLink(m *mark) {
	in.add(token{kind: linkEndToken, ref: m.ref})
	to := &in.links[m.ref]
	text := in.buf[m.start:]
	if to.title != "" && strings.EqualFold(to.title, string(text)) {
		to.title = ""
	}
	last := len(in.tokens) - 1
	if last-m.first == 2 && in.tokens[last-1].kind == textToken && to.title == "" && isAutolink(string(text), to.address) {
		in.tokens[m.first] = token{kind: autolinkToken, start: m.start, end: len(in.buf)}
		in.tokens = in.tokens[:m.first+1]
	}
}

// isAutolink reports whether the text of a link is its address.
func isAutolink(text, address string) bool {
	if rest, ok := strings.CutPrefix(address, "mailto:"); ok && rest == text {
		return isMailAddress(rest)
	}
	if text != address && (!strings.Contains(text, "://") || text != string(appendAddress(nil, address))) {
		return false
	}
	scheme, rest, ok := strings.Cut(text, ":")
	return ok && len(scheme) > 1 && len(scheme) <= 32 && rest != "" && isScheme(scheme) && isEncoded(text)
}

// isEncoded reports whether a renderer would leave an address as it is.
func isEncoded(s string) bool {
	for i := range len(s) {
		if !isEncodedAt(s, i) {
			return false
		}
	}
	return true
}

func isEncodedAt[T string | []byte](s T, i int) bool {
	switch c := s[i]; c {
	case '/', '#', '!', '\'', '(', ')', '*':
		return true
	case '%':
		return i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2])
	default:
		return isAlnum(c) || isPlain(c)
	}
}

func isHex(c byte) bool { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

func isScheme(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isAlnum(c) && (i == 0 || c != '+' && c != '.' && c != '-') {
			return false
		}
	}
	return !isDigit(s[0])
}

func isMailAddress(s string) bool {
	name, host, ok := strings.Cut(s, "@")
	for i := range len(s) {
		if c := s[i]; !isAlnum(c) && c != '.' && c != '-' && c != '_' && c != '+' && c != '@' {
			return false
		}
	}
	return ok && name != "" && host != "" && !strings.ContainsAny(host, "@_+") && isAlnum(host[0]) && isAlnum(host[len(host)-1]) && !strings.Contains(host, "..") &&
		!strings.Contains(host, ".-") && !strings.Contains(host, "-.")
}

// appendTarget writes an address and a title in brackets.
func appendTarget(out []byte, to target, inCell bool) []byte {
	out = append(out, '(')
	if to.address == "" && to.title != "" {
		out = append(out, "<>"...)
	}
	out = appendAddress(out, to.address)
	if to.title != "" {
		out = append(out, ` "`...)
		out = appendTitle(out, to.title, inCell)
		out = append(out, '"')
	}
	return append(out, ')')
}

// appendAddress encodes what would end an address early, and what a renderer would.
func appendAddress(out []byte, address string) []byte {
	numeric := strings.Contains(address, "://[") // a host of IPv6
	paired := true
	if strings.ContainsAny(address, "()") {
		paired = isPaired(address)
	}
	for i := range len(address) {
		switch c := address[i]; {
		case c < ' ' || c == 0x7f:
		case numeric && (c == '[' || c == ']'):
			out = append(out, c)
		case !isEncodedAt(address, i):
			const digits = "0123456789ABCDEF"
			out = append(out, '%', digits[c>>4], digits[c&15])
		case c == '&' && isEntity(address[i+1:]):
			out = append(out, "&amp;"...)
		case !paired && (c == '(' || c == ')'):
			out = append(out, '\\', c)
		default:
			out = append(out, c)
		}
	}
	return out
}

// isPaired reports whether each bracket of an address has its other, not too deep for
// the parsers that count them.
func isPaired(s string) bool {
	const deepest = 3
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth < 0 || depth > deepest {
			return false
		}
	}
	return depth == 0
}

// appendTitle escapes a title for its quotes.
func appendTitle(out []byte, title string, inCell bool) []byte {
	for i := range len(title) {
		switch c := title[i]; {
		case c == '`':
			out = append(out, "&#96;"...)
			continue
		case c == '"', c == '|' && inCell,
			c == '\\' && (i+1 == len(title) || isPunct(rune(title[i+1]))),
			c == '&' && isEntity(title[i+1:]):
			out = append(out, '\\')
		}
		out = append(out, title[i])
	}
	return out
}
