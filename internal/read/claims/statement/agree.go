package statement

import (
	"maps"
	"slices"
	"sync"

	"github.com/quarryapi/quarry/internal/read/claims/quantity"
)

// numbers compares quantities: Same when the sentence says all of the claim's, Different
// when one that is left over of a kind stands against one that is left over in the
// sentence, otherwise Unclear.
func (c *comparison) numbers() quantity.Outcome {
	taken := make([]bool, len(c.source.Quantities))
	var left []int
	for i, q := range c.claim.Quantities {
		if !take(q, c.source.Quantities, taken) {
			left = append(left, i)
		}
	}
	if len(left) == 0 {
		return quantity.Same
	}
	for _, i := range left {
		if c.kinds(left, i) == 1 && c.against(i, taken) == quantity.Different {
			return quantity.Different
		}
	}
	return quantity.Unclear
}

// against compares a quantity of the claim with the one of the sentence that stands
// against it: the only one of its kind, or the only one behind the same word.
func (c *comparison) against(i int, taken []bool) quantity.Outcome {
	var all, led []quantity.Outcome
	for j, other := range c.source.Quantities {
		says := c.claim.Quantities[i].Says(other)
		if taken[j] || says == quantity.Apart {
			continue
		}
		all = append(all, says)
		if c.claim.leads[i] == c.source.leads[j] {
			led = append(led, says)
		}
	}
	switch {
	case len(led) == 1:
		return led[0]
	case len(all) == 1:
		return all[0]
	}
	return quantity.Unclear
}

// denies reports whether one of them says of a number of the other that it is not so.
func (c *comparison) denies() bool {
	return refuses(c.source, c.claim) || refuses(c.claim, c.source)
}

func refuses(s, other *Statement) bool {
	return slices.ContainsFunc(s.denied, func(d quantity.Quantity) bool {
		return slices.ContainsFunc(other.Quantities, func(q quantity.Quantity) bool { return q.Says(d) == quantity.Same })
	})
}

// take finds the first number of the sentence that says a claim's.
func take(q quantity.Quantity, list []quantity.Quantity, taken []bool) bool {
	for i, other := range list {
		if !taken[i] && (q.Says(other) == quantity.Same || telltale(q, other)) {
			taken[i] = true
			return true
		}
	}
	return false
}

// telltale matches counts of at least three digits that are the same, whatever the word for
// what is counted: 1,250 people, 1,250 on the payroll.
func telltale(q, other quantity.Quantity) bool {
	const least = 100
	return q.Unit == "" && other.Unit == "" && q.Low == other.Low && q.High == other.High && q.Low >= least
}

// kinds counts the claim's quantities, of some, that are of a kind with one.
func (c *comparison) kinds(some []int, one int) int {
	n := 0
	for _, i := range some {
		if c.claim.Quantities[one].Says(c.claim.Quantities[i]) != quantity.Apart {
			n++
		}
	}
	return n
}

// dates compares dates. A sentence without any takes those of its context; if that has
// none either, the claim's are not said.
func (c *comparison) dates() quantity.Outcome {
	if len(c.claim.Dates) == 0 {
		return quantity.Same
	}
	list := c.source.Dates
	if len(list) == 0 {
		for _, d := range c.claim.Dates {
			if !slices.ContainsFunc(c.around.dated(), func(o quantity.Date) bool { return d.Says(o) == quantity.Same }) {
				return quantity.Unclear
			}
		}
		return quantity.Same
	}
	outcome := quantity.Same
	for _, d := range c.claim.Dates {
		best := quantity.Different
		for _, o := range list {
			best = min(best, d.Says(o)) // from Same to Different; dates are never Apart
		}
		outcome = max(outcome, best)
	}
	return outcome
}

// sameTime reports whether different numbers can be of one time: when only one of both has
// a date, they may be of different ones.
func (c *comparison) sameTime() bool {
	return (len(c.claim.Dates) == 0) == (len(c.source.Dates) == 0) || c.measure()
}

// measure reports whether the numbers are of what does not change from year to year.
func (c *comparison) measure() bool {
	return slices.ContainsFunc(lasting(), func(word string) bool { return c.shared[word] })
}

// once reports whether both speak of what happens only once, so that two dates of it cannot
// both be right.
func (c *comparison) once() bool {
	if len(c.claim.Dates) != 1 || len(c.source.Dates) != 1 {
		return false
	}
	return slices.ContainsFunc(single(), func(word string) bool { return c.shared[word] })
}

// single are concepts of what happens once, lasting of what stays as it is.
var (
	single = list(`found born die open begin end close complete finish approve introduce publish release sign elect appoint deliver
invent discover register incorporate merge buy abolish ban adopt join enter due built build founded schedule create unveil debut arrive`)
	lasting = list(`cost long length wide width deep depth tall height high weigh weight measure budget capacity area distance`)
)

func list(text string) func() []string {
	return sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(concepts(text)())) })
}

// Near reports whether two statements share what a quotation needs to be of the same matter:
// two content words, or all when one has fewer.
func (s *Statement) Near(other *Statement) bool {
	shared := 0
	for word := range s.set {
		if other.set[word] {
			shared++
		}
	}
	return shared > 0 && shared >= min(fewest, len(s.set), len(other.set))
}

// Holds reports whether a sentence has what a claim needs of it to be spoken for: for each of
// its numbers one that agrees, or may, and no other date.
func (s *Statement) Holds(source *Statement) bool {
	for _, q := range s.Quantities {
		if !slices.ContainsFunc(source.Quantities, func(o quantity.Quantity) bool {
			says := q.Says(o)
			return says == quantity.Same || says == quantity.Unclear || telltale(q, o)
		}) {
			return false
		}
	}
	c := comparison{claim: s, source: source}
	return len(source.Dates) == 0 || c.dates() != quantity.Different
}
