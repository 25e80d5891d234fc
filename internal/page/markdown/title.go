package markdown

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/page/dom"
)

// entitle sees to it that the text has a first-level heading: when it has none, a
// first heading that repeats the title becomes one, else the title goes in front. A
// title alone is no text.
func entitle(root *html.Node, title string) {
	title = strings.Join(strings.Fields(title), " ")
	empty := dom.TextLength(root, 1) == 0 && dom.First(root, atom.Img) == nil
	if title == "" || empty || dom.First(root, atom.H1) != nil {
		return
	}
	first := dom.First(root, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6)
	if first != nil && strings.EqualFold(dom.Text(first), title) {
		dom.Rename(first, atom.H1)
		return
	}
	root.InsertBefore(dom.NewElement(atom.H1, dom.NewText(printable(title))), root.FirstChild)
}
