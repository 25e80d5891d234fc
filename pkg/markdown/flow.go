package markdown

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// hides reports whether nothing below an element is shown.
func hides(n *html.Node) bool { return clean.IsHidden(n) }

// element writes one element by its name.
func (w *writer) element(n *html.Node) {
	if n.Namespace == "math" {
		w.mathML(n)
		return
	}
	switch n.DataAtom {
	case atom.Script:
		w.mathScript(n)
		return
	case atom.Input:
		w.checkbox(n)
		return
	}
	if hides(n) || w.isNote(n) || clean.IsCalloutTitle(n) {
		return
	}
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		w.heading(n)
	case atom.P:
		w.boundary()
		was := w.paragraph
		w.paragraph = true
		w.children(n)
		w.boundary()
		w.paragraph = was
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		w.list(n)
	case atom.Li:
		w.bullet(n)
	case atom.Dl:
		w.definitions(n)
	case atom.Blockquote:
		w.quote(n)
	case atom.Pre, atom.Listing, atom.Xmp:
		w.codeBlock(n)
	case atom.Hr:
		w.rule(n)
	case atom.Table:
		w.table(n)
	case atom.Td, atom.Th:
		w.layoutCell(n)
	default:
		w.inlineElement(n)
	}
}

// inlineElement writes what stands in a line, and blocks without a form of their own.
func (w *writer) inlineElement(n *html.Node) {
	switch n.DataAtom {
	case atom.A:
		w.link(n)
	case atom.B, atom.Strong:
		w.marked(n, strong)
	case atom.I, atom.Em:
		w.marked(n, emphasis)
	case atom.S, atom.Del, atom.Strike:
		w.marked(n, deleted)
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		w.code(n)
	case atom.Br:
		w.lineBreak()
	case atom.Img:
		w.image(n)
	case atom.Video, atom.Audio:
		w.recording(n)
	case atom.Q:
		w.text("“")
		w.children(n)
		w.text("”")
	case atom.Sup:
		w.superscript(n)
	case atom.Rt:
		w.ruby(n)
	case atom.Span, atom.Div:
		if !w.mathElement(n) && (!w.notes.writing || !leadsBack(n)) {
			w.plain(n)
		}
	default:
		w.plain(n)
	}
}

// plain writes an element that markdown has no form for.
func (w *writer) plain(n *html.Node) {
	if !dom.IsBlock(n) {
		w.children(n)
		return
	}
	w.boundary()
	w.children(n)
	w.boundary()
}

// boundary ends what stands in one line where a block begins or ends.
func (w *writer) boundary() {
	switch w.mode {
	case blocks:
		w.flush()
	case cell:
		w.in.part(breakGap)
	case line:
		w.in.part(spaceGap)
	}
}

func (w *writer) lineBreak() {
	if w.mode == line || w.in.active[link] > 0 {
		w.in.part(spaceGap)
		return
	}
	w.in.part(breakGap)
}

func (w *writer) marked(n *html.Node, k markKind) {
	opened := w.open(k, n.DataAtom)
	w.children(n)
	if opened {
		w.close()
	}
}

func (w *writer) quote(n *html.Node) {
	w.boundary()
	if w.mode != blocks || w.nesting == maxNesting {
		w.children(n)
		w.boundary()
		return
	}
	w.nesting++
	w.push(frame{kind: quoteFrame, label: clean.Callout(n)})
	w.children(n)
	w.flush()
	w.pop()
	w.nesting--
}

// bullet writes an item that stands in no list, or where there are no lists.
func (w *writer) bullet(n *html.Node) {
	w.boundary()
	if w.mode == cell && w.holds(n, isContent) {
		w.text("• ")
		w.in.glue = true
	}
	w.children(n)
	w.boundary()
}

// rule writes a thematic break. In an item it must not look like the item's marker.
func (w *writer) rule(n *html.Node) {
	w.boundary()
	if w.mode != blocks || w.notes.heads(n) {
		return
	}
	w.begin(ruleBlock)
	mark := "---"
	for i := len(w.frames) - 1; i >= 0; i-- {
		if f := &w.frames[i]; f.kind == listFrame {
			if f.marker == '-' {
				mark = "***"
			}
			break
		}
	}
	w.out = append(w.out, mark...)
}

// superscript keeps powers apart from what they raise: 10^6, not 106.
func (w *writer) superscript(n *html.Node) {
	if isPower(n) {
		w.text("^")
	}
	w.children(n)
}

func isPower(n *html.Node) bool {
	c := n.FirstChild
	if c == nil || c.NextSibling != nil || c.Type != html.TextNode || c.Data == "" {
		return false
	}
	for _, r := range c.Data {
		if (r < '0' || r > '9') && r != '+' && r != '-' && r != '−' && r != 'n' {
			return false
		}
	}
	return true
}

// ruby puts the reading of characters in brackets, where the page brings none.
func (w *writer) ruby(n *html.Node) {
	bare := !dom.Is(n.PrevSibling, atom.Rp)
	if bare {
		w.text("(")
	}
	w.children(n)
	if bare {
		w.text(")")
	}
}
