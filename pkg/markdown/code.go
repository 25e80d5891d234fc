package markdown

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// code writes code within a line. Code that is one link becomes a link of code.
func (w *writer) code(n *html.Node) {
	if a := onlyLink(n); a != nil && w.in.active[link] == 0 {
		if address, ok := w.addresses.link(a); ok {
			w.openLink(target{address: address})
			w.codeText(n)
			w.close()
			return
		}
	}
	w.codeText(n)
}

func (w *writer) codeText(n *html.Node) {
	var s []byte
	gap := false
	for c := n.FirstChild; c != nil; {
		switch {
		case c.Type == html.TextNode:
			s, gap = appendCollapsed(s, c.Data, gap)
		case hides(c):
			c = skip(c, n)
			continue
		case dom.Is(c, atom.Br) || dom.IsBlock(c):
			gap = true
		}
		c = next(c, n)
	}
	switch {
	case len(s) == 0 && gap:
		w.in.part(spaceGap)
	case len(s) > 0:
		if gap {
			s = append(s, ' ')
		}
		w.codeWord(s)
	}
}

// codeWord appends code, to the code before it if that touches.
func (w *writer) codeWord(s []byte) {
	in := &w.in
	w.settle()
	if last := len(in.tokens) - 1; last >= 0 && in.tokens[last].kind == codeToken {
		in.buf = append(in.buf, s...)
		in.tokens[last].end = len(in.buf)
		return
	}
	w.atom(token{kind: codeToken}, string(s))
}

// appendCollapsed appends text with its space collapsed, of which one is due already
// when gap is true. It returns whether one is due behind.
func appendCollapsed(s []byte, text string, gap bool) ([]byte, bool) {
	for _, r := range text {
		switch {
		case isSpace(r):
			gap = true
		case isInvisible(r):
		default:
			if gap {
				s = append(s, ' ')
				gap = false
			}
			s = utf8.AppendRune(s, r)
		}
	}
	return s, gap
}

// onlyLink returns the link that is all that n holds, or nil.
func onlyLink(n *html.Node) *html.Node {
	for c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.ElementNode; c = c.FirstChild {
		if dom.Is(c, atom.A) {
			return c
		}
	}
	return nil
}

// appendCode writes code between as many backticks as do not occur in it.
func appendCode(out, s []byte, inCell bool) []byte {
	for bytes.Contains(s, []byte("  ")) { // where pieces of code have met
		s = bytes.ReplaceAll(s, []byte("  "), []byte(" "))
	}
	fence := fenceFor(s, 1)
	pad := s[0] == '`' || s[len(s)-1] == '`' || s[0] == ' ' && s[len(s)-1] == ' '
	for range fence {
		out = append(out, '`')
	}
	if pad {
		out = append(out, ' ')
	}
	out = appendRaw(out, s, inCell)
	if pad {
		out = append(out, ' ')
	}
	for range fence {
		out = append(out, '`')
	}
	return out
}

// fenceFor returns the least number of backticks, from least on, that s does not hold
// in one run. Of more than 64 kinds of runs one longer than all is taken.
func fenceFor(s []byte, least int) int {
	var held uint64
	for _, n := range runs(s, '`') {
		if n < 64 {
			held |= 1 << n
		}
	}
	for n := least; n < 64; n++ {
		if held&(1<<n) == 0 {
			return n
		}
	}
	return longestRun(s, '`') + 1
}

// codeBlock writes preformatted text between fences.
func (w *writer) codeBlock(n *html.Node) {
	w.boundary()
	var c codeReader
	c.read(n)
	isCode := dom.First(n, atom.Code) != nil
	text := c.text
	if !isCode {
		text = c.trim()
	}
	if w.mode != blocks {
		w.codeLines(text)
		return
	}
	if len(text) == 0 && !isCode {
		return
	}
	text = bytes.TrimSuffix(text, []byte("\n"))
	w.begin(codeBlock)
	language := codeLanguage(n)
	char := byte('`')
	if strings.ContainsRune(language, '`') {
		char = '~'
	}
	fence := bytes.Repeat([]byte{char}, max(3, longestRun(text, char)+1))
	w.out = append(w.out, fence...)
	w.out = appendInfo(w.out, language)
	if len(c.text) > 0 {
		w.lines(text)
	}
	w.newline()
	w.out = append(w.out, fence...)
}

