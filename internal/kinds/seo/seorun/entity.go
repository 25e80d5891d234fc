package seorun

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/sources/wikidata"
)

// maxHits is how many items of one name are looked at.
const maxHits = 10

// match is an item whose official website is that of the domain.
type match struct {
	entity  *wikidata.Entity
	website string
	name    string // by which it was found
}

// entity looks the names up in turn, until an item is the domain's.
func (s *snapshot) entity(ctx context.Context) (string, error) {
	names := s.names()
	seen := map[string]bool{}
	for _, name := range names {
		m, err := s.lookUp(ctx, name, seen)
		if err != nil {
			return "", err
		}
		if m == nil {
			continue
		}
		e, ids := facts(m)
		labels, err := s.wikidata.Labels(ctx, ids)
		name := func(t *seo.Thing) { t.Name = labels[t.ID] }
		things(e, name)
		s.result.Wikidata.Entity = e
		if err != nil {
			return "The names of other items are missing: " + signal.Of(wikidata.Name, err).Reason, nil
		}
		return "", nil
	}
	return "", nothing("No item named " + strings.Join(names, " or ") + " has " + s.args.Domain + " as its official website.")
}

// names are what may be the name of the domain's owner, the likeliest first; the last
// is the domain's own word.
func (s *snapshot) names() []string {
	word, _, _ := strings.Cut(subject.Registrable(s.args.Domain), ".")
	if readable, err := idna.ToUnicode(word); err == nil {
		word = readable
	}
	var names []string
	for _, name := range []string{s.args.ProductName, s.args.CompanyName, strings.ReplaceAll(word, "-", " ")} {
		same := func(other string) bool { return strings.EqualFold(name, other) }
		if name != "" && !slices.ContainsFunc(names, same) {
			names = append(names, name)
		}
	}
	return names
}

// lookUp returns nil when no item of that name is the domain's. An item that was seen
// under another name is not asked for again.
func (s *snapshot) lookUp(ctx context.Context, name string, seen map[string]bool) (*match, error) {
	hits, err := s.wikidata.Search(ctx, name, maxHits)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, h := range hits {
		if !seen[h.ID] && h.ID != "" {
			seen[h.ID] = true
			ids = append(ids, h.ID)
		}
	}
	if len(ids) == 0 {
		return nil, nil //nolint:nilnil // no item is an answer
	}
	found, err := s.wikidata.Entities(ctx, ids)
	if err != nil {
		return nil, err
	}
	// An item of this very host goes before one of the domain that it is part of.
	for _, host := range []string{s.args.Domain, subject.Registrable(s.args.Domain)} {
		for _, id := range ids {
			if website := officialWebsite(found[id], host); website != "" {
				return &match{entity: found[id], website: website, name: name}, nil
			}
		}
	}
	return nil, nil //nolint:nilnil // as above
}

// officialWebsite returns the item's official website at a host, a leading www. aside;
// "" when it has none there, or had one in the past only.
func officialWebsite(e *wikidata.Entity, host string) string {
	if e == nil {
		return ""
	}
	for _, s := range e.Statements(wikidata.OfficialWebsite) {
		website := s.MainSnak.Text()
		u, err := url.Parse(website)
		if err == nil && subject.Host(strings.ToLower(u.Hostname())) == host {
			return website
		}
	}
	return ""
}
