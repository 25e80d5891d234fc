package clean

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// The characters that stand for a check box.
const (
	Checked   = "☑"
	Unchecked = "☐"
)

// Tasks writes the check boxes of list items as characters, because the search for
// main content drops every form control.
func Tasks(doc *html.Node) {
	for _, n := range dom.Collect(doc, atom.Input) {
		if !isCheckbox(n) || dom.Closest(n, atom.Li) == nil {
			continue
		}
		box := Unchecked
		if dom.HasAttr(n, "checked") {
			box = Checked
		}
		dom.Replace(n, dom.NewText(box+" "))
	}
}

func isCheckbox(n *html.Node) bool { return strings.EqualFold(dom.Attr(n, "type"), "checkbox") }
