package linkedinemployeesrun

import (
	"maps"
	"slices"

	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees/evidence"
)

// sighting is one source's word on one person. What is past, or of another company, is
// no evidence.
type sighting struct {
	slug, name      string // either may be empty
	headline, title string
	past, elsewhere bool
	roles           []linkedinemployees.Role // that the source tells beside the title
	linkedinemployees.Evidence
}

// candidate is somebody whom sources name.
type candidate struct {
	slug, name, headline string
	titles               map[string]string // by source
	roles                []linkedinemployees.Role
	evidence             []linkedinemployees.Evidence
	named                []linkedinemployees.Evidence // of those, what has a name and no profile
	past, elsewhere      bool
}

// pool joins sightings of one person: by the profile, or by the name where only one
// person of that name is there.
type pool struct{ all []*candidate }

func (p *pool) add(s sighting) {
	c := p.find(s)
	if c == nil {
		c = &candidate{titles: map[string]string{}}
		p.all = append(p.all, c)
	}
	if c.slug == "" {
		c.slug = s.slug
	}
	if c.name == "" && evidence.Name(s.name) {
		c.name = s.name
	}
	if c.headline == "" {
		c.headline = s.headline
	}
	c.past, c.elsewhere = c.past || s.past, c.elsewhere || s.elsewhere
	if s.past || s.elsewhere || s.Source == "" {
		return
	}
	if s.title != "" && c.titles[s.Source] == "" {
		c.titles[s.Source] = s.title
	}
	for _, r := range append(s.roles, evidence.Roles(s.title)...) {
		c.add(r)
	}
	for _, e := range c.evidence {
		if e.Source == s.Source && e.URL == s.URL {
			return
		}
	}
	c.evidence = append(c.evidence, s.Evidence)
	if s.slug == "" {
		c.named = append(c.named, s.Evidence)
	}
}

func (c *candidate) add(role linkedinemployees.Role) {
	if !slices.Contains(c.roles, role) {
		c.roles = append(c.roles, role)
	}
}

// find looks for the person of a sighting; nil for somebody new.
func (p *pool) find(s sighting) *candidate {
	if s.slug != "" {
		if c := p.profile(s.slug); c != nil {
			return c
		}
	}
	key := evidence.Key(s.name)
	if key == "" {
		return nil
	}
	var found *candidate
	for _, c := range p.all {
		if evidence.Key(c.name) != key || s.slug != "" && c.slug != "" {
			continue
		}
		if found != nil {
			return nil // two of one name: nobody can know whose it is
		}
		found = c
	}
	return found
}

func (p *pool) profile(slug string) *candidate {
	for _, c := range p.all {
		if c.slug == slug {
			return c
		}
	}
	return nil
}

// namesakes reports whether others have the candidate's name.
func (p *pool) namesakes(c *candidate) bool {
	for _, other := range p.all {
		if other != c && evidence.Key(other.name) == evidence.Key(c.name) {
			return true
		}
	}
	return false
}

// untangle takes from people of one name what tells a name only: whose it is nobody can
// tell.
func (p *pool) untangle() {
	for _, c := range p.all {
		if len(c.named) == 0 || !p.namesakes(c) {
			continue
		}
		c.evidence = slices.DeleteFunc(c.evidence, func(e linkedinemployees.Evidence) bool { return slices.Contains(c.named, e) })
		c.roles = nil
		for _, source := range slices.Sorted(maps.Keys(c.titles)) {
			if !c.seen(source) {
				delete(c.titles, source)
				continue
			}
			for _, r := range evidence.Roles(c.titles[source]) {
				c.add(r)
			}
		}
	}
}

// enough reports whether a candidate is confirmed. What a source says of the past
// outweighs all but the profile itself.
func (c *candidate) enough() bool {
	_, enough := evidence.Judge(c.evidence)
	return enough && c.name != "" && !c.gone()
}

// gone reports whether a source says that the person was there in the past, or is
// elsewhere, and the profile does not say otherwise.
func (c *candidate) gone() bool {
	return (c.past || c.elsewhere) && !c.seen(evidence.Profile)
}

func (c *candidate) seen(source string) bool {
	return slices.ContainsFunc(c.evidence, func(e linkedinemployees.Evidence) bool { return e.Source == source })
}

// title is what the surest source says that somebody is.
func (c *candidate) title() string {
	for _, source := range []string{evidence.Profile, evidence.Site, evidence.Page, evidence.Search, evidence.Wiki} {
		if t := c.titles[source]; t != "" {
			return t
		}
	}
	return ""
}
