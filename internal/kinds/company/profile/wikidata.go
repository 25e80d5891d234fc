package profile

import (
	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/kinds/seo"
)

// register is what Wikidata says of the entity whose official website the domain is,
// as statements by field.
type register struct{ *seo.Entity }

// registered is empty when Wikidata knows no such entity.
func registered(s *seo.Result) register {
	if s == nil || s.Wikidata == nil || s.Wikidata.Entity == nil {
		return register{&seo.Entity{}}
	}
	return register{s.Wikidata.Entity}
}

func (r register) says(values ...string) []statement {
	var all []statement
	for _, v := range values {
		if v != "" {
			all = append(all, statement{v, wikidata})
		}
	}
	return all
}

// only is the name of a thing that stands alone: of several headquarters or industries
// none is the one.
func only(things []seo.Thing) string {
	if len(things) != 1 {
		return ""
	}
	return things[0].Name
}

func (r register) people() []said {
	var all []said
	for _, group := range []struct {
		things []seo.Thing
		role   string
	}{{r.Executives, "Chief executive officer"}, {r.Founders, "Founder"}} {
		for _, t := range group.things {
			if t.Name != "" {
				all = append(all, said{name: t.Name, role: group.role, url: "https://www.wikidata.org/wiki/" + t.ID, source: wikidata})
			}
		}
	}
	return all
}

func (r register) identifiers() map[string][]statement {
	all := map[string][]statement{
		"wikidata": r.says(r.ID), "lei": r.says(r.LEI), "isin": r.says(r.ISIN),
	}
	for _, l := range r.Listings {
		all["ticker"] = append(all["ticker"], r.says(l.Ticker)...)
	}
	return all
}

func (r register) social() []profileLink {
	var all []profileLink
	for _, l := range r.Social {
		all = append(all, profileLink{l.Network, l.URL, wikidata})
	}
	return all
}

// employees prefers the site's own number, which has no date, and confirms it by
// Wikidata's when they are within a tenth of each other.
func employees(own int64, given bool, r register) *company.Number {
	count := r.Employees
	switch {
	case given && count != nil && near(float64(own), count.Value):
		g := group{sources: []string{jsonLD, wikidata}}
		return &company.Number{Value: own, AsOf: count.AsOf, Claim: g.claim(g.score())}
	case given:
		g := group{sources: []string{jsonLD}}
		return &company.Number{Value: own, Claim: g.claim(g.score())}
	case count != nil:
		g := group{sources: []string{wikidata}}
		return &company.Number{Value: int64(count.Value), AsOf: count.AsOf, Claim: g.claim(g.score())}
	}
	return nil
}

func near(a, b float64) bool { return a*0.9 <= b && b <= a*1.1 }
