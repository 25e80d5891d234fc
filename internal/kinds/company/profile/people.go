package profile

import (
	"strings"

	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// said is a person as one source names them.
type said struct {
	name, role, url string
	source          string
}

// roles are the members of organizations that hold people, with what they are there.
var roles = [][2]string{{"founder", "Founder"}, {"founders", "Founder"}, {"employee", ""}, {"employees", ""}, {"member", ""}}

// people reads those whom the site's own organizations name, and the persons of its
// pages who work for them. Authors of posts are none.
func people(objects, own []structured.Object) []said {
	var all []said
	for _, o := range own {
		for _, r := range roles {
			for _, p := range persons(o[r[0]]) {
				p.role = firstOf(p.role, r[1])
				all = append(all, p)
			}
		}
	}
	for _, o := range objects {
		if !o.Is("Person") || !worksHere(o, own) {
			continue
		}
		if p := person(o); p.name != "" {
			all = append(all, p)
		}
	}
	return all
}

// worksHere reports whether a person names one of the organizations as employer.
func worksHere(o structured.Object, own []structured.Object) bool {
	for _, employer := range append(texts([]structured.Object{o}, "worksFor"), texts([]structured.Object{o}, "affiliation")...) {
		for _, name := range texts(own, "name", "legalName", "alternateName") {
			if plain(name.value) == plain(employer.value) {
				return true
			}
		}
	}
	for _, employer := range members(o["worksFor"]) {
		for _, org := range own {
			if id := first(employer["@id"]); id != "" && id == first(org["@id"]) {
				return true
			}
		}
	}
	return false
}

// persons reads a value of names, persons, or a list of both. A Role around a person
// gives what they are.
func persons(v any) []said {
	var all []said
	if list, ok := v.([]any); ok {
		for _, one := range list {
			if _, nested := one.([]any); !nested {
				all = append(all, persons(one)...)
			}
		}
		return all
	}
	if name, ok := v.(string); ok {
		return []said{{name: strings.Join(strings.Fields(name), " "), source: jsonLD}}
	}
	o, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	if p := person(o); p.name != "" {
		return []said{p}
	}
	return nil
}

func person(o structured.Object) said {
	inner := o
	for _, member := range []string{"founder", "employee", "member"} {
		if within := members(o[member]); o.Is("Role") && len(within) > 0 {
			inner = within[0]
		}
	}
	return said{
		name: first(inner["name"]), url: first(inner["url"]), source: jsonLD,
		role: firstOf(first(o["roleName"]), first(inner["jobTitle"])),
	}
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// maxPeople is how many people a profile names.
const maxPeople = 50

// mergePeople joins those of one name. The role that the most trusted source gives
// wins.
func mergePeople(all []said) []company.Person {
	statements := make([]statement, len(all))
	for i, p := range all {
		statements[i] = statement{p.name, p.source}
	}
	merged := []company.Person{}
	for _, g := range grouped(statements, plain) {
		if len(merged) == maxPeople {
			break
		}
		p := company.Person{Name: g.value, Claim: g.claim(g.score())}
		for _, source := range g.sources {
			for _, one := range all {
				if one.source == source && plain(one.name) == plain(g.value) {
					p.Role, p.URL = firstOf(p.Role, one.role), firstOf(p.URL, one.url)
				}
			}
		}
		merged = append(merged, p)
	}
	return merged
}
