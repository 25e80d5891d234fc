package statement

import (
	"math"
	"slices"

	"github.com/quarryapi/quarry/internal/read/claims/quantity"
)

const (
	// carried is the least share of the content words of a statement that what it rests on
	// has, and clause the same for each of its clauses.
	carried = 0.8
	clause  = 0.5
)

// Carried reports whether a statement can rest on quoted sentences: it does not say the
// opposite of them, none of its clauses is about something else, and it has no other word
// in the place of one of theirs, such as another verb. Words of the question and of titles,
// in beside, may stand anywhere in it. Numbers are left to the caller: a statement may have
// them from several sources.
func Carried(claim *Statement, quoted []*Statement, beside ...*Statement) bool {
	if len(claim.set) == 0 {
		return true
	}
	if all := append(slices.Clone(quoted), beside...); !claim.within(all) || !claim.counted(all) || !claim.gauged(all) {
		return false
	}
	// Those count that have most of the statement: the others speak of something else.
	most := 0
	for _, q := range quoted {
		most = max(most, shares(claim, q))
	}
	return slices.ContainsFunc(quoted, func(q *Statement) bool {
		return shares(claim, q) == most && claim.follows(q, beside)
	})
}

// counted reports whether no quantity has a number of others with another magnitude or
// currency: what cost 31 million did not cost 31 billion, nor 31 million of something else.
func (s *Statement) counted(others []*Statement) bool {
	return !slices.ContainsFunc(s.Quantities, func(own quantity.Quantity) bool {
		taken := false
		for _, o := range others {
			for _, q := range o.Quantities {
				if q.Low == own.Low && (q.Unit == own.Unit || own.Unit == "") {
					return false
				}
				taken = taken || misread(own, q)
			}
		}
		return taken
	})
}

// gauged reports whether each measure and bound is one of others: 320 metres are not 320
// feet, what happened in 2019 did not cost 2019 million, and at most is not at least. Plain
// counts are left to the words around them.
func (s *Statement) gauged(others []*Statement) bool {
	return !slices.ContainsFunc(s.Quantities, func(own quantity.Quantity) bool {
		bound := own.Low != own.High
		return (bound || own.Unit != "") && !slices.ContainsFunc(others, func(o *Statement) bool {
			return slices.ContainsFunc(o.Quantities, func(q quantity.Quantity) bool {
				if own.Per == "" {
					q.Per = "" // what it is for each may be left out
				}
				says := own.Says(q)
				return says == quantity.Same || says == quantity.Unclear && !bound
			})
		})
	})
}

// misread reports whether two quantities have the same digits and are not the same.
func misread(own, q quantity.Quantity) bool {
	if own.Low <= 0 || q.Low <= 0 {
		return false
	}
	thousands := math.Log10(own.Low/q.Low) / 3
	return math.Abs(thousands-math.Round(thousands)) < 1e-9 && (math.Round(thousands) != 0 || own.Unit != q.Unit && own.Unit != "")
}

func shares(claim, q *Statement) int {
	n := 0
	for word := range claim.set {
		if q.says(word) {
			n++
		}
	}
	return n
}

// within reports whether others have most words of the statement, and of each clause.
func (s *Statement) within(others []*Statement) bool {
	had := func(word string) bool {
		return slices.ContainsFunc(others, func(o *Statement) bool { return o.says(word) || opposed().swaps(word, s, o) })
	}
	all, found := 0, 0
	for part := range clauses(s.words) {
		own := 0
		for _, word := range part {
			if had(word) {
				own++
			}
		}
		if float64(own) < clause*float64(len(part)) {
			return false
		}
		all, found = all+len(part), found+own
	}
	return float64(found) >= carried*float64(all)
}

// clauses are the parts of a list of words that empty ones separate.
func clauses(list []string) func(yield func([]string) bool) {
	return func(yield func([]string) bool) {
		for len(list) > 0 {
			end := slices.Index(list, "")
			if end < 0 {
				end = len(list)
			}
			if end > 0 && !yield(list[:end]) {
				return
			}
			list = list[min(end+1, len(list)):]
		}
	}
}

// follows reports whether a statement says of one sentence what that says.
func (s *Statement) follows(q *Statement, beside []*Statement) bool {
	c := comparison{claim: s, source: q}
	c.count()
	if turned, _ := c.turned(); turned || c.denies() || s.lacking && !q.lacking {
		return false
	}
	// A negation of what the sentence does not even mention is the statement's own.
	if len(s.negated) > 0 && len(q.negated) == 0 && !slices.ContainsFunc(beside, func(b *Statement) bool { return len(b.negated) > 0 }) {
		return false
	}
	for word := range s.set {
		if slices.ContainsFunc(beside, func(b *Statement) bool { return b.set[word] }) {
			c.shared[word] = true
		}
	}
	return !c.slot() && !c.reversed()
}
