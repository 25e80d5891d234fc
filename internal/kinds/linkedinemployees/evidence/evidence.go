// Package evidence judges what sources say of people and a company: whether a text
// names the company, what the title is, whether it is past, and whether what is there
// is enough. It would rather leave somebody out than guess. It asks nobody.
package evidence

import (
	"math"
	"slices"

	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
)

// The sources, the surest first.
const (
	Profile = "linkedin_profile"
	Page    = "linkedin_company"
	Site    = "company_site"
	Mention = "company_mention"
	Wiki    = "wikidata"
	Search  = "web_search"
)

// weights are how far each source is to be believed alone. The first three suffice.
var weights = []struct {
	source string
	weight float64
	sure   bool
}{{Profile, 0.95, true}, {Page, 0.9, true}, {Site, 0.85, true}, {Wiki, 0.6, false}, {Mention, 0.5, false}, {Search, 0.5, false}}

// Judge reports how sure it is that somebody works at the company, and whether that is
// enough: one sure source is, or two others.
func Judge(all []linkedinemployees.Evidence) (confidence float64, enough bool) {
	doubt, sources := 1.0, 0
	for _, w := range weights {
		says := func(e linkedinemployees.Evidence) bool { return e.Source == w.source }
		if !slices.ContainsFunc(all, says) {
			continue
		}
		sources++
		switch {
		case sources == 1:
			doubt = 1 - w.weight
		case w.sure || enough:
			doubt /= 2
		default:
			doubt *= 1 - w.weight
		}
		enough = enough || w.sure
	}
	enough = enough || sources > 1
	return math.Round(min(1-doubt, 0.99)*100) / 100, enough
}

// Sort puts the surest first; those of one source stay in their order.
func Sort(all []linkedinemployees.Evidence) {
	rank := func(e linkedinemployees.Evidence) int {
		for i, w := range weights {
			if w.source == e.Source {
				return i
			}
		}
		return len(weights)
	}
	slices.SortStableFunc(all, func(a, b linkedinemployees.Evidence) int { return rank(a) - rank(b) })
}
