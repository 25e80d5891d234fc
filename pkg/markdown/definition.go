package markdown

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// definitions writes a list of terms. Where each definition is one line of text, it
// stands behind a colon on the line below its term, which reads well without the
// extension that knows it. Others are blocks behind a bold term.
func (w *writer) definitions(n *html.Node) {
	w.boundary()
	if w.mode != blocks {
		w.children(n)
		w.boundary()
		return
	}
	d := definer{w: w, list: n, short: !w.definesBlocks(n)}
	for c := n.FirstChild; c != nil && w.err == nil; {
		switch {
		case c.Type == html.TextNode:
			w.text(c.Data)
		case c.Type != html.ElementNode || hides(c) || w.isNote(c):
			c = skip(c, n)
			continue
		case dom.Is(c, atom.Dt, atom.Dd):
			w.flush()
			d.define(c)
			c = skip(c, n)
			continue
		case !dom.Is(c, atom.Div):
			w.node(c)
			c = skip(c, n)
			continue
		}
		c = next(c, n)
	}
	w.flush()
}

// definesBlocks reports whether a definition holds more than a paragraph.
func (w *writer) definesBlocks(dl *html.Node) bool {
	for c := dl.FirstChild; c != nil; {
		switch {
		case dom.Is(c, atom.Dd) && w.holdsMore(c):
			return true
		case dom.Is(c, atom.Dd, atom.Dt):
			c = skip(c, dl)
		case dom.IsBlock(c) && !dom.Is(c, atom.Div):
			return true
		default:
			c = next(c, dl)
		}
	}
	return false
}

// holdsMore reports whether n holds more than one block of text.
func (w *writer) holdsMore(n *html.Node) bool {
	paragraphs := 0
	return w.holds(n, func(c *html.Node) bool {
		switch {
		case dom.Is(c, atom.P, atom.Div):
			paragraphs++
			return paragraphs > 1
		case c.Type == html.TextNode && c.Parent == n:
			return paragraphs > 0 && oneLine(c.Data) != ""
		default:
			return dom.IsBlock(c)
		}
	})
}

// definer writes one list.
type definer struct {
	w       *writer
	list    *html.Node
	short   bool
	known   bool // defined is that of the terms from here to the next definition
	defined bool
}

// define writes a term or a definition.
func (d *definer) define(n *html.Node) {
	w := d.w
	isTerm := dom.Is(n, atom.Dt)
	if !d.short {
		if isTerm {
			w.bold(n)
		} else {
			w.children(n)
		}
		w.flush()
		return
	}
	w.mode = line
	w.children(n)
	w.mode = blocks
	if len(w.in.tokens) == 0 {
		return
	}
	w.in.pause()
	switch above := w.top().prev; {
	case isTerm && d.isDefined(n):
		w.begin(termBlock)
	case !isTerm && (above == termBlock || above == definitionBlock):
		w.begin(definitionBlock)
		w.out = append(w.out, ": "...)
	default:
		w.begin(paragraphBlock)
	}
	w.render(place{start: true})
	w.in.reset()
	d.known = d.known && isTerm
}

// isDefined reports whether a definition with text follows the term, behind other terms
// maybe.
func (d *definer) isDefined(term *html.Node) bool {
	if d.known {
		return d.defined
	}
	d.known, d.defined = true, false
	for c := skip(term, d.list); c != nil; {
		switch {
		case dom.Is(c, atom.Dd) && !hides(c) && d.w.holds(c, isContent):
			d.defined = true
			return true
		case dom.Is(c, atom.Dt, atom.Dd) || c.Type == html.ElementNode && hides(c):
			c = skip(c, d.list)
		case c.Type == html.TextNode && oneLine(c.Data) != "", c.Type == html.ElementNode && !dom.Is(c, atom.Div):
			return false
		default:
			c = next(c, d.list)
		}
	}
	return false
}

// bold writes a term as a bold line.
func (w *writer) bold(n *html.Node) {
	w.mode = line
	w.marked(n, strong)
	w.mode = blocks
}
