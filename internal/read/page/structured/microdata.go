package structured

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Bounds of all microdata of a page. An itemref can name any element any number of
// times, also one that holds the item itself.
const (
	maxItems  = 500
	maxValues = 5000
	maxNodes  = 500_000 // visited
	maxText   = 2 << 20 // bytes of all values
	maxValue  = 16 << 10
)

// Microdata returns the top-level items of the page in order, after the rules of
// https://html.spec.whatwg.org/multipage/microdata.html.
func Microdata(doc *html.Node, base *url.URL) []page.Item {
	r := microReader{base: base, byID: map[string]*html.Node{}, open: map[*html.Node]bool{}}
	var tops []*html.Node
	for n := range dom.Descendants(doc) {
		if n.Type != html.ElementNode || len(n.Attr) == 0 {
			continue
		}
		if id := dom.Attr(n, "id"); id != "" && r.byID[id] == nil {
			r.byID[id] = n
		}
		if dom.HasAttr(n, "itemscope") && !dom.HasAttr(n, "itemprop") && len(tops) < maxItems {
			tops = append(tops, n)
		}
	}
	items := make([]page.Item, 0, len(tops))
	for _, n := range tops {
		if item := r.item(n); len(item.Properties) > 0 {
			items = append(items, item)
		}
	}
	return items
}

type microReader struct {
	base                *url.URL
	byID                map[string]*html.Node
	open                map[*html.Node]bool // items being read: an item within itself is no value
	values, nodes, text int
}

func (r *microReader) spent() bool {
	return r.values >= maxValues || r.nodes >= maxNodes || r.text >= maxText
}

// item reads one item. While it is open, references to it and its own nested
// mentions are passed over; without that a page of 90 bytes recurses until the
// process dies.
func (r *microReader) item(n *html.Node) page.Item {
	item := page.Item{Type: strings.Fields(dom.Attr(n, "itemtype")), Properties: map[string][]any{}}
	if item.Type == nil {
		item.Type = []string{}
	}
	if id := dom.Attr(n, "itemid"); id != "" {
		item.ID = dom.Resolve(r.base, id)
	}
	r.open[n] = true
	r.children(n, &item)
	for id := range strings.FieldsSeq(dom.Attr(n, "itemref")) {
		if ref := r.byID[id]; ref != nil && !r.open[ref] {
			r.element(ref, &item)
		}
	}
	delete(r.open, n)
	return item
}

func (r *microReader) children(n *html.Node, item *page.Item) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.element(c, item)
	}
}

func (r *microReader) element(n *html.Node, item *page.Item) {
	r.nodes++
	if n.Type != html.ElementNode || r.spent() {
		return
	}
	scope := dom.HasAttr(n, "itemscope")
	names := strings.Fields(dom.Attr(n, "itemprop"))
	switch {
	case scope && len(names) == 0: // a top-level item of its own
		return
	case scope:
		if !r.open[n] {
			r.add(item, names, r.item(n))
		}
		return
	case len(names) > 0:
		if v := r.value(n); v != "" {
			r.text += len(v)
			r.add(item, names, v)
		}
	}
	r.children(n, item)
}

func (r *microReader) add(item *page.Item, names []string, value any) {
	for _, name := range names {
		r.values++
		item.Properties[name] = append(item.Properties[name], value)
	}
}

// value takes content from any element, as search engines do; the standard allows
// it on meta only.
func (r *microReader) value(n *html.Node) string {
	if v := dom.Attr(n, "content"); v != "" {
		return cut(v)
	}
	switch n.DataAtom {
	case atom.Audio, atom.Embed, atom.Iframe, atom.Img, atom.Source, atom.Track, atom.Video:
		return dom.Resolve(r.base, dom.Attr(n, "src"))
	case atom.A, atom.Area, atom.Link:
		return dom.ResolveLink(r.base, dom.Attr(n, "href"))
	case atom.Object:
		return dom.Resolve(r.base, dom.Attr(n, "data"))
	case atom.Data, atom.Meter:
		return cut(dom.Attr(n, "value"))
	case atom.Time:
		if v := dom.Attr(n, "datetime"); v != "" {
			return cut(v)
		}
	}
	if length := dom.TextLength(n, maxText); length >= maxText {
		r.text = maxText
		return ""
	}
	return cut(dom.Text(n))
}

func cut(s string) string {
	if len(s) <= maxValue {
		return s
	}
	return strings.ToValidUTF8(s[:maxValue], "")
}
