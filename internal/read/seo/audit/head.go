package audit

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/read/seo"
)

const (
	maxAlternates = 300
	maxText       = 2000 // bytes of a title or description that are returned
)

// reader reads one page.
type reader struct {
	doc       *html.Node
	base, url *url.URL
	header    http.Header
}

// head fills in the plain fields of the head.
func (r *reader) head(p *seo.Page) {
	metas := structured.ReadMetas(r.doc)
	if n := dom.First(r.doc, atom.Title); n != nil && n.FirstChild != nil {
		p.Title, p.TitleLength = measured(n.FirstChild.Data)
	}
	p.Description, p.DescriptionLength = measured(metas["description"])
	p.Viewport = metas["viewport"]
	p.OpenGraph, p.Twitter = metas.OpenGraph(), metas.Twitter()
	if n := dom.First(r.doc, atom.Html); n != nil {
		p.Language = dom.Attr(n, "lang")
	}
}

// measured collapses a text's space and counts its characters.
func measured(s string) (string, int) {
	s = strings.Join(strings.Fields(s), " ")
	length := utf8.RuneCountInString(s)
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "")
	}
	return s, length
}

func hasRel(n *html.Node, rel string) bool {
	return slices.Contains(strings.Fields(strings.ToLower(dom.Attr(n, "rel"))), rel)
}

// canonical takes the elements first and the headers last; both count as declared.
func (r *reader) canonical() *seo.Canonical {
	var all []string
	add := func(ref string) {
		if u := dom.Resolve(r.base, ref); u != "" && !slices.Contains(all, u) {
			all = append(all, u)
		}
	}
	for _, n := range lookup.Links(r.doc, "canonical").Nodes {
		add(dom.Attr(n, "href"))
	}
	for _, l := range linkHeaders(r.header) {
		if l.rel("canonical") {
			add(l.target)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return &seo.Canonical{URL: all[0], Self: sameAddress(all[0], r.url), Count: len(all)}
}

// sameAddress compares an address with the page's own, fragments aside.
func sameAddress(address string, own *url.URL) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	plain := func(u url.URL) string {
		u.Fragment, u.RawFragment = "", ""
		u.Host = strings.ToLower(u.Host)
		if u.Path == "" {
			u.Path = "/"
		}
		return u.String()
	}
	return plain(*u) == plain(*own)
}

// hreflangForm is what search engines read: a language, perhaps a script, perhaps a
// region. https://developers.google.com/search/docs/specialty/international/localized-versions
var hreflangForm = pattern.Of(`^(?i:x-default|[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|[0-9]{3}))?)$`)

func (r *reader) hreflang() []seo.Alternate {
	list := []seo.Alternate{}
	add := func(language, ref string) {
		u := dom.Resolve(r.base, ref)
		if u != "" && language != "" && len(language) <= 50 && len(list) < maxAlternates {
			list = append(list, seo.Alternate{Language: language, URL: u, Valid: hreflangForm.MatchString(language)})
		}
	}
	for _, n := range lookup.Links(r.doc, "alternate").Nodes {
		add(dom.Attr(n, "hreflang"), dom.Attr(n, "href"))
	}
	for _, l := range linkHeaders(r.header) {
		if l.rel("alternate") {
			add(l.params["hreflang"], l.target)
		}
	}
	return list
}
