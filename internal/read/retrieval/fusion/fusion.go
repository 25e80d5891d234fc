// Package fusion makes one order out of several: reciprocal rank fusion, which needs
// no scores that can be compared. It must not know what is ordered.
package fusion

import (
	"cmp"
	"slices"
)

// k damps the first places, so that one list alone does not decide; 60 is the value of
// the paper that proposed the method (Cormack, Clarke and Büttcher, 2009).
const k = 60

// Scored is an id with what it got from all lists.
type Scored struct {
	ID    string
	Score float64 // sum over lists of 1/(60 + place), places from 1
}

// Rank returns every id of the lists once, best first. An id that a list repeats
// counts by its first place. Ties keep the order in which ids were first seen.
func Rank(lists ...[]string) []Scored {
	ranked := []Scored{}
	places := map[string]int{}
	for _, list := range lists {
		seen := make(map[string]bool, len(list))
		for _, id := range list {
			if seen[id] {
				continue
			}
			seen[id] = true
			at, ok := places[id]
			if !ok {
				at = len(ranked)
				places[id] = at
				ranked = append(ranked, Scored{ID: id})
			}
			ranked[at].Score += 1 / float64(k+len(seen))
		}
	}
	slices.SortStableFunc(ranked, func(a, b Scored) int { return cmp.Compare(b.Score, a.Score) })
	return ranked
}
