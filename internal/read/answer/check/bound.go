package check

import (
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/claims/statement"
	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// lexeme matches words and numbers, and the marks that keep the words around them apart.
var lexeme = pattern.Of(`\d+(?:[.,]\d+)*|\p{L}+|[.,;:()!?–—]`)

// bound is a number with the words beside it, in lower case.
type bound struct{ before, number, behind string }

func bounds(text string) []bound {
	words := lexeme.FindAllString(strings.ToLower(text), -1)
	var list []bound
	for i, word := range words {
		if word[0] < '0' || word[0] > '9' {
			continue
		}
		b := bound{number: word}
		if i > 0 {
			b.before = words[i-1]
		}
		if i+1 < len(words) {
			b.behind = words[i+1]
		}
		list = append(list, b)
	}
	return list
}

// rebound reports whether a statement has a number in the place of another of its sources: before
// the word that stands behind the other ("2027 jobs" where 400 jobs move by 2027), or two of
// them in each other's place ("1 to 3" where it was 3 to 1).
func rebound(said string, sources []*statement.Statement) bool {
	own := bounds(said)
	for _, s := range sources {
		there := bounds(s.Text)
		if slices.ContainsFunc(own, func(b bound) bool { return taken(b, there, sources) }) || swapped(own, there) {
			return true
		}
	}
	return false
}

func taken(own bound, there []bound, sources []*statement.Statement) bool {
	if len(own.behind) < 2 || tokens.IsStop(own.behind) { // marks and single letters
		return false
	}
	known, other := false, false
	for _, b := range there {
		known = known || b.number == own.number
		other = other || b.number != own.number && b.behind == own.behind
	}
	return known && other && !slices.ContainsFunc(sources, func(s *statement.Statement) bool {
		return slices.ContainsFunc(bounds(s.Text), func(b bound) bool { return b.number == own.number && b.behind == own.behind })
	})
}

func swapped(own, there []bound) bool {
	at := func(b bound) int {
		return slices.IndexFunc(there, func(o bound) bool { return o.number == b.number })
	}
	for i, x := range own {
		for _, y := range own[i+1:] {
			m, n := at(x), at(y)
			if m > n && n >= 0 && there[m].before != there[n].before && x.before == there[n].before && y.before == there[m].before {
				return true
			}
		}
	}
	return false
}
