package markdown

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/page/clean"
	"github.com/quarryapi/quarry/internal/page/dom"
)

// maxNesting is how deep lists and quotes nest; each level indents every line
// below it, and costs the library a pass over all that it holds.
const maxNesting = 10

// normalize leaves in the tree only what markdown has a form for: addresses are
// absolute, inline elements hold no blocks, layout tables are blocks, and elements
// without a form are replaced by their children.
func normalize(root *html.Node, base *url.URL) {
	clean.Hidden(root)
	shapeTables(root)
	normalizer{base: base}.children(root, 0)
	mergeText(root)
}

type normalizer struct{ base *url.URL }

// children normalizes all below parent, innermost first, and reports whether a
// block is left there.
func (z normalizer) children(parent *html.Node, nesting int) (blocks bool) {
	var next *html.Node
	for c := parent.FirstChild; c != nil; c = next {
		next = c.NextSibling
		if c.Type == html.TextNode {
			c.Data = printable(c.Data)
			continue
		}
		if dom.Is(c, atom.Pre) {
			preformatted(c)
			blocks = true
			continue
		}
		depth := nesting
		if dom.Is(c, atom.Ul, atom.Ol, atom.Blockquote) {
			if depth++; depth > maxNesting {
				dom.Rename(c, atom.Div)
			}
		}
		inner := z.children(c, depth)
		blocks = z.element(c, inner) || blocks
	}
	return blocks
}

// element normalizes one element; inner tells whether it holds blocks. It reports
// whether a block stands in its place.
func (z normalizer) element(n *html.Node, inner bool) bool {
	switch {
	case dom.HeadingLevel(n) > 0:
		heading(n, inner)
		return true
	case dom.Is(n, atom.Dt):
		strong := dom.NewElement(atom.Strong)
		dom.MoveChildren(strong, n)
		n.AppendChild(strong)
		return true
	case dom.Is(n, atom.Li):
		task(n)
		return true
	case dom.IsBlock(n), dom.Is(n, atom.Td, atom.Th):
		return true
	case dom.Is(n, atom.A):
		return z.link(n, inner)
	case dom.Is(n, atom.Img):
		z.image(n)
	case dom.Is(n, atom.Video, atom.Audio):
		z.media(n)
	case dom.Is(n, atom.Input):
		dom.Remove(n)
	case dom.Is(n, atom.Q):
		n.InsertBefore(dom.NewText("“"), n.FirstChild)
		n.AppendChild(dom.NewText("”"))
		dom.Unwrap(n)
		return inner
	case dom.Is(n, atom.Sup):
		superscript(n)
	case dom.Is(n, atom.Source): // the img behind it still needs it, and it writes nothing
	case dom.Is(n, atom.Track, atom.Wbr, atom.Col, atom.Colgroup, atom.Area):
		dom.Remove(n)
	case dom.Is(n, atom.Br) || n.Data == breakName:
	case hasForm(n) && !inner:
	default:
		dom.Unwrap(n)
		return inner
	}
	return false
}

// hasForm reports whether markdown can mark what the inline element marks.
func hasForm(n *html.Node) bool {
	return dom.Is(n, atom.B, atom.Strong, atom.I, atom.Em, atom.S, atom.Del, atom.Strike,
		atom.Code, atom.Kbd, atom.Samp, atom.Tt)
}

// heading removes the anchors that point at the heading itself.
func heading(n *html.Node, inner bool) {
	for _, a := range dom.Collect(n, atom.A) {
		if strings.Trim(dom.Text(a), dom.SelfLink) == "" && dom.First(a, atom.Img) == nil {
			dom.Remove(a)
		}
	}
	if inner {
		inline(n)
	}
}

