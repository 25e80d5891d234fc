package statement

import (
	"slices"

	"github.com/quarryapi/quarry/internal/claims/quantity"
)

// numbers compares quantities: Same when the sentence says all of the claim's, Different
// when one that is left over of a kind stands against one that is left over in the
// sentence, otherwise Unclear.
func (c *comparison) numbers() quantity.Outcome {
	taken := make([]bool, len(c.source.Quantities))
	var left []quantity.Quantity
	for _, q := range c.claim.Quantities {
		if !take(q, c.source.Quantities, taken) {
			left = append(left, q)
		}
	}
	if len(left) == 0 {
		return quantity.Same
	}
	outcome := quantity.Unclear
	for _, q := range left {
		var against []quantity.Outcome
		for i, other := range c.source.Quantities {
			if says := q.Says(other); !taken[i] && says != quantity.Apart {
				against = append(against, says)
			}
		}
		if len(against) == 1 && against[0] == quantity.Different && kinds(left, q) == 1 {
			outcome = quantity.Different
		}
	}
	return outcome
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

// telltale tells counts of at least three digits that are the same, whatever the word for
// what is counted: 1,250 people, 1,250 on the payroll.
func telltale(q, other quantity.Quantity) bool {
	const least = 100
	return q.Unit == "" && other.Unit == "" && q.Low == other.Low && q.High == other.High && q.Low >= least
}

// kinds counts the numbers of a kind.
func kinds(list []quantity.Quantity, q quantity.Quantity) int {
	n := 0
	for _, other := range list {
		if q.Says(other) != quantity.Apart {
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
			switch d.Says(o) {
			case quantity.Same:
				best = quantity.Same
			case quantity.Unclear:
				best = min(best, quantity.Unclear)
			}
		}
		outcome = max(outcome, best)
	}
	return outcome
}

// sameTime tells whether different numbers can be of one time: when only one of both has
// a date, they may be of different ones.
func (c *comparison) sameTime() bool {
	return (len(c.claim.Dates) == 0) == (len(c.source.Dates) == 0) || c.measure()
}

// measure tells whether the numbers are of what does not change from year to year.
func (c *comparison) measure() bool {
	return slices.ContainsFunc(lasting, func(word string) bool { return c.shared[word] })
}

// once tells whether both speak of what happens only once, so that two dates of it cannot
// both be right.
func (c *comparison) once() bool {
	if len(c.claim.Dates) != 1 || len(c.source.Dates) != 1 {
		return false
	}
	return slices.ContainsFunc(single, func(word string) bool { return c.shared[word] })
}

// single are concepts of what happens once, lasting of what stays as it is.
var (
	single = list(`found born die open begin end close complete finish approve introduce publish release sign elect appoint deliver
invent discover register incorporate merge buy abolish ban adopt join enter due built build founded schedule create unveil debut arrive`)
	lasting = list(`cost long length wide width deep depth tall height high weigh weight measure budget capacity area distance`)
)

func list(text string) []string {
	var l []string
	for word := range concepts(text) {
		l = append(l, word)
	}
	slices.Sort(l)
	return l
}
