// Package markup writes a tree as clean HTML: the elements that carry meaning with the few
// attributes that belong to it, addresses absolute, and nothing that runs, loads or looks. It
// must not choose what is content.
package markup

import (
	"context"
	"net/url"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// kept are the elements that are written, with their attributes beside lang and dir. Others
// are replaced by what they hold.
var kept = sync.OnceValue(func() map[atom.Atom][]string {
	return map[atom.Atom][]string{
		atom.H1: nil, atom.H2: nil, atom.H3: nil, atom.H4: nil, atom.H5: nil, atom.H6: nil,
		atom.P: nil, atom.Div: nil, atom.Section: nil, atom.Article: nil, atom.Main: nil, atom.Header: nil, atom.Footer: nil,
		atom.Aside: nil, atom.Nav: nil, atom.Address: nil, atom.Hr: nil, atom.Br: nil, atom.Wbr: nil,
		atom.Ul: nil, atom.Ol: {"start", "reversed", "type"}, atom.Li: {"value"}, atom.Dl: nil, atom.Dt: nil, atom.Dd: nil,
		atom.Blockquote: {"cite"}, atom.Q: {"cite"}, atom.Cite: nil, atom.Pre: nil, atom.Code: nil, atom.Kbd: nil, atom.Samp: nil, atom.Var: nil,
		atom.Figure: nil, atom.Figcaption: nil, atom.Img: {"src", "alt", "title", "width", "height"}, atom.Details: nil, atom.Summary: nil,
		atom.Table: nil, atom.Caption: nil, atom.Thead: nil, atom.Tbody: nil, atom.Tfoot: nil, atom.Tr: nil,
		atom.Td: {"colspan", "rowspan"}, atom.Th: {"colspan", "rowspan", "scope"},
		atom.A: {"href"}, atom.Abbr: {"title"}, atom.Time: {"datetime"}, atom.Dfn: nil, atom.Data: {"value"},
		atom.B: nil, atom.Strong: nil, atom.I: nil, atom.Em: nil, atom.U: nil, atom.S: nil, atom.Del: nil, atom.Ins: nil, atom.Mark: nil, atom.Small: nil,
		atom.Sub: nil, atom.Sup: nil, atom.Ruby: nil, atom.Rt: nil, atom.Rp: nil, atom.Bdi: nil, atom.Bdo: nil,
	}
})

// deepest is how deep elements are written in each other. Below, only their text is: no
// reader of HTML needs more, and a page may have nested as many as it has bytes.
const deepest = 256

// HTML writes what is below a node, a block on each line, and nothing for what a reader never
// sees. It ends with the context's error soon after the context does.
func HTML(ctx context.Context, root *html.Node, base *url.URL) (string, error) {
	w := writer{ctx: ctx, base: base}
	w.children(root, 0)
	if w.err != nil {
		return "", w.err
	}
	text := strings.TrimSpace(string(w.out))
	if text == "" {
		return "", nil
	}
	return text + "\n", nil
}

type writer struct {
	ctx   context.Context //nolint:containedctx // lives as long as one call
	base  *url.URL
	out   []byte
	pre   int  // preformatted elements around
	fresh bool // a line was just begun
	nodes int
	err   error
}

func (w *writer) children(n *html.Node, depth int) {
	const between = 1000 // nodes between two looks at the context
	for c := n.FirstChild; c != nil && w.err == nil; c = c.NextSibling {
		if w.nodes++; w.nodes%between == 0 {
			w.err = w.ctx.Err()
		}
		switch {
		case isFallback(c):
		case c.Type == html.TextNode:
			w.text(c.Data)
		case c.Type == html.ElementNode && !clean.IsHidden(c):
			w.element(c, depth)
		}
	}
}

// isFallback reports whether a node is for browsers that do not know its parent, or for machines: what a formula says
// in another notation. What only takes up room in it is not seen either.
func isFallback(n *html.Node) bool {
	if dom.Is(n.Parent, atom.Video, atom.Audio) {
		return !dom.Is(n, atom.Source, atom.Track)
	}
	return n.Namespace == "math" && (strings.HasPrefix(n.Data, "annotation") || n.Data == "mphantom")
}

// text collapses white space as browsers do, so that indentation of the source does not stay.
func (w *writer) text(s string) {
	if w.pre == 0 {
		s = collapse(s)
		if w.fresh || len(w.out) == 0 {
			s = strings.TrimLeft(s, " ")
		}
	}
	if s != "" {
		w.fresh = false
		w.write(html.EscapeString(s))
	}
}

// collapse makes one space of each run of white space.
func collapse(s string) string {
	words := strings.Fields(s)
	if len(words) == 0 {
		if s == "" {
			return ""
		}
		return " "
	}
	text := strings.Join(words, " ")
	if isSpace(s[0]) {
		text = " " + text
	}
	if isSpace(s[len(s)-1]) {
		text += " "
	}
	return text
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' || b == '\f' }

func (w *writer) element(n *html.Node, depth int) {
	attrs, known := kept()[n.DataAtom]
	if n.Namespace != "" || !known || depth >= deepest {
		block := dom.IsBlock(n)
		w.line(block)
		w.children(n, min(depth+1, deepest))
		w.line(block)
		return
	}
	block := dom.IsBlock(n) || dom.Is(n, atom.Tr, atom.Td, atom.Th, atom.Thead, atom.Tbody, atom.Tfoot, atom.Caption, atom.Hr)
	before := len(w.out)
	w.line(block)
	w.open(n, attrs)
	opened := len(w.out)
	switch n.DataAtom {
	case atom.Img, atom.Br, atom.Hr, atom.Wbr:
		w.line(block)
		return
	case atom.Pre:
		w.pre++
		w.children(n, depth+1)
		w.pre--
	default:
		w.fresh = block
		w.children(n, depth+1)
	}
	if len(w.out) == opened && !dom.Is(n, atom.Td, atom.Th) {
		w.out = w.out[:before] // holds nothing
		w.line(block)
		return
	}
	w.fresh = false
	w.write("</" + n.Data + ">")
	w.line(block)
}

func (w *writer) write(s string) { w.out = append(w.out, s...) }

// line begins a new line around a block; within preformatted text that would be content.
func (w *writer) line(block bool) {
	if !block || w.pre > 0 || w.fresh || len(w.out) == 0 || w.out[len(w.out)-1] == '\n' {
		return
	}
	w.write("\n")
	w.fresh = true
}

// open writes a start tag. A link or an image without an address that can be followed
// has none.
func (w *writer) open(n *html.Node, attrs []string) {
	w.write("<" + n.Data)
	for _, name := range append([]string{"lang", "dir"}, attrs...) {
		value := dom.Attr(n, name)
		switch name {
		case "href":
			value = dom.ResolveLink(w.base, value)
		case "cite":
			value = dom.Resolve(w.base, value)
		case "src":
			value = dom.ImageURL(w.base, n)
		}
		if value == "" && (name != "alt" || !dom.HasAttr(n, name)) {
			continue
		}
		w.write(" " + name + `="` + html.EscapeString(value) + `"`)
	}
	if dom.Is(n, atom.Pre, atom.Code) {
		w.language(n)
	}
	w.write(">")
}

// language keeps what names the language of code.
func (w *writer) language(n *html.Node) {
	for name := range strings.FieldsSeq(dom.Attr(n, "class")) {
		if strings.HasPrefix(name, "language-") {
			w.write(` class="` + html.EscapeString(name) + `"`)
			return
		}
	}
}
