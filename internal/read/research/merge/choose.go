package merge

import (
	"cmp"
	"slices"

	"github.com/quarryapi/quarry/internal/read/research"
)

// Choose returns the sources to read, the first to be read first: seeds, then what is
// trusted, then key messages, then the others by score; at most so many in all, and of
// one host so many that the caller does not name. What is chosen already, by key, counts
// for its host and is not chosen again.
func Choose(all []research.Candidate, most, perHost int, already []research.Candidate) []research.Candidate {
	hosts, taken := map[string]int{}, map[string]bool{}
	for _, c := range already {
		taken[c.Key] = true
		hosts[host(c.URL)]++
	}
	order := slices.Clone(all)
	slices.SortStableFunc(order, func(a, b research.Candidate) int {
		return cmp.Or(cmp.Compare(class(a), class(b)), cmp.Compare(b.Score, a.Score))
	})
	var chosen []research.Candidate
	for _, c := range order {
		switch {
		case len(chosen) == most:
			return chosen
		case taken[c.Key] || Opaque(c.URL):
			continue
		case c.Provider != research.Caller && hosts[host(c.URL)] >= perHost:
			continue
		}
		taken[c.Key] = true
		hosts[host(c.URL)]++
		chosen = append(chosen, c)
	}
	return chosen
}

// class is the place of a source before its score counts.
func class(c research.Candidate) int {
	switch {
	case c.Lane == research.Seed:
		return 0
	case c.Provider == research.Caller && c.Lane == research.Trusted:
		return 1
	case c.Trusted:
		return 2
	case c.Lane == research.KeyMessage:
		return 3
	}
	return 4
}
