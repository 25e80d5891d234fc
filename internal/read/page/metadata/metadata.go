// Package metadata answers what a page says about itself. Pages say it in many places:
// JSON-LD, meta elements, itemprops, classes, their address and the text around their
// headline. Read walks a page once, collects what stands in each place, and lets what
// agrees outweigh what stands alone; title.go, author.go and published.go hold the
// weights. It must not guess: where more speaks for nothing, the field is absent.
package metadata

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

const (
	maxIcons   = 50
	maxField   = 2000 // bytes of a title or name; longer ones are no such thing
	maxObjects = 200  // of JSON-LD that are compared with each other
)

// Read reads a page's metadata. The objects are those of its JSON-LD; address is where it
// was found, and base what its relative addresses are relative to.
func Read(doc *html.Node, address, base *url.URL, objects []structured.Object) page.Metadata {
	return new(Scratch).Read(doc, address, base, objects)
}

// Read is the function of that name.
func (s *Scratch) Read(doc *html.Node, address, base *url.URL, objects []structured.Object) page.Metadata {
	known := objects[:min(len(objects), maxObjects)]
	r := reader{survey: s.of(doc), address: address, base: base, all: known, objects: ranked(known)}
	r.domain = domainNames(address.Hostname())
	r.site, r.article = r.siteNames(), r.isArticle()
	r.heading = r.readTitle()
	r.own = r.ownContent()
	place := r.findAnchor(r.heading)
	published, modified := r.readDates(place)
	return page.Metadata{
		Title:       r.heading,
		PageTitle:   r.pageTitle(),
		Description: r.description(),
		Canonical:   r.canonical(),
		Language:    r.tag(),
		Author:      r.readAuthor(place),
		PublishedAt: published.String(),
		UpdatedAt:   modified.String(),
		SiteName:    r.siteName(),
		Image:       r.image(),
		Icons:       r.icons(),
		OpenGraph:   r.metas.OpenGraph(),
		Twitter:     r.metas.Twitter(),
		JSONLDTypes: types(objects),
	}
}

type reader struct {
	*survey
	address *url.URL
	base    *url.URL
	all     []structured.Object
	objects []structured.Object // what the page is about, the likeliest first
	site    []string            // names of the site, folded
	domain  []string            // those of them that its host spells
	article bool                // the page says that it is one
	heading string              // its title, once it is read
	own     int                 // index of the object that describes the page's content, or -1
}

// isArticle reports whether the page calls itself an article.
func (r *reader) isArticle() bool {
	return r.metas.First("og:type") == "article" || slices.ContainsFunc(r.all, func(o structured.Object) bool { return o.Is("Article") || o.Is("Posting") })
}

// isHome reports whether the page is the first of its site. One whose address is not known
// is taken for another.
func (r *reader) isHome() bool {
	return r.address.Host != "" && (r.address.Path == "" || r.address.Path == "/")
}

// isProduct reports whether the page calls itself the page of a product.
func (r *reader) isProduct() bool {
	return strings.HasPrefix(r.metas["og:type"], "product") || len(r.objects) > 0 && r.objects[0].Is("Product")
}

// ranked puts first what a page is about, and leaves out what only surrounds it.
func ranked(objects []structured.Object) []structured.Object {
	var articles, pages, others []structured.Object
	for _, o := range objects {
		switch {
		case o.Is("Article"), o.Is("Posting"), o.Is("Product"), o.Is("Recipe"), o.Is("HowTo"), o.Is("VideoObject"), o.Is("Event"):
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

func (r *reader) description() string {
	return first(r.metas.First("description", "og:description", "twitter:description", "dc.description"), r.linked("description"))
}

// canonical believes og:url where no link is given: https://ogp.me calls it the
// canonical URL of the object.
func (r *reader) canonical() string {
	for n := range r.related("canonical") {
		if u := dom.Resolve(r.base, dom.Attr(n, "href")); u != "" {
			return u
		}
	}
	return dom.Resolve(r.base, r.metas.First("og:url"))
}

// tag passes over what is no tag, as templates leave behind that were never filled in.
func (r *reader) tag() string {
	for _, candidate := range []string{r.language, r.metas.First("content-language"), r.metas.First("og:locale", "dc.language")} {
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

// siteName asks the site before its publisher. Where neither is named, the part of the
// title that is the domain's name, written out, is the site's.
func (r *reader) siteName() string {
	var site, publisher string
	for _, o := range r.all {
		if names := structured.Strings(o["name"]); o.Is("WebSite") && len(names) > 0 && site == "" {
			site = names[0]
		}
	}
	for _, o := range r.objects {
		if names := structured.Named(o["publisher"], "name"); len(names) > 0 && publisher == "" {
			publisher = names[0]
		}
	}
	return first(r.metas.First("og:site_name"), site, r.metas.First("application-name"), publisher, r.siteInTitle())
}

// property returns the value of the first element with this itemprop, whatever item
// it belongs to; of an item, its name.
func (r *reader) property(name string) string {
	n := r.props[name]
	if n == nil {
		return ""
	}
	if dom.HasAttr(n, "itemscope") {
		for inner := range dom.Descendants(n) {
			if inner.Type == html.ElementNode && dom.Attr(inner, "itemprop") == "name" {
				n = inner
				break
			}
		}
	}
	return first(dom.Attr(n, "content"), dom.Attr(n, "datetime"), dom.Text(n))
}