// lines writes text as it is, each line within the open containers.
func (w *writer) lines(text []byte) {
	for l := range bytes.SplitSeq(text, []byte("\n")) {
		if len(l) == 0 || len(w.prefix) > 0 && len(bytes.TrimSpace(l)) == 0 {
			w.blank()
			continue
		}
		w.newline()
		w.out = append(w.out, l...)
	}
}

// codeLines writes preformatted text where no block can stand, each line as code.
func (w *writer) codeLines(text []byte) {
	for l := range bytes.Lines(text) {
		if l = bytes.TrimSpace(l); len(l) > 0 {
			w.atom(token{kind: codeToken}, string(l))
		}
		w.boundary()
	}
}

func longestRun(s []byte, c byte) int {
	longest := 0
	for _, n := range runs(s, c) {
		longest = max(longest, n)
	}
	return longest
}

// codeReader collects the text of code with its space as it is. Each block within has
// lines of its own, as highlighters put one around each line.
type codeReader struct {
	text []byte
	due  bool // a line end, before the next text
}

func (c *codeReader) read(root *html.Node) {
	n := root.FirstChild
	for n != nil {
		if c.enter(n) && n.FirstChild != nil {
			n = n.FirstChild
			continue
		}
		for n != root {
			c.due = c.due || dom.IsBlock(n)
			if n.NextSibling != nil {
				n = n.NextSibling
				break
			}
			n = n.Parent
		}
		if n == root {
			return
		}
	}
}

// enter reads a node, and reports whether what is below it counts.
func (c *codeReader) enter(n *html.Node) bool {
	switch {
	case n.Type == html.TextNode:
		c.add(n.Data)
	case hides(n):
		return false
	case dom.Is(n, atom.Br):
		c.text = append(c.text, '\n')
	default:
		c.due = c.due || dom.IsBlock(n)
	}
	return true
}

func (c *codeReader) add(s string) {
	if c.due && len(c.text) > 0 && c.text[len(c.text)-1] != '\n' {
		c.text = append(c.text, '\n')
	}
	c.due = false
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t':
			c.text = append(c.text, byte(r))
		case r == '\u00a0':
			c.text = append(c.text, ' ')
		case isInvisible(r):
		default:
			c.text = utf8.AppendRune(c.text, r)
		}
	}
}

// trim returns the text of what is not marked as code without the empty lines around it.
func (c *codeReader) trim() []byte {
	text := bytes.TrimRight(c.text, " \t\n")
	for {
		end := bytes.IndexByte(text, '\n')
		if end < 0 || len(bytes.TrimSpace(text[:end])) > 0 {
			return text
		}
		text = text[end+1:]
	}
}

// codeLanguage reads class language-x of the block or of the code in it.
func codeLanguage(pre *html.Node) string {
	for _, n := range []*html.Node{pre, dom.First(pre, atom.Code)} {
		if n == nil {
			continue
		}
		for class := range strings.FieldsSeq(dom.Attr(n, "class")) {
			if language, ok := strings.CutPrefix(class, "language-"); ok && !slices.Contains([]string{"", "none"}, language) {
				return language
			}
		}
	}
	return ""
}

// appendInfo writes the language behind a fence.
func appendInfo(out []byte, language string) []byte {
	for i := range len(language) {
		c := language[i]
		if c == '\\' || c == '&' && isEntity(language[i+1:]) {
			out = append(out, '\\')
		}
		out = append(out, c)
	}
	return out
}
