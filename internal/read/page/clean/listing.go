package clean

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// listing is the text of code with its space as it is. A block within is a line of its own,
// and so is an element that is named a line where nothing else ends the lines.
func listing(root *html.Node) string {
	r := lister{root: root, spans: linesBySpans(root)}
	r.children(root)
	return string(r.b)
}

type lister struct {
	root  *html.Node
	b     []byte
	ended bool // the text ends in a line end, or is empty
	due   bool // a line end, before the next text
	spans bool // elements named lines are lines
	depth int
}

// deepest is how deep elements in code are followed. What is deeper is its text alone.
const deepest = 200

func (r *lister) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			r.text(c)
		case IsHidden(c):
		case dom.Is(c, atom.Br):
			r.settle()
			r.write("\n")
		case c.Type != html.ElementNode:
		case r.depth == deepest:
			r.settle()
			r.write(text(c))
		case r.isLine(c):
			r.line(c)
		default:
			if !r.ended && namedLine(c) && c.PrevSibling != nil && namedLine(c.PrevSibling) { // a style sheet ends these lines, and not the others
				r.due = true
			}
			r.depth++
			r.children(c)
			r.depth--
		}
	}
}

func (r *lister) isLine(n *html.Node) bool {
	return dom.IsBlock(n) || r.spans && namedLine(n)
}

// line writes what is on a line or on several. A line without text is an empty one; what
// only holds other lines is none itself.
func (r *lister) line(n *html.Node) {
	if len(r.b) > 0 && !r.ended {
		r.due = true
	}
	before, holds := len(r.b), false
	for c := range dom.Descendants(n) {
		if r.isLine(c) && !IsHidden(c) {
			holds = true
			break
		}
	}
	r.depth++
	r.children(n)
	r.depth--
	if due, filler := isFiller(string(r.b[before:])); filler {
		r.b, r.due = r.b[:before], due
		r.ended = before == 0 || r.b[before-1] == '\n'
	}
	switch {
	case holds:
		r.due = r.due || !r.ended && len(r.b) > 0
	case len(r.b) == before:
		r.settle()
		r.write("\n")
	default:
		r.due = !r.ended
	}
}

// isFiller knows what keeps an empty line from vanishing, behind the line end that was due
// before it.
func isFiller(s string) (due, filler bool) {
	s, due = strings.CutPrefix(s, "\n")
	return due, s == "\u00a0" || s == "\u200b"
}

// text writes a text, but for the space that markup has between lines and cells.
func (r *lister) text(n *html.Node) {
	s := n.Data
	if s == "" {
		return
	}
	if strings.TrimSpace(s) == "" && (dom.Is(n.Parent, atom.Table, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr) || r.between(n)) {
		return
	}
	r.settle()
	r.write(s)
}

// between reports whether a text of space that has a line end stands between two lines.
func (r *lister) between(n *html.Node) bool {
	beside := func(s *html.Node) bool { return s == nil || s.Type == html.ElementNode && dom.IsBlock(s) }
	return strings.Contains(n.Data, "\n") && (n.PrevSibling != nil || n.NextSibling != nil) && beside(n.PrevSibling) && beside(n.NextSibling)
}

// settle writes the line end that is due.
func (r *lister) settle() {
	if r.due {
		r.due = false
		r.write("\n")
	}
}

func (r *lister) write(s string) {
	r.b = append(r.b, s...)
	r.ended = strings.HasSuffix(s, "\n")
}

// linesBySpans reports whether a listing has elements named lines and fewer line ends than
// it would need between them, because a style sheet ends the lines.
func linesBySpans(root *html.Node) bool {
	lines, ends := 0, 0
	for n := range dom.Descendants(root) {
		switch {
		case n.Type == html.TextNode:
			ends += strings.Count(n.Data, "\n")
		case dom.Is(n, atom.Br):
			ends++
		case namedLine(n):
			lines++
		}
	}
	return lines > 1 && ends < (lines-1)/2
}

// namedLine knows the elements that highlighters put around a line.
func namedLine(n *html.Node) bool {
	if !dom.Is(n, atom.Span, atom.Code) {
		return false
	}
	if dom.HasAttr(n, "data-line") {
		return true
	}
	for class := range strings.FieldsSeq(dom.Attr(n, "class")) {
		switch class {
		case "line", "token-line", "code-line", "cl", "view-line", "gatsby-highlight-code-line":
			return true
		}
	}
	return false
}
