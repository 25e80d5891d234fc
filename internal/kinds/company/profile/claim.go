package profile

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/quarryapi/quarry/internal/kinds/company"
)

// The sources of statements.
const (
	jsonLD   = "jsonld"
	pages    = "page"
	rdap     = "rdap"
	wikidata = "wikidata"
)

// trust is how far a source alone is to be believed. A site knows its own name and
// people best and keeps its structured data for machines; Wikidata's entity was
// matched by its official website; registrations are often old or of an agent.
var trust = map[string]float64{jsonLD: 0.9, wikidata: 0.8, rdap: 0.6, pages: 0.6}

const (
	// sure is the most that any number of sources gives.
	sure = 0.99
	// doubt is how much of its confidence a fact loses to the best one that differs.
	doubt = 0.25
)

// statement is what one source says.
type statement struct {
	value  string
	source string
}

// group are the statements that say the same.
type group struct {
	value   string   // as the most trusted of them writes it
	sources []string // distinct, the most trusted first
}

func (g *group) score() float64 {
	wrong := 1.0
	for _, s := range g.sources {
		wrong *= 1 - trust[s]
	}
	return min(1-wrong, sure)
}

func (g *group) claim(confidence float64) company.Claim {
	return company.Claim{Source: g.sources[0], Confidence: math.Round(confidence*100) / 100, AgreedBy: g.sources[1:]}
}

// grouped joins statements that same maps to one key, in the order of their trust and
// then of their coming.
func grouped(all []statement, same func(string) string) []*group {
	ordered := slices.Clone(all)
	slices.SortStableFunc(ordered, func(a, b statement) int {
		switch {
		case trust[a.source] > trust[b.source]:
			return -1
		case trust[a.source] < trust[b.source]:
			return 1
		}
		return 0
	})
	var groups []*group
	byKey := map[string]*group{}
	for _, s := range ordered {
		key := same(s.value)
		if key == "" {
			continue
		}
		g, ok := byKey[key]
		if !ok {
			g = &group{value: strings.TrimSpace(s.value)}
			byKey[key], groups = g, append(groups, g)
		}
		if !slices.Contains(g.sources, s.source) {
			g.sources = append(g.sources, s.source)
		}
	}
	slices.SortStableFunc(groups, func(a, b *group) int {
		switch {
		case a.score() > b.score():
			return -1
		case a.score() < b.score():
			return 1
		}
		return 0
	})
	return groups
}

// maxOthers is how many differing statements a fact shows.
const maxOthers = 3

// fact is what the statements come to, nil when there is none.
func fact(all []statement) *company.Fact { return factBy(all, plain) }

// factBy is fact for statements that mean the same when same says so.
func factBy(all []statement, same func(string) string) *company.Fact {
	groups := grouped(all, same)
	if len(groups) == 0 {
		return nil
	}
	best := groups[0]
	confidence := best.score()
	f := &company.Fact{Value: best.value}
	for i, other := range groups[1:] {
		if i == 0 {
			confidence *= 1 - doubt*other.score()
		}
		if i < maxOthers {
			f.Others = append(f.Others, company.Other{Value: other.value, Source: other.sources[0]})
		}
	}
	f.Claim = best.claim(confidence)
	return f
}

// wider is fact for statements of which one can hold another: a town and the address
// in it, a name with and without what the company does. Those agree; what is shown is
// still the words of the most trusted.
func wider(all []statement, holds func(long, short string) bool) *company.Fact {
	return factBy(all, func(value string) string {
		widest := plain(value)
		for _, s := range all {
			if long := plain(s.value); len(long) > len(widest) && holds(long, plain(value)) {
				widest = long
			}
		}
		return widest
	})
}

// plain is a text without what people write differently: case, spaces, punctuation.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
