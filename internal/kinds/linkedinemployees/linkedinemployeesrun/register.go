package linkedinemployeesrun

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees/evidence"
	"github.com/quarryapi/quarry/internal/read/companyname"
	"github.com/quarryapi/quarry/internal/sources/wikidata"
)

const (
	// linkedinProfile is Wikidata's property for the name of a profile on LinkedIn.
	linkedinProfile = "P6634"
	// maxHits is how many items of one name are looked at.
	maxHits = 10
)

// registerReading is what Wikidata says of the company.
type registerReading struct {
	outcome signal.Outcome
	name    string
	leaders []leader
}

type leader struct {
	id, name, slug string
	roles          []linkedinemployees.Role
}

// readRegister looks for the company's item: the one that has its page on LinkedIn, or
// its site.
func (h *hunt) readRegister(ctx context.Context) registerReading {
	seen := map[string]bool{}
	for _, name := range h.names {
		hits, err := h.wikidata.Search(ctx, companyname.Plain(name), maxHits)
		if err != nil {
			return registerReading{outcome: signal.Of(wikidata.Name, err)}
		}
		var ids []string
		for _, hit := range hits {
			if !seen[hit.ID] && hit.ID != "" {
				seen[hit.ID] = true
				ids = append(ids, hit.ID)
			}
		}
		if len(ids) == 0 {
			continue
		}
		items, err := h.wikidata.Entities(ctx, ids)
		if err != nil {
			return registerReading{outcome: signal.Of(wikidata.Name, err)}
		}
		for _, id := range ids {
			if e := items[id]; e != nil && h.isCompany(e) {
				return h.leaders(ctx, e)
			}
		}
	}
	return registerReading{outcome: signal.None(wikidata.Name, "No item of that name has the company's page on LinkedIn or its site.")}
}

func (h *hunt) isCompany(e *wikidata.Entity) bool {
	_, slug, _ := strings.Cut(h.args.Page(), "/")
	if h.page != nil {
		slug = h.page.Username
	}
	for _, s := range e.Statements(wikidata.LinkedInCompany) {
		if strings.EqualFold(s.MainSnak.Text(), slug) {
			return true
		}
	}
	if h.page == nil || h.page.Website == "" {
		return false
	}
	for _, s := range e.Statements(wikidata.OfficialWebsite) {
		if host := hostOf(s.MainSnak.Text()); host != "" && host == hostOf(h.page.Website) {
			return true
		}
	}
	return false
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return subject.Host(strings.ToLower(u.Hostname()))
}

// leaders reads the present chief executives and the founders of an item.
func (h *hunt) leaders(ctx context.Context, e *wikidata.Entity) registerReading {
	out := registerReading{outcome: signal.Of(wikidata.Name, nil), name: e.Label()}
	var ids []string
	for _, group := range []struct {
		all  []wikidata.Statement
		role linkedinemployees.Role
	}{{e.Best(wikidata.ChiefExecutive), linkedinemployees.ChiefExecutive}, {e.Statements(wikidata.FoundedBy), linkedinemployees.Founder}} {
		for _, s := range group.all {
			id := s.MainSnak.Item()
			if at := slices.Index(ids, id); at >= 0 {
				out.leaders[at].roles = append(out.leaders[at].roles, group.role)
			} else if id != "" {
				out.leaders = append(out.leaders, leader{id: id, roles: []linkedinemployees.Role{group.role}})
				ids = append(ids, id)
			}
		}
	}
	if len(ids) == 0 {
		out.outcome = signal.None(wikidata.Name, "The company's item names neither a chief executive nor founders.")
		return out
	}
	people, err := h.wikidata.Entities(ctx, ids)
	if err != nil {
		out.outcome, out.leaders = signal.Of(wikidata.Name, err), nil
		return out
	}
	for i, l := range out.leaders {
		if p := people[l.id]; p != nil {
			out.leaders[i].name = p.Label()
			for _, s := range p.Best(linkedinProfile) {
				out.leaders[i].slug = strings.ToLower(s.MainSnak.Text())
			}
		}
	}
	return out
}

// takeRegister adds the leaders whom Wikidata names.
func (h *hunt) takeRegister(r registerReading) {
	h.called(r.name)
	words := map[linkedinemployees.Role]string{linkedinemployees.ChiefExecutive: "chief executive officer", linkedinemployees.Founder: "founder"}
	for _, l := range r.leaders {
		if !evidence.Name(l.name) {
			continue
		}
		var said []string
		for _, role := range l.roles {
			said = append(said, words[role])
		}
		h.pool.add(sighting{
			slug: l.slug, name: l.name, roles: l.roles,
			Evidence: linkedinemployees.Evidence{Source: evidence.Wiki, URL: "https://www.wikidata.org/wiki/" + l.id, Text: l.name + ", " + strings.Join(said, " and ") + " of " + r.name},
		})
	}
	h.note("wikidata", r.outcome)
}
