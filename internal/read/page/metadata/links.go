package metadata

import (
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// image prefers the secure variant: the plain one often still says http.
func (r *reader) image() string {
	candidates := []string{r.metas.First("og:image:secure_url"), r.metas.First("og:image", "og:image:url"), r.metas.First("twitter:image", "twitter:image:src")}
	for _, o := range r.objects {
		candidates = append(candidates, structured.Named(o["image"], "url")...)
	}
	for n := range r.related("image_src") {
		candidates = append(candidates, dom.Attr(n, "href"))
	}
	for _, c := range candidates {
		if u := dom.Resolve(r.base, c); u != "" {
			return u
		}
	}
	return ""
}

// icons lists what the page declares. /favicon.ico is not assumed: whether it exists
// is not known without fetching it.
func (r *reader) icons() []page.Icon {
	var icons []page.Icon
	seen := map[string]bool{}
	for _, n := range r.links {
		rel := iconRel(n)
		if rel == "" {
			continue
		}
		u := dom.Resolve(r.base, dom.Attr(n, "href"))
		if u == "" || seen[rel+u] {
			continue
		}
		seen[rel+u] = true
		icons = append(icons, page.Icon{URL: u, Rel: rel, Type: dom.Attr(n, "type"), Sizes: dom.Attr(n, "sizes")})
		if len(icons) == maxIcons {
			break
		}
	}
	return icons
}

// iconRel folds the spellings of rel into three, "shortcut icon" among them.
func iconRel(n *html.Node) string {
	for rel := range strings.FieldsSeq(dom.Attr(n, "rel")) {
		switch {
		case strings.EqualFold(rel, "apple-touch-icon"), strings.EqualFold(rel, "apple-touch-icon-precomposed"):
			return "apple-touch-icon"
		case strings.EqualFold(rel, "mask-icon"):
			return "mask-icon"
		case strings.EqualFold(rel, "icon"):
			return "icon"
		}
	}
	return ""
}

// related yields the link elements of a relation.
func (r *reader) related(rel string) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for _, n := range r.links {
			if hasRel(n, rel) && !yield(n) {
				return
			}
		}
	}
}

func hasRel(n *html.Node, rel string) bool {
	for one := range strings.FieldsSeq(dom.Attr(n, "rel")) {
		if strings.EqualFold(one, rel) {
			return true
		}
	}
	return false
}

// types lists the distinct JSON-LD types in the page's order.
func types(objects []structured.Object) []string {
	var all []string
	for _, o := range objects {
		all = append(all, o.Types()...)
	}
	return unique(all)
}

func unique(list []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(s string) bool {
		known := seen[s]
		seen[s] = true
		return known
	})
}

// first returns the first candidate that has text, its space collapsed. What is
// longer than any title or description is passed over.
func first(candidates ...string) string {
	for _, c := range candidates {
		if s := structured.Collapse(c); s != "" && len(s) <= maxField {
			return s
		}
	}
	return ""
}
