package profile

import (
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// maxPlaces is how many places a profile names.
const maxPlaces = 50

// seats are the addresses of the organizations themselves, each on one line.
func seats(own []structured.Object) []statement {
	var all []statement
	for _, o := range own {
		for _, p := range addresses(o, "headquarters") {
			all = append(all, statement{line(p), jsonLD})
		}
		for _, text := range structured.Strings(o["address"]) {
			all = append(all, statement{strings.Join(strings.Fields(text), " "), jsonLD})
		}
	}
	if len(all) != 1 { // of several none is said to be the seat
		return nil
	}
	return all
}

// line is a place in the order in which most of the world writes it.
func line(p company.Place) string {
	var parts []string
	for _, part := range []string{p.Street, strings.TrimSpace(p.PostalCode + " " + p.Locality), p.Region, p.Country} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// countries are those of the organizations' addresses, when all are in one.
func countries(own []structured.Object) []statement {
	var all []statement
	for _, p := range places(own) {
		if p.Country != "" && (len(all) == 0 || plain(all[0].value) != plain(p.Country)) {
			all = append(all, statement{p.Country, jsonLD})
		}
	}
	if len(all) != 1 {
		return nil
	}
	return all
}

// mergePlaces joins equal addresses. The only one that the site names is taken for its
// headquarters.
func mergePlaces(own []company.Place, r Registrant) []company.Place {
	merged := []company.Place{}
	for _, p := range own {
		same := func(q company.Place) bool { return plain(line(q)) == plain(line(p)) }
		if len(merged) == maxPlaces || slices.ContainsFunc(merged, same) {
			continue
		}
		g := group{sources: []string{jsonLD}}
		p.Claim = g.claim(g.score())
		merged = append(merged, p)
	}
	if len(merged) == 1 {
		merged[0].Kind = "headquarters"
	}
	if r.Region != "" || r.Country != "" {
		g := group{sources: []string{rdap}}
		merged = append(merged, company.Place{
			Kind: "registrant", Name: r.Organization, Region: r.Region, Country: r.Country, Claim: g.claim(g.score()),
		})
	}
	return merged
}
