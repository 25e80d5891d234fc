package profile

import (
	"slices"

	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/read/page/social"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// profileLink is a profile on a network, as one source names it.
type profileLink struct{ network, url, source string }

// declared are the profiles that the organizations say are the same as they.
func declared(own []structured.Object) []profileLink {
	var all []profileLink
	for _, o := range own {
		for _, p := range social.Profiles(structured.Strings(o["sameAs"])) {
			all = append(all, profileLink{p.Network, p.URL, jsonLD})
		}
	}
	return all
}

// linked are the profiles to which pages lead.
func linked(found []social.Profile) []profileLink {
	all := make([]profileLink, len(found))
	for i, p := range found {
		all[i] = profileLink{p.Network, p.URL, pages}
	}
	return all
}

// accounts maps every address of an account to the first that came of it.
func accounts() func(string) string {
	var seen []string
	return func(address string) string {
		for _, former := range seen {
			if former == address || len(social.Links([]string{former, address})) == 1 {
				return former
			}
		}
		seen = append(seen, address)
		return address
	}
}

// mergeSocial joins equal profiles and sorts them by network.
func mergeSocial(all []profileLink) []company.SocialLink {
	statements, networks := make([]statement, len(all)), map[string]string{}
	for i, l := range all {
		if p, ok := social.Find(l.url); ok { // Wikidata spells addresses its own way
			l.url, l.network = p.URL, p.Network
		}
		statements[i], networks[l.url] = statement{l.url, l.source}, l.network
	}
	links := []company.SocialLink{}
	for _, g := range grouped(statements, accounts()) {
		links = append(links, company.SocialLink{Network: networks[g.value], URL: g.value, Claim: g.claim(g.score())})
	}
	slices.SortStableFunc(links, byNetwork)
	return links
}
