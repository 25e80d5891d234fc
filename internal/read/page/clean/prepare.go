package clean

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Prepare readies a page's tree for the search for its main content and for being written as
// markdown. Code is plain, check boxes and callouts stand in a form that survives
// the removal of what surrounds them, and what is no text of the page is gone. Whoever describes pages for
// the model MUST call it first, as the service does.
func Prepare(doc *html.Node) { new(Rules).Prepare(doc) }

// Prepare is the function of that name, and notes the controls of the page before it takes anything out.
func (r *Rules) Prepare(doc *html.Node) {
	has := r.lookFor(doc)
	if has.shadows {
		r.attachShadows(doc)
	}
	if has.code {
		Code(doc)
	}
	if has.tasks {
		Tasks(doc)
	}
	if has.callouts {
		callouts(doc)
	}
	if has.oddments || has.code || has.tasks { // these change texts
		oddments(doc)
	}
}

// need is what a page may have that Prepare would change. Most pages have none of it, and one walk
// that finds so costs less than those that look for each.
type need struct{ code, tasks, callouts, oddments, shadows bool }

func (r *Rules) lookFor(doc *html.Node) (has need) {
	for n := range dom.Descendants(doc) {
		switch n.Type {
		case html.TextNode:
			has.oddments = has.oddments || hasShortCode(n.Data)
		case html.ElementNode:
			has.look(n)
			r.control(n)
		}
	}
	return has
}

// look asks no more of an element than its name and the words of its class.
func (has *need) look(n *html.Node) {
	switch n.DataAtom {
	case atom.Template:
		has.shadows = has.shadows || isShadow(n)
	case atom.Pre, atom.Code:
		has.code = true
	case atom.Input:
		has.tasks = has.tasks || isCheckbox(n)
	case atom.A:
		has.oddments = has.oddments || isSkipLink(n)
	case atom.Div, atom.Table, atom.Aside, atom.Section:
		if class := dom.Attr(n, "class"); class != "" && len(class) <= maxClass {
			has.words(n, class)
		}
	}
}

// shortestName is how long the names of boxes and callouts are at least.
const shortestName = 7

func (has *need) words(n *html.Node, class string) {
	if has.code && has.callouts {
		return
	}
	names := 0
	for name := range strings.FieldsSeq(class) {
		names++
		if len(name) < shortestName {
			continue
		}
		_, box := lineOf(name)
		has.code = has.code || box
		has.callouts = has.callouts || isCallout(name)
	}
	has.callouts = has.callouts || names == 1 && saysKind(n, class) && calloutKinds()[strings.ToLower(class)] != ""
}
