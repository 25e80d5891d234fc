package content

import (
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// prune takes out of a page's tree the text of the blocks that are not kept, what was
// never text, and the elements that are empty then.
func prune(page *segment.Page, kept []bool) {
	p := &pruner{page: page, kept: kept, words: make([]int32, len(page.Elements))}
	p.first = -1
	for i, k := range kept {
		if k {
			if p.first < 0 {
				p.first = page.Blocks[i].Text
			}
			p.last = page.Blocks[i].Until - 1
			p.words[page.Blocks[i].Element] += page.Blocks[i].Own.Words
		}
	}
	for i := len(page.Elements) - 1; i > 0; i-- {
		p.words[page.Elements[i].Parent] += p.words[i]
	}
	p.element(page.Elements[0].Node, 0, 0)
}

// pruner goes through the tree in the order in which it was cut.
type pruner struct {
	page  *segment.Page
	kept  []bool
	words []int32 // that are kept, of each element
	next  int32   // element
	text  int32
	block int

	first, last int32 // texts that are kept
}

// element prunes what is below a node and reports whether there is content. At is the
// index of the element, around that of the innermost one with text that is more than a
// caption.
func (p *pruner) element(n *html.Node, at, around int32) bool {
	p.next = at + 1
	if e := &p.page.Elements[at]; e.Sum.Words > 0 && e.Tag != segment.Figure && e.Hints&segment.NamedCaption == 0 {
		around = at
	}
	found, cells := false, dom.Is(n, atom.Tr)
	var following *html.Node
	for c := n.FirstChild; c != nil; c = following {
		following = c.NextSibling
		keep := false
		switch c.Type {
		case html.TextNode:
			keep = p.isKept(c)
			found = found || keep
			keep = keep || blank(c)
		case html.ElementNode:
			var inside bool
			keep, inside = p.child(c, around, cells)
			found = found || inside
		}
		if !keep {
			n.RemoveChild(c)
		}
	}
	return found
}

// child decides on an element.
func (p *pruner) child(c *html.Node, around int32, cells bool) (keep, inside bool) {
	if int(p.next) < len(p.page.Elements) && p.page.Elements[p.next].Node == c {
		tag := p.page.Elements[p.next].Tag
		inside = p.element(c, p.next, around)
		if inside {
			show(c)
		}
		switch {
		case dom.Is(c, atom.Img):
			inside = p.illustrates(around)
		case dom.Is(c, atom.Hr), cells && dom.Is(c, atom.Td, atom.Th):
			return true, inside
		case !inside && !tag.Block() && c.FirstChild != nil:
			return true, false // a space, maybe of code
		}
		return inside, inside
	}
	switch c.DataAtom {
	case atom.Br, atom.Wbr, atom.Col:
		return true, false
	}
	return false, false
}

// show makes an element visible: content that lies behind a tab or folds open is reported as
// what is shown at once. So is that which a button shows.
func show(n *html.Node) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool {
		return a.Key == "hidden" || a.Key == "aria-hidden" || a.Key == "style"
	})
	switch n.DataAtom {
	case atom.Button, atom.Label:
		n.DataAtom, n.Data = atom.Span, "span"
	case atom.Dialog:
		n.DataAtom, n.Data = atom.Div, "div"
	}
}

// illustrates reports whether an image whose innermost surroundings with text are given
// stands with content: most of that text is kept, and the image, where it is not between blocks that
// are, at least shares an element below the body with them.
func (p *pruner) illustrates(around int32) bool {
	if p.words[around]*2 < p.page.Elements[around].Sum.Words {
		return false
	}
	return around > 0 || p.text > p.first && p.text <= p.last
}

// isKept reports whether a text is of a block that is kept.
func (p *pruner) isKept(n *html.Node) bool {
	if int(p.text) >= len(p.page.Texts) || p.page.Texts[p.text] != n {
		return false
	}
	for p.page.Blocks[p.block].Until <= p.text {
		p.block++
	}
	p.text++
	return p.kept[p.block]
}

func blank(n *html.Node) bool {
	for i := range len(n.Data) {
		if n.Data[i] > ' ' {
			return false
		}
	}
	return true
}
