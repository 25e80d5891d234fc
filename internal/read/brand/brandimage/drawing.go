package brandimage

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
)

const (
	looked      = 300      // drawings of a page
	maxDrawing  = 24 << 10 // bytes of one, before base64
	leastSource = 300      // bytes of an embedded image; less is a placeholder
)

// drawings are the SVG elements, and images within the page itself, that are shown as
// its logo: at the top, and named a logo or leading to the front page.
func drawings(doc *html.Node, base *url.URL) []Candidate {
	var found []Candidate
	ids := drawingsByID(doc)
	count, tried := 0, 0
	for n := range doc.Descendants() {
		drawing := n.Type == html.ElementNode && n.Data == "svg"
		if !drawing && !embedded(n) {
			continue
		}
		if count++; count > looked || tried >= most {
			break
		}
		confidence := shownAs(n, base)
		if confidence == 0 {
			continue
		}
		tried++
		address := dom.Attr(n, "src")
		if drawing {
			address = dataURI(n, ids)
		}
		if address != "" {
			found = append(found, Candidate{address, confidence})
		}
	}
	return found
}

// embedded matches an image that the page holds itself, and that is no placeholder.
func embedded(n *html.Node) bool {
	if !dom.Is(n, atom.Img) {
		return false
	}
	src := dom.Attr(n, "src")
	return strings.HasPrefix(src, "data:image/") && len(src) >= leastSource && len(src) <= maxDrawing*4/3
}

func drawingsByID(doc *html.Node) map[string]*html.Node {
	ids := map[string]*html.Node{}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || n.Namespace != "svg" {
			continue
		}
		if id := dom.Attr(n, "id"); id != "" && ids[id] == nil {
			ids[id] = n
		}
	}
	return ids
}

// shownAs is how likely a drawing is the logo by its place, 0 for most.
func shownAs(n *html.Node, base *url.URL) float64 {
	named, home, top := false, false, false
	for p, up := n, 0; p != nil && p.Type == html.ElementNode; p, up = p.Parent, up+1 {
		words := attributes(p)
		if up <= 2 && containsAny(words, "logo", "wordmark", "brand") {
			named = true
		}
		switch {
		case dom.Is(p, atom.A):
			home = leadsHome(p, base)
		case dom.Is(p, atom.Header, atom.Nav) || dom.Attr(p, "role") == "banner" || containsAny(words, "navbar", "masthead", "site-header", "topbar"):
			top = true
		case dom.Is(p, atom.Footer, atom.Article, atom.Main, atom.Button) || containsAny(words, "customer", "client", "partner", "payment", "social"):
			return 0
		}
	}
	switch {
	case top && named && home || top && named:
		return drawnLogo
	case top && home:
		return drawnHome
	}
	return 0
}

func attributes(n *html.Node) string {
	return strings.ToLower(dom.Attr(n, "class") + " " + dom.Attr(n, "id") + " " + dom.Attr(n, "aria-label") + " " + dom.Attr(n, "alt"))
}

func containsAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(s, p) })
}

func leadsHome(a *html.Node, base *url.URL) bool {
	u, err := url.Parse(dom.Resolve(base, dom.Attr(a, "href")))
	return err == nil && dom.SameSite(u, base) && strings.Trim(u.Path, "/") == "" && u.RawQuery == ""
}

// dataURI is a drawing as an address of its own: with what it refers to elsewhere in
// the page, and without what could run. "" for one that is empty or too large.
func dataURI(svg *html.Node, ids map[string]*html.Node) string {
	copied := dom.Clone(svg)
	include(copied, ids)
	harmless(copied)
	if !drawsSomething(copied) {
		return ""
	}
	if dom.Attr(copied, "xmlns") == "" {
		dom.SetAttr(copied, "xmlns", "http://www.w3.org/2000/svg")
	}
	var b bytes.Buffer
	if html.Render(&b, copied) != nil || b.Len() > maxDrawing {
		return ""
	}
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

// include puts a copy of the symbol that a use element names in its place, one level.
func include(svg *html.Node, ids map[string]*html.Node) {
	const most = 20
	uses := lookup.Of(svg).Find("use").Nodes
	for _, use := range uses[:min(len(uses), most)] {
		id, _ := strings.CutPrefix(dom.Attr(use, "href"), "#") // with the namespace xlink, too
		n := ids[id]
		if n == nil || small(n) > maxNodes {
			continue
		}
		symbol := dom.Clone(n)
		if box := dom.Attr(n, "viewBox"); box != "" && dom.Attr(svg, "viewBox") == "" {
			dom.SetAttr(svg, "viewBox", box)
		}
		symbol.Data = "g" // a symbol is not drawn by itself
		dom.Replace(use, symbol)
	}
}

const maxNodes = 2000 // of a symbol

func small(n *html.Node) (nodes int) {
	for range n.Descendants() {
		if nodes++; nodes > maxNodes {
			break
		}
	}
	return nodes
}

// harmless takes out scripts, handlers and everything that would be fetched.
func harmless(svg *html.Node) {
	var gone []*html.Node
	for n := range svg.Descendants() {
		switch {
		case n.Type == html.CommentNode:
			gone = append(gone, n)
		case n.Type != html.ElementNode:
		case slices.Contains([]string{"script", "foreignobject", "foreignObject", "image", "use", "iframe", "style", "a"}, n.Data):
			gone = append(gone, n)
		default:
			clean(n)
		}
	}
	clean(svg)
	for _, n := range gone {
		if n.Parent != nil {
			dom.Remove(n)
		}
	}
}

func clean(n *html.Node) {
	for i := range n.Attr {
		if n.Attr[i].Namespace == "xlink" { // SVG 2 knows the name without it, and needs no declaration then
			n.Attr[i].Namespace = ""
		}
	}
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool {
		key := strings.ToLower(a.Key)
		outside := strings.Contains(a.Val, "url(") && !strings.Contains(a.Val, "url(#")
		return strings.HasPrefix(key, "on") || strings.HasPrefix(key, "data-") || key == "href" && !strings.HasPrefix(a.Val, "#") || outside || strings.Contains(a.Val, "var(")
	})
}

func drawsSomething(svg *html.Node) bool {
	return lookup.Of(svg).Find("path, rect, circle, ellipse, polygon, polyline, line, text").Length() > 0
}
