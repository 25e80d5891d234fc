package clean

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// hides reports whether the rules hide an element, and whether in a way that scripts undo.
func (r *Rules) hides(n *html.Node) (hidden, weak bool) {
	if n.Type != html.ElementNode || len(n.Attr) == 0 || dom.Is(n, atom.Html, atom.Body, atom.Main) {
		return false, false
	}
	hidden, weak = r.hidesClosed(n)
	if closed := hidden || dom.Attr(n, "aria-hidden") == "true"; closed && r.isFolded(n) && r.reaches(n) {
		openUp(n)
		return false, false
	}
	return hidden, weak
}

// isFolded reports whether what hides an element is no more than what folds answers.
func (r *Rules) isFolded(n *html.Node) bool {
	var d declarations
	d.readOwn(dom.Attr(n, "style"))
	return (d.hiding()|r.waysOf(n))&^folding == 0
}

// waysOf are the ways in which rules hide an element.
func (r *Rules) waysOf(n *html.Node) (w ways) {
	look := func(all []compound) {
		for i := range all {
			if all[i].fits(n) {
				w |= r.left(n, &all[i])
			}
		}
	}
	if id := strings.TrimSpace(dom.Attr(n, "id")); id != "" && r.ids.all != nil {
		look(r.ids.of(id))
	}
	if r.classes.all != nil {
		for class := range strings.FieldsSeq(dom.Attr(n, "class")) {
			look(r.classes.of(class))
		}
	}
	return w
}

// hidesClosed is hides without regard to what readers open.
func (r *Rules) hidesClosed(n *html.Node) (hidden, weak bool) {
	var id, class string
	byAttribute := false
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "id":
			id = a.Val
		case "class":
			class = a.Val
		case "hidden", "popover":
			byAttribute = true
		case "style":
			if hiddenByStyle(n, a.Val) {
				if r.overrules(n, a.Val) {
					a.Val = ""
					continue
				}
				byAttribute = true
			}
		}
	}
	id = strings.TrimSpace(id)
	if byAttribute {
		return true, false
	}
	if id != "" && r.ids.all != nil {
		hidden, weak = r.fits(n, id, r.ids.of(id))
	}
	if r.classes.all == nil || len(class) > longestStyle || hidden && !weak {
		return hidden, weak
	}
	return r.hidesClass(n, class, hidden)
}

// overrules reports whether an important rule may take back what a style attribute hides.
func (r *Rules) overrules(n *html.Node, own string) bool {
	important := false
	for i := range r.shown {
		important = important || r.shown[i].important != 0
	}
	if !important {
		return false
	}
	var d declarations
	d.readOwn(own)
	hides := d.hiding()
	return hides&^r.takes(n, hides).important == 0
}

// hidesClass is hides by one of the classes of an element, which a weak rule for its id may hide already.
func (r *Rules) hidesClass(n *html.Node, class string, already bool) (hidden, weak bool) {
	hidden = already
	for c := range strings.FieldsSeq(class) {
		if one, faint := r.fits(n, c, r.classes.of(c)); one && !faint {
			return true, false
		} else if one {
			hidden = true
		}
	}
	return hidden, hidden
}

// fits reports whether one of the rules of a name is for an element, and whether only weak ones are.
func (r *Rules) fits(n *html.Node, name string, all []compound) (one, weak bool) {
	for i := range all {
		if all[i].fits(n) && r.left(n, &all[i]) != 0 {
			if !all[i].weak {
				return true, false
			}
			one = one || !r.speaks(name)
		}
	}
	return one, one
}

// weakly is how many times as long as what is hidden weakly the text of a page is at least: injected orders are short, and
// what scripts are to fade in is not.
const weakly = 5

// Apply takes out of a tree what the rules hide. Where that is most of its text, the rules are
// not what the reader sees, and nothing is taken out.
func (r *Rules) Apply(root *html.Node) {
	r.shut(root)
	var found, faint []*html.Node
	hidden, faintly := 0, 0
	var look func(*html.Node)
	look = func(n *html.Node) {
		sealed := r.seals(n)
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if one, weak := r.hides(c); weak {
				faint = append(faint, c)
				faintly += dom.TextLength(c, measured)
				continue
			} else if one || sealed && c != headOf(n) {
				found = append(found, c)
				hidden += dom.TextLength(c, measured)
				continue
			}
			if c.FirstChild != nil {
				look(c)
			}
		}
	}
	look(root)
	if len(faint) > 0 && faintly*weakly <= dom.TextLength(root, min(measured, faintly*weakly+1)) {
		found, hidden = append(found, faint...), hidden+faintly
	}
	if len(found) == 0 || hidden*2 > dom.TextLength(root, min(measured, hidden*2)) {
		return
	}
	for _, n := range found {
		dom.Remove(n)
	}
}

// shut takes closed dialogs out of a tree, which no rule of the page hides.
func (r *Rules) shut(root *html.Node) {
	for _, n := range r.dialogs {
		for around := n.Parent; around != nil; around = around.Parent {
			if around == root {
				dom.Remove(n)
				break
			}
		}
	}
}
