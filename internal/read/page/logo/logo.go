// Package logo lists the images of a page that may be the logo of who runs it, the
// likeliest first. It goes by what the page declares and where it shows an image; it
// must not fetch, so it does not know what the images look like.
package logo

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// most is how many candidates are listed.
const most = 20

// Source is what makes an image a candidate.
type Source string

// The sources, from what is said outright to what is only small and square.
const (
	JSONLD    Source = "json-ld"   // logo of an organization or publisher
	Microdata Source = "itemprop"  // an element with itemprop logo
	OpenGraph Source = "og:logo"   // a meta element
	Header    Source = "header"    // shown at the top, named a logo or linked to the front page
	Elsewhere Source = "home-link" // named a logo and linked to the front page, as in a footer
	Icon      Source = "icon"      // a touch icon or favicon
)

// Candidate is an image that may be the logo.
type Candidate struct {
	URL    string // absolute
	Source Source
}

// Find lists the distinct candidates. The objects are those of the page's JSON-LD,
// base is what its relative addresses are relative to, and icons are those that its
// metadata names.
func Find(doc *html.Node, base *url.URL, objects []structured.Object, icons []page.Icon) []Candidate {
	l := list{base: base, seen: map[string]bool{}}
	for _, o := range ranked(objects) {
		l.add(JSONLD, images(o["logo"])...)
	}
	for _, o := range objects {
		if publisher, ok := o["publisher"].(map[string]any); ok {
			l.add(JSONLD, images(publisher["logo"])...)
		}
	}
	l.add(Microdata, marked(doc)...)
	l.add(OpenGraph, structured.ReadMetas(doc).First("og:logo"))
	shown := shownImages(doc, base)
	l.add(Header, shown.header...)
	l.add(Elsewhere, shown.elsewhere...)
	for _, icon := range bySize(icons) {
		l.add(Icon, icon.URL)
	}
	return l.found
}

// URLs are the addresses of candidates.
func URLs(candidates []Candidate) []string {
	urls := make([]string, len(candidates))
	for i, c := range candidates {
		urls[i] = c.URL
	}
	return urls
}

type list struct {
	base  *url.URL
	seen  map[string]bool
	found []Candidate
}

func (l *list) add(s Source, refs ...string) {
	for _, ref := range refs {
		u := dom.Resolve(l.base, ref)
		if u == "" || l.seen[u] || len(l.found) >= most {
			continue
		}
		l.seen[u] = true
		l.found = append(l.found, Candidate{URL: u, Source: s})
	}
}

// ranked puts organizations before other things that have a logo, such as a brand
// or a product that the page sells.
func ranked(objects []structured.Object) []structured.Object {
	owner := func(o structured.Object) int {
		for i, suffix := range []string{"Organization", "Corporation", "Business", "WebSite"} {
			if o.Is(suffix) {
				return i
			}
		}
		return 9
	}
	sorted := slices.Clone(objects)
	slices.SortStableFunc(sorted, func(a, b structured.Object) int { return cmp.Compare(owner(a), owner(b)) })
	return sorted
}

// images are the addresses of a value that is one, an ImageObject, or a list.
func images(v any) []string {
	return slices.Concat(structured.Named(v, "url"), structured.Named(v, "contentUrl"))
}

// marked are the images with itemprop logo.
func marked(doc *html.Node) []string {
	var refs []string
	for n := range dom.Descendants(doc) {
		if n.Type != html.ElementNode || !slices.Contains(strings.Fields(dom.Attr(n, "itemprop")), "logo") {
			continue
		}
		for _, attr := range []string{"src", "href", "content", "data"} {
			refs = append(refs, dom.Attr(n, attr))
		}
		for img := range dom.All(n, atom.Img, atom.Meta) { // an ImageObject around it
			if dom.Is(img, atom.Img) || dom.Attr(img, "itemprop") == "url" {
				refs = append(refs, dom.Attr(img, "src"), dom.Attr(img, "content"))
			}
		}
	}
	return refs
}

// bySize puts large icons first. A touch icon without a size has 180 pixels by
// Apple's word; a drawing has any size, but a mask icon lost its colours.
func bySize(icons []page.Icon) []page.Icon {
	size := func(i page.Icon) int {
		switch {
		case i.Rel == "mask-icon":
			return 1
		case i.Type == "image/svg+xml" || strings.HasSuffix(i.URL, ".svg") || i.Sizes == "any":
			return 170
		case i.Sizes == "" && i.Rel == "apple-touch-icon":
			return 180
		}
		largest := 16
		for one := range strings.FieldsSeq(strings.ToLower(i.Sizes)) {
			width, _, _ := strings.Cut(one, "x")
			if n, err := strconv.Atoi(width); err == nil {
				largest = max(largest, n)
			}
		}
		return largest
	}
	sorted := slices.Clone(icons)
	slices.SortStableFunc(sorted, func(a, b page.Icon) int { return cmp.Compare(size(b), size(a)) })
	return sorted
}
