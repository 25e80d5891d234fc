// Package profile merges what several sources say of one company into one profile:
// which of them is believed, how far, and what the others say instead. It is pure; it
// must not fetch, nor know who gathered its evidence.
package profile

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/social"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// Evidence is what was gathered. Whatever is missing is zero.
type Evidence struct {
	Domain string // in canonical form
	URL    string // of the first page
	// First is what the first page says about itself.
	First page.Metadata
	// Objects are those of the JSON-LD of all pages, in the order of reading.
	Objects []structured.Object
	// Social are the profiles that the pages link to.
	Social []social.Profile
	// SEO has the feed and Wikidata's entity.
	SEO *seo.Result
	// Registrant is to whom the domain is registered.
	Registrant Registrant
}

// Registrant is to whom a domain is registered, as far as the register has it.
type Registrant struct{ Organization, Region, Country string }

// Merge returns the profile, without what is no fact: the snapshots and how the
// gathering went. Equal evidence gives an equal profile.
func Merge(e Evidence) company.Result {
	own, r := organizations(e.Objects, e.Domain), registered(e.SEO)
	headcount, counted := headcount(own)
	result := company.Result{
		Domain: e.Domain, URL: e.URL,
		Name:         wider(slices.Concat(texts(own, "name"), r.says(r.Label), meta(e.First.SiteName, e.First.OpenGraph["site_name"])), strings.HasPrefix),
		LegalName:    fact(slices.Concat(texts(own, "legalName"), registrant(e.Registrant.Organization))),
		Description:  fact(firstSaid(texts(own, "description"), meta(e.First.Description), r.says(r.Description))),
		Slogan:       fact(texts(own, "slogan")),
		Founded:      founded(slices.Concat(texts(own, "foundingDate"), r.says(r.Inception))),
		Industry:     fact(slices.Concat(texts(own, "industry", "knowsAbout"), r.says(only(r.Industries)))),
		Headquarters: wider(slices.Concat(seats(own), r.says(only(r.Headquarters))), strings.Contains),
		Country:      factBy(slices.Concat(countries(own), r.says(only(r.Countries)), registrant(e.Registrant.Country)), countryCode),
		Phone:        fact(contact(own, "telephone")),
		Email:        fact(contact(own, "email")),
		Parent:       fact(slices.Concat(texts(own, "parentOrganization"), r.says(only(r.Parents)))),
		Employees:    employees(headcount, counted, r),
		Identifiers:  mergeIdentifiers(identifiers(own), r.identifiers()),
		People:       mergePeople(slices.Concat(people(e.Objects, own), r.people())),
		Places:       mergePlaces(places(own), e.Registrant),
		SocialLinks:  mergeSocial(slices.Concat(declared(own), linked(e.Social), r.social())),
		Feed:         feedOf(e.SEO),
	}
	return result
}

// meta are statements of the page's title and meta tags.
func meta(values ...string) []statement {
	for _, v := range values {
		if v != "" {
			return []statement{{v, pages}}
		}
	}
	return nil
}

func registrant(value string) []statement {
	if value == "" {
		return nil
	}
	return []statement{{value, rdap}}
}

// firstSaid returns the first group that says anything: descriptions are all worded in
// their own way and do not contradict each other.
func firstSaid(groups ...[]statement) []statement {
	for _, g := range groups {
		if len(g) > 0 {
			return g[:1]
		}
	}
	return nil
}

// founded has a date and its year agree: the longest of those that begin alike stands
// for all.
func founded(all []statement) *company.Fact {
	var dates []statement
	for _, s := range all {
		if date, _, _ := strings.Cut(s.value, "T"); isDate(date) {
			dates = append(dates, statement{date, s.source})
		}
	}
	longest := map[string]string{}
	for _, s := range dates {
		year := s.value[:4]
		if strings.HasPrefix(s.value, longest[year]) {
			longest[year] = s.value
		}
	}
	for i, s := range dates {
		if long := longest[s.value[:4]]; strings.HasPrefix(long, s.value) {
			dates[i].value = long
		}
	}
	return fact(dates)
}

// isDate holds for YYYY, YYYY-MM and YYYY-MM-DD.
func isDate(s string) bool {
	if len(s) != 4 && len(s) != 7 && len(s) != 10 {
		return false
	}
	for i, c := range []byte(s) {
		if dash := i == 4 || i == 7; dash != (c == '-') || !dash && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// contact reads a member of the organizations, and else of their contact points.
func contact(own []structured.Object, member string) []statement {
	if all := texts(own, member); len(all) > 0 {
		return trimmed(all, "mailto:", "tel:")
	}
	var points []structured.Object
	for _, o := range own {
		points = append(points, members(o["contactPoint"])...)
	}
	return trimmed(firstSaid(texts(points, member)), "mailto:", "tel:")
}

func trimmed(all []statement, prefixes ...string) []statement {
	for i := range all {
		for _, p := range prefixes {
			all[i].value = strings.TrimPrefix(all[i].value, p)
		}
	}
	return all
}

// mergeIdentifiers keeps every number that somebody gives, sorted by scheme.
func mergeIdentifiers(groups ...map[string][]statement) []company.Identifier {
	byScheme := map[string][]statement{}
	for _, g := range groups {
		for scheme, all := range g {
			byScheme[scheme] = append(byScheme[scheme], all...)
		}
	}
	merged := []company.Identifier{}
	for _, scheme := range slices.Sorted(maps.Keys(byScheme)) {
		for _, g := range grouped(byScheme[scheme], plain) {
			merged = append(merged, company.Identifier{Scheme: scheme, Value: g.value, Claim: g.claim(g.score())})
		}
	}
	return merged
}

func feedOf(s *seo.Result) *company.Feed {
	if s == nil || s.BlogFeed == nil || s.BlogFeed.Feed == nil {
		return nil
	}
	f := s.BlogFeed.Feed
	claim := company.Claim{Source: pages, Confidence: trust[pages]}
	if f.FoundBy == "link" { // declared for machines, as structured data is
		claim.Confidence = trust[jsonLD]
	}
	merged := &company.Feed{URL: f.URL, Title: f.Title, NewestAt: f.NewestAt, Claim: claim}
	if f.PostsPerMonth != nil {
		merged.PostsPerMonth = *f.PostsPerMonth
	}
	return merged
}

// byNetwork sorts links by their network's name, and else as they came.
func byNetwork(a, b company.SocialLink) int { return cmp.Compare(a.Network, b.Network) }
