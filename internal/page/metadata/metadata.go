// Package metadata answers what a page says about itself, choosing among the many
// places where pages say it. It must not guess: what no element declares is absent.
package metadata

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/page"
	"github.com/quarryapi/quarry/internal/page/dom"
	"github.com/quarryapi/quarry/internal/page/structured"
)

const (
	maxIcons = 50
	maxField = 2000 // bytes of a title or name; longer ones are no such thing
)

// Read reads a page's metadata. The objects are those of its JSON-LD; base is what
// its relative addresses are relative to.
func Read(doc *html.Node, base *url.URL, objects []structured.Object) page.Metadata {
	r := reader{doc: doc, base: base, metas: structured.ReadMetas(doc), objects: ranked(objects)}
	return page.Metadata{
		Title:       r.title(),
		Description: r.description(),
		Canonical:   r.canonical(),
		Language:    r.language(),
		Author:      r.author(),
		PublishedAt: r.published(),
		ModifiedAt:  r.modified(),
		SiteName:    r.siteName(),
		Image:       r.image(),
		Icons:       r.icons(),
		OpenGraph:   r.metas.OpenGraph(),
		Twitter:     r.metas.Twitter(),
		JSONLDTypes: types(objects),
	}
}

type reader struct {
	doc     *html.Node
	base    *url.URL
	metas   structured.Metas
	objects []structured.Object
	marks   *marks // read when first asked for
}

// ranked puts first what a page is about, and leaves out what only surrounds it.
func ranked(objects []structured.Object) []structured.Object {
	var articles, pages, others []structured.Object
	for _, o := range objects {
		switch {
		case o.Is("Article"), o.Is("Posting"), o.Is("Product"), o.Is("Recipe"), o.Is("VideoObject"), o.Is("Event"):
			articles = append(articles, o)
		case o.Is("Page"):
			pages = append(pages, o)
		case o.Is("WebSite"), o.Is("Organization"), o.Is("BreadcrumbList"), o.Is("Person"), o.Is("ImageObject"), o.Is("Comment"), o.Is("Review"):
		default:
			others = append(others, o)
		}
	}
	return slices.Concat(articles, pages, others)
}

// linked returns the first text of a field of the JSON-LD objects.
func (r *reader) linked(fields ...string) string {
	for _, o := range r.objects {
		for _, f := range fields {
			if s := structured.Strings(o[f]); len(s) > 0 {
				return s[0]
			}
		}
	}
	return ""
}

// title prefers the title element although it often ends in the name of the site:
// it is what browsers, search engines and bookmarks show.
func (r *reader) title() string {
	var own, heading string
	if n := dom.First(r.doc, atom.Title); n != nil && n.FirstChild != nil {
		own = n.FirstChild.Data
	}
	if n := dom.First(r.doc, atom.H1); n != nil {
		heading = dom.Text(n)
	}
	return first(own, r.metas.First("og:title", "twitter:title", "dc.title"), r.linked("headline", "name"), heading)
}

func (r *reader) description() string {
	return first(r.metas.First("description", "og:description", "twitter:description", "dc.description"), r.linked("description"))
}

// canonical believes og:url where no link is given: https://ogp.me calls it the
// canonical URL of the object.
func (r *reader) canonical() string {
	for n := range r.links("canonical") {
		if u := dom.Resolve(r.base, dom.Attr(n, "href")); u != "" {
			return u
		}
	}
	return dom.Resolve(r.base, r.metas.First("og:url"))
}

// language passes over what is no tag, as templates leave behind that were never
// filled in.
func (r *reader) language() string {
	var lang string
	if n := dom.First(r.doc, atom.Html); n != nil {
		lang = first(dom.Attr(n, "lang"), dom.Attr(n, "xml:lang"))
	}
	for _, candidate := range []string{lang, r.metas.First("content-language"), r.metas.First("og:locale", "dc.language")} {
		if tag := strings.ReplaceAll(candidate, "_", "-"); isLanguageTag(tag) {
			return tag
		}
	}
	return ""
}

// isLanguageTag checks the shape of BCP 47: subtags of 1 to 8 letters and digits,
// the first of 2 or 3 letters.
func isLanguageTag(tag string) bool {
	for i, sub := range strings.Split(tag, "-") {
		if len(sub) < 1 || len(sub) > 8 || i == 0 && (len(sub) < 2 || len(sub) > 3) {
			return false
		}
		for _, c := range sub {
			letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
			if !letter && (i == 0 || c < '0' || c > '9') {
				return false
			}
		}
	}
	return true
}

func (r *reader) siteName() string {
	var name string
	for _, o := range r.objects {
		if names := structured.Named(o["publisher"], "name"); len(names) > 0 {
			name = names[0]
			break
		}
	}
	return first(r.metas.First("og:site_name", "application-name"), name)
}

// author joins all names that JSON-LD gives; the other places name one or a list.
func (r *reader) author() string {
	for _, o := range r.objects {
		names := slices.DeleteFunc(structured.Named(o["author"], "name"), func(s string) bool { return !isName(s) })
		if len(names) > 0 {
			return strings.Join(unique(names), ", ")
		}
	}
	candidates := []string{
		r.metas.First("author"),
		r.metas.First("article:author"),
		r.metas.First("dc.creator", "dcterms.creator", "parsely-author", "citation_author"),
		r.property("author"),
	}
	for n := range dom.All(r.doc, atom.A, atom.Link) {
		if hasRel(n, "author") {
			candidates = append(candidates, dom.Text(n))
			break
		}
	}
	for _, c := range candidates {
		if isName(c) {
			return c
		}
	}
	return ""
}

// isName tells a name from the address of a profile, which the same fields carry.
func isName(s string) bool {
	return s != "" && len(s) <= 200 && !strings.Contains(s, "://") && !strings.HasPrefix(s, "@")
}
