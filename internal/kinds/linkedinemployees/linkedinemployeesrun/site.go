package linkedinemployeesrun

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees/evidence"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/sources/linkedin/permalink"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// maxPages is how many pages of a site are read beside its home page.
const maxPages = 4

// peoplePages are those about who works there; path and text of links are held
// against them.
var peoplePages = pattern.Of(`(?i)\b(?:about(?:[-_ ]us)?|who[-_ ]we[-_ ]are|our[-_ ]story|team|our[-_ ]team|leadership|people|management|founders?|ueber[-_ ]uns|über[-_ ]uns|équipe|equipe)\b`)

// siteReading is what the company's own site says.
type siteReading struct {
	outcome signal.Outcome
	pages   []sitePage
}

// sitePage is one of its pages.
type sitePage struct {
	url    string
	people bool // a page about people, not the home page
	*page.Document
}

// readSite reads the home page and its pages about people.
func (h *hunt) readSite(ctx context.Context) siteReading {
	if h.page == nil || h.page.Website == "" {
		return siteReading{outcome: signal.None("site", "The company's page on LinkedIn has no website.")}
	}
	home, at, err := h.fetch(ctx, h.page.Website)
	if err != nil {
		return siteReading{outcome: signal.Of("site", err)}
	}
	out := siteReading{outcome: signal.Of("site", nil), pages: []sitePage{{url: at, Document: home}}}
	var urls []string
	for _, l := range home.Links {
		u, err := url.Parse(l.URL)
		if err == nil && l.Internal && len(urls) < maxPages && (peoplePages.MatchString(u.Path) || peoplePages.MatchString(l.Text)) && !slices.Contains(urls, l.URL) && l.URL != at {
			urls = append(urls, l.URL)
		}
	}
	for _, u := range urls {
		if doc, at, err := h.fetch(ctx, u); err == nil {
			out.pages = append(out.pages, sitePage{url: at, people: true, Document: doc})
		}
	}
	return out
}

func (h *hunt) fetch(ctx context.Context, address string) (*page.Document, string, error) {
	resp, err := h.web.Do(ctx, fetch.Request{URL: address})
	if err != nil {
		return nil, "", err
	}
	if err := wall.Usable(resp); err != nil {
		return nil, "", err
	}
	p, err := h.engine.Extract(ctx, extract.Source{
		URL: resp.URL, MediaType: resp.MediaType, ContentType: resp.Header.Get("Content-Type"), Body: resp.Body,
	}, extract.Options{Parts: extract.Document})
	if err != nil {
		return nil, "", err
	}
	if p.Document == nil {
		return nil, "", errs.New(errs.UnsupportedContent, "The company's site is not an HTML page.")
	}
	return p.Document, resp.URL.String(), nil
}

// takeSite adds whom the site declares for machines, and to whose profiles its pages
// about people link.
func (h *hunt) takeSite(s siteReading) {
	for _, p := range s.pages {
		objects := structured.Objects(p.JSONLD)
		own := h.own(objects)
		for _, o := range own {
			h.called(append(structured.Strings(o["name"]), structured.Strings(o["legalName"])...)...)
		}
		for _, o := range own {
			h.declared(p.url, o, "founder", linkedinemployees.Founder)
			h.declared(p.url, o, "founders", linkedinemployees.Founder)
			h.declared(p.url, o, "employee")
			h.declared(p.url, o, "employees")
		}
		for _, o := range objects {
			if o.Is("Person") && h.employs(o, own) {
				h.person(p.url, o, "works for it")
			}
		}
		if p.people {
			h.linked(p)
		}
	}
	h.note("company_site", s.outcome)
}

// own are the organizations of the site that are the company: not its customers.
func (h *hunt) own(objects []structured.Object) []structured.Object {
	var all []structured.Object
	for _, o := range objects {
		isOrganization := o.Is("Organization") || o.Is("Corporation") || o.Is("Business")
		if isOrganization && slices.ContainsFunc(append(structured.Strings(o["name"]), structured.Strings(o["legalName"])...), h.company.Is) {
			all = append(all, o)
		}
	}
	return all
}

// declared adds the people whom an organization has as members of a kind.
func (h *hunt) declared(at string, o structured.Object, member string, roles ...linkedinemployees.Role) {
	list, ok := o[member].([]any)
	if !ok {
		list = []any{o[member]}
	}
	for _, one := range list {
		if p, ok := one.(map[string]any); ok {
			h.person(at, p, strings.TrimSuffix(member, "s")+" of it", roles...)
		}
	}
}

// employs reports whether a person names the company as employer.
func (h *hunt) employs(o structured.Object, own []structured.Object) bool {
	if slices.ContainsFunc(structured.Named(o["worksFor"], "name"), h.company.Is) {
		return true
	}
	for _, id := range structured.Named(o["worksFor"], "@id") {
		if slices.ContainsFunc(own, func(org structured.Object) bool { return slices.Contains(structured.Strings(org["@id"]), id) }) {
			return true
		}
	}
	return false
}

// person adds somebody whom the site declares.
func (h *hunt) person(at string, o structured.Object, what string, roles ...linkedinemployees.Role) {
	name := strings.Join(structured.Strings(o["name"]), " ")
	if !evidence.Name(name) {
		return
	}
	title := strings.Join(structured.Strings(o["jobTitle"]), ", ")
	s := sighting{
		name: name, title: title, roles: roles,
		Evidence: linkedinemployees.Evidence{Source: evidence.Site, URL: at, Text: joined(name, title) + ", " + what + " by the site's structured data"},
	}
	for _, address := range append(structured.Strings(o["sameAs"]), structured.Strings(o["url"])...) {
		if slug := profileOf(address); slug != "" {
			s.slug = slug
		}
	}
	h.pool.add(s)
}

// linked adds those to whose profiles a page about people links. A link that is a sign
// has no name; another source may have it.
func (h *hunt) linked(p sitePage) {
	for _, l := range p.Links {
		slug := profileOf(l.URL)
		if slug == "" {
			continue
		}
		s := sighting{slug: slug, Evidence: linkedinemployees.Evidence{
			Source: evidence.Site, URL: p.url, Text: "Its page about people links to " + permalink.Person(slug),
		}}
		if evidence.Name(l.Text) {
			s.name = l.Text
		}
		h.pool.add(s)
	}
}

// mentions adds to those who are there already that a page about people names them.
func (h *hunt) mentions(s siteReading) {
	for _, c := range h.pool.all {
		if c.name == "" || c.seen(evidence.Site) || h.pool.namesakes(c) {
			continue
		}
		for _, p := range s.pages {
			if text := evidence.Around(p.Text, c.name); p.people && text != "" {
				h.pool.add(sighting{slug: c.slug, name: c.name, Evidence: linkedinemployees.Evidence{Source: evidence.Mention, URL: p.url, Text: text}})
				break
			}
		}
	}
}

func profileOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	place, _ := permalink.Parse(u)
	return place.Person
}
