package seorun

import (
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/sources/wikidata"
)

// Bounds of lists.
const (
	maxThings       = 10
	maxSubsidiaries = 25
)

// facts reads an item, and returns the ids of other items that it names.
func facts(m *match) (*seo.Entity, []string) {
	e := m.entity
	entity := &seo.Entity{
		ID: e.ID, URL: "https://www.wikidata.org/wiki/" + e.ID, Label: e.Label(), Description: e.Description(),
		Website: m.website, MatchedName: m.name,
		InstanceOf:   items(e, wikidata.InstanceOf, maxThings),
		Inception:    firstOf(e, wikidata.Inception, wikidata.Snak.Date),
		Headquarters: items(e, wikidata.Headquarters, maxThings),
		Countries:    items(e, wikidata.Country, maxThings),
		Industries:   items(e, wikidata.Industry, maxThings),
		Employees:    newest(e, wikidata.Employees),
		Revenue:      newest(e, wikidata.Revenue),
		Founders:     items(e, wikidata.FoundedBy, maxThings),
		Executives:   items(e, wikidata.ChiefExecutive, maxThings),
		Parents:      items(e, wikidata.ParentOrg, maxThings),
		Subsidiaries: items(e, wikidata.Subsidiary, maxSubsidiaries),
		Listings:     listings(e),
		ISIN:         firstOf(e, wikidata.ISIN, wikidata.Snak.Text),
		LEI:          firstOf(e, wikidata.LEI, wikidata.Snak.Text),
		Social:       social(e),
	}
	if file := firstOf(e, wikidata.Logo, wikidata.Snak.Text); file != "" {
		entity.Logo = "https://commons.wikimedia.org/wiki/Special:FilePath/" + title(file)
	}
	if article := e.Sitelinks["enwiki"].Title; article != "" {
		entity.Wikipedia = "https://en.wikipedia.org/wiki/" + title(article)
	}
	var ids []string
	seen := map[string]bool{}
	things(entity, func(t *seo.Thing) {
		if !seen[t.ID] {
			seen[t.ID] = true
			ids = append(ids, t.ID)
		}
	})
	return entity, ids
}

// things visits every other item that an entity names.
func things(e *seo.Entity, visit func(*seo.Thing)) {
	for _, list := range [][]seo.Thing{
		e.InstanceOf, e.Headquarters, e.Countries, e.Industries, e.Founders, e.Executives, e.Parents, e.Subsidiaries,
	} {
		for i := range list {
			visit(&list[i])
		}
	}
	for i := range e.Listings {
		visit(&e.Listings[i].Exchange)
	}
	for _, c := range []*seo.Count{e.Employees, e.Revenue} {
		if c != nil && c.Unit != nil {
			visit(c.Unit)
		}
	}
}

// title writes the title of a wiki's page as its address does.
func title(s string) string { return url.PathEscape(strings.ReplaceAll(s, " ", "_")) }

// items are other items, by their ids; names come later.
func items(e *wikidata.Entity, property string, most int) []seo.Thing {
	list := []seo.Thing{}
	for _, s := range e.Best(property) {
		if id := s.MainSnak.Item(); id != "" && len(list) < most {
			list = append(list, seo.Thing{ID: id})
		}
	}
	return list
}

// firstOf is the first value of a property that can be read.
func firstOf(e *wikidata.Entity, property string, read func(wikidata.Snak) string) string {
	for _, s := range e.Best(property) {
		if value := read(s.MainSnak); value != "" {
			return value
		}
	}
	return ""
}

// newest is the number of the latest time, whatever Wikidata prefers; one without a
// time counts as the oldest.
func newest(e *wikidata.Entity, property string) *seo.Count {
	var best *seo.Count
	for _, s := range e.Statements(property) {
		amount, unit, ok := s.MainSnak.Quantity()
		if !ok || best != nil && s.AsOf() <= best.AsOf {
			continue
		}
		best = &seo.Count{Value: amount, AsOf: s.AsOf()}
		if unit != "" {
			best.Unit = &seo.Thing{ID: unit}
		}
	}
	return best
}

// listings have their tickers as qualifiers; few items have one of their own.
func listings(e *wikidata.Entity) []seo.Listing {
	list := []seo.Listing{}
	for _, s := range e.Best(wikidata.StockExchange) {
		if id := s.MainSnak.Item(); id != "" && len(list) < maxThings {
			list = append(list, seo.Listing{Exchange: seo.Thing{ID: id}, Ticker: s.Symbol()})
		}
	}
	if len(list) == 1 && list[0].Ticker == "" {
		list[0].Ticker = firstOf(e, wikidata.Ticker, wikidata.Snak.Text)
	}
	return list
}

// networks are where profiles are, before and behind their names.
var networks = []struct{ name, property, before, behind string }{
	{"x", wikidata.XUsername, "https://x.com/", ""},
	{"facebook", wikidata.FacebookUsername, "https://www.facebook.com/", ""},
	{"instagram", wikidata.InstagramUsername, "https://www.instagram.com/", "/"},
	{"linkedin", wikidata.LinkedInCompany, "https://www.linkedin.com/company/", "/"},
	{"youtube", wikidata.YouTubeChannel, "https://www.youtube.com/channel/", ""},
}

// social takes one profile of each network: further ones are of other countries.
func social(e *wikidata.Entity) []seo.SocialLink {
	list := []seo.SocialLink{}
	for _, n := range networks {
		if handle := firstOf(e, n.property, wikidata.Snak.Text); handle != "" {
			list = append(list, seo.SocialLink{Network: n.name, Username: handle, URL: n.before + url.PathEscape(handle) + n.behind})
		}
	}
	return list
}
