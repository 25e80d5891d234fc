package markdown

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// heading writes a heading on one line.
func (w *writer) heading(n *html.Node) {
	w.boundary()
	if w.mode != blocks {
		w.children(n)
		w.boundary()
		return
	}
	w.mode = line
	aside := w.suspend()
	w.inHeading(n)
	w.in.pause()
	w.resume(aside)
	w.mode = blocks
	if len(w.in.tokens) > 0 {
		first := w.startsItem()
		w.begin(headingBlock)
		level := dom.HeadingLevel(n)
		w.titles.saw(n, level, len(w.out))
		w.out = append(w.out, "######"[:level]...)
		w.out = append(w.out, ' ')
		w.render(place{heading: true, item: first})
	}
	w.in.reset()
}

// inHeading gathers what a heading holds, with the link of the card that it is of.
func (w *writer) inHeading(n *html.Node) {
	to := w.card
	if to.address == "" {
		w.children(n)
		return
	}
	w.openLink(to)
	w.children(n)
	w.close()
	if len(w.in.tokens) > 0 {
		w.card = target{}
	}
}

// isSelfLink knows the sign that links a heading to itself, and the like that manuals put
// behind their terms.
func (w *writer) isSelfLink(a *html.Node) bool {
	class := dom.Attr(a, "class")
	named := strings.Contains(class, "headerlink") || strings.Contains(class, "permalink") || strings.Contains(class, "anchor")
	if !named && (w.mode != line || dom.Closest(a, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6) == nil) {
		return false
	}
	return dom.TextLength(a, 16) < 16 && strings.Trim(dom.Text(a), dom.SelfLink) == "" && !w.holds(a, isImage)
}

// titles sees to it that the text has a first-level heading.
type titles struct {
	want  string
	top   bool       // there is an h1
	first *html.Node // the first other heading
	level int
	at    int // in the output
}

func (t *titles) saw(n *html.Node, level, at int) {
	switch {
	case level == 1:
		t.top = true
	case t.first == nil:
		t.first, t.level, t.at = n, level, at
	}
}

// entitle puts the title in front where there is no h1, or makes one of the first
// heading that repeats it.
func (w *writer) entitle() {
	t := &w.titles
	if t.want == "" || t.top {
		return
	}
	if t.first != nil && strings.EqualFold(dom.HeadingText(t.first), t.want) {
		w.out = append(w.out[:t.at], w.out[t.at+t.level-1:]...)
		return
	}
	body := len(w.out)
	w.in.reset()
	w.mode = line
	w.text(t.want)
	if len(w.in.tokens) == 0 {
		return
	}
	w.out = append(w.out, "# "...)
	w.render(place{heading: true})
	w.out = append(w.out, "\n\n"...)
	rotate(w.out, body)
}

// rotate exchanges s[:at] and s[at:].
func rotate(s []byte, at int) {
	head := append([]byte(nil), s[at:]...)
	copy(s[len(head):], s[:at])
	copy(s, head)
}