// link makes the address absolute. Of a link around blocks, as cards have, only the
// heading stays linked; without one the blocks become one line.
func (z normalizer) link(n *html.Node, inner bool) bool {
	address := dom.ResolveLink(z.base, dom.Attr(n, "href"))
	if address == "" {
		dom.Unwrap(n)
		return inner
	}
	n.Attr = []html.Attribute{{Key: "href", Val: address}}
	if !inner {
		return false
	}
	if h := dom.First(n, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6); h != nil {
		linked := dom.Clone(&html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Attr: n.Attr})
		dom.MoveChildren(linked, h)
		h.AppendChild(linked)
		dom.Unwrap(n)
		return true
	}
	if dom.First(n, atom.Table, atom.Ul, atom.Ol, atom.Pre) != nil {
		dom.Unwrap(n)
		return true
	}
	inline(n)
	return false
}

// inline replaces the blocks in n by their children, apart by spaces.
func inline(n *html.Node) {
	var next *html.Node
	for c := n.FirstChild; c != nil; c = next {
		next = c.NextSibling
		if c.Type != html.ElementNode {
			continue
		}
		inline(c)
		if dom.IsBlock(c) {
			n.InsertBefore(dom.NewText(" "), c)
			n.InsertBefore(dom.NewText(" "), next)
			dom.Unwrap(c)
		}
	}
}

// image makes the address absolute, and drops what has none or only counts visits.
func (z normalizer) image(n *html.Node) {
	address := dom.ImageURL(z.base, n)
	pixel := dom.Attr(n, "width") == "1" && dom.Attr(n, "height") == "1"
	if address == "" || pixel {
		dom.Remove(n)
		return
	}
	n.Attr = []html.Attribute{{Key: "src", Val: address}, {Key: "alt", Val: dom.Attr(n, "alt")}}
}

// media becomes a link to the recording.
func (z normalizer) media(n *html.Node) {
	src, label := dom.Attr(n, "src"), "Video"
	if dom.Is(n, atom.Audio) {
		label = "Audio"
	}
	if address := dom.Resolve(z.base, src); address != "" {
		a := dom.NewElement(atom.A, dom.NewText(label))
		dom.SetAttr(a, "href", address)
		dom.Replace(n, a)
		return
	}
	dom.Remove(n)
}

// task makes a task of an item that begins with a box.
func task(item *html.Node) {
	for n := range item.Descendants() {
		if n.Type != html.TextNode || strings.TrimSpace(n.Data) == "" {
			continue
		}
		text := strings.TrimLeft(n.Data, " \n\t")
		rest, checked := strings.CutPrefix(text, clean.Checked)
		rest, unchecked := strings.CutPrefix(rest, clean.Unchecked)
		if checked || unchecked {
			box := newNamed(taskName)
			if checked {
				dom.SetAttr(box, "checked", "")
			}
			n.Data = strings.TrimLeft(rest, " ")
			n.Parent.InsertBefore(box, n)
		}
		return
	}
}

// superscript keeps powers apart from what they raise: 10^6, not 106.
func superscript(n *html.Node) {
	if text := dom.Text(n); text != "" && strings.Trim(text, "0123456789+-−n") == "" && dom.First(n, atom.A) == nil {
		n.Parent.InsertBefore(dom.NewText("^"), n)
	}
	dom.Unwrap(n)
}

// preformatted leaves the text of code as it is, but for the marks of the library.
func preformatted(pre *html.Node) {
	for n := range pre.Descendants() {
		if n.Type == html.TextNode {
			n.Data = printable(n.Data)
		}
	}
}

// printable drops what no reader sees: control characters, among them those that
// the library uses as markers, and soft hyphens and zero-width spaces.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ' && r != '\n' && r != '\t' && r != '\r', r == 0x7f, r == '\uf002', r == '\u00ad', r == '\u200b', r == '\ufeff':
			return -1
		}
		return r
	}, s)
}

// mergeText joins adjacent text nodes, each run at once.
func mergeText(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.TextNode {
			mergeText(c)
			continue
		}
		if c.NextSibling == nil || c.NextSibling.Type != html.TextNode {
			continue
		}
		var b strings.Builder
		b.WriteString(c.Data)
		for next := c.NextSibling; next != nil && next.Type == html.TextNode; next = c.NextSibling {
			b.WriteString(next.Data)
			n.RemoveChild(next)
		}
		c.Data = b.String()
	}
}
