package linkedinemployeesrun

import (
	"fmt"
	"slices"

	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees/evidence"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/linkedin/permalink"
)

func (h *hunt) result(known map[string]linkedinemployees.Known) linkedinemployees.Result {
	r := linkedinemployees.Result{
		Company:    linkedinemployees.Company{URL: h.args.URL, Name: h.args.CompanyName, Names: h.names},
		Leadership: []linkedinemployees.Person{}, Items: []linkedinemployees.Person{}, Known: []linkedinemployees.Known{}, Sources: h.sources,
	}
	if h.page != nil {
		r.Company.URL, r.Company.Name, r.Company.Website = h.page.URL, h.page.Name, h.page.Website
		r.Company.Counts.Members, r.Company.Size = h.page.Counts.Members, h.page.Size
	}
	for _, slug := range h.args.Known() {
		r.Known = append(r.Known, known[slug])
	}
	dropped := map[string]int{}
	r.Counts.Seen = len(h.pool.all)
	for _, c := range h.pool.all {
		_, isKnown := known[c.slug]
		switch {
		case !c.enough():
			dropped[c.why()]++
			continue
		case len(c.roles) > 0:
			r.Leadership = append(r.Leadership, c.person())
		case !isKnown:
			r.Items = append(r.Items, c.person())
		}
		r.Counts.Verified++
	}
	surest(r.Leadership)
	surest(r.Items)
	if over := len(r.Items) - int(h.args.Limit); over > 0 {
		dropped["over_limit"] = over
		r.Items = r.Items[:h.args.Limit]
	}
	for _, reason := range []string{"left", "other_company", "one_source", "over_limit", "unnamed"} {
		if dropped[reason] > 0 {
			r.Counts.Dropped = append(r.Counts.Dropped, linkedinemployees.Dropped{Reason: reason, Count: dropped[reason]})
		}
	}
	if r.Counts.Dropped == nil {
		r.Counts.Dropped = []linkedinemployees.Dropped{}
	}
	r.Coverage = social.Coverage{Reason: h.reason()}
	return r
}

// surest sorts by confidence; equals stay in the order in which they were found.
func surest(all []linkedinemployees.Person) {
	slices.SortStableFunc(all, func(a, b linkedinemployees.Person) int {
		switch {
		case a.Confidence > b.Confidence:
			return -1
		case a.Confidence < b.Confidence:
			return 1
		}
		return 0
	})
}

// why is the reason for which a candidate is left out.
func (c *candidate) why() string {
	switch {
	case c.elsewhere && !c.past:
		return "other_company"
	case c.gone():
		return "left"
	case c.name == "":
		return "unnamed"
	}
	return "one_source"
}

func (c *candidate) person() linkedinemployees.Person {
	p := linkedinemployees.Person{Name: c.name, Title: c.title(), Headline: c.headline, Roles: c.roles, Evidence: c.evidence}
	if c.slug != "" {
		p.URL = permalink.Person(c.slug)
	}
	p.Confidence, _ = evidence.Judge(c.evidence)
	evidence.Sort(p.Evidence)
	return p
}

// reason says why the list is not whole, which it never is.
func (h *hunt) reason() string {
	text := "LinkedIn lists the people of a company only to its members; these are the people that public pages confirm."
	if h.page != nil && h.page.Counts.Members != nil {
		text = fmt.Sprintf("LinkedIn lists the %d people of this company only to its members; these are the people that public pages confirm.", *h.page.Counts.Members)
	}
	for _, s := range h.sources {
		if s.Status == signal.Blocked || s.Status == signal.Error || s.Status == signal.NotConfigured {
			text += " " + s.Name + " failed: " + s.Reason
		}
	}
	return text
}
