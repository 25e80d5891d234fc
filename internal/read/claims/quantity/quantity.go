// Package quantity reads the numbers and dates of a sentence: with their units, in the
// spellings of several languages, as ranges, bounds and approximations; and tells
// whether two of them say the same. It must not know what the sentence is about.
package quantity

import (
	"math"
	"slices"
)

// Quantity is a number with its unit, from Low to High: both are the same for a plain
// number, and one is infinite for a bound ("more than 40").
type Quantity struct {
	Low, High float64 // in the base of Unit: metres, kilograms, seconds, watts …
	Unit      string  // "%", "USD", "m", "kg"; empty for what is counted
	// Things are stems of the words behind the number: of what is counted or measured.
	Things []string
	Per    string  // stem of what it is for each of: "year", "passag"; empty when it is not given
	About  bool    // approximate by its own words, or since its unit was converted
	Step   float64 // of the last written digit: 0.1 million for "1.2 million"
	Zeros  float64 // what closing zeros may have rounded away; 0 when there are not two of them
	Start  int     // its place in the text, in bytes
	End    int
}

// Outcome is what a comparison says.
type Outcome int

// The outcomes.
const (
	Apart     Outcome = iota // of different kinds: nothing can be said
	Same                     // whoever believes one must believe the other
	Unclear                  // both may be right
	Different                // they cannot both be right
)

// What approximations forgive, as shares of the number: up to forAbout they agree, up
// to forDoubt nothing is said.
const (
	forAbout = 0.075
	forDoubt = 0.15
	most     = 10.0 // times the other: numbers farther apart than this are hardly of the same thing
)

// Says compares a number of a claim with one of a source. "more than 40" is said by 45,
// but 45 is not said by "more than 40"; 1.2 million is said by 1,234,567, and about 40
// by 41.
func (q Quantity) Says(source Quantity) Outcome {
	switch {
	case !q.comparable(source):
		return Apart
	case q.ranged() || source.ranged():
		return q.saysRange(source)
	}
	gap := math.Abs(q.Low - source.Low)
	size := max(math.Abs(q.Low), math.Abs(source.Low))
	about := q.About || source.About
	switch {
	case gap <= max(q.Step, source.Step)/2*(1+1e-9) && (q.Step != source.Step || gap == 0):
		return Same
	case about && gap <= forAbout*size:
		return Same
	case gap <= max(q.Zeros, source.Zeros)/2, about && gap <= forDoubt*size, gap > (1-1/most)*size:
		return Unclear
	}
	return Different
}

func (q Quantity) saysRange(source Quantity) Outcome {
	low, high := q.spread()
	from, to := source.spread()
	switch {
	case q.ranged() && low <= from && to <= high:
		return Same
	case low <= to && from <= high:
		return Unclear
	}
	return Different
}

// spread is the range with what an approximation forgives.
func (q Quantity) spread() (low, high float64) {
	if !q.About {
		return q.Low, q.High
	}
	return q.Low - forAbout*math.Abs(q.Low), q.High + forAbout*math.Abs(q.High)
}

func (q Quantity) ranged() bool { return q.Low != q.High }

// comparable reports whether two numbers are of one kind: the same unit and rate, or counts that
// share a word for what is counted, or of which one has none.
func (q Quantity) comparable(other Quantity) bool {
	if q.Unit != other.Unit || q.Per != other.Per {
		return false
	}
	if q.Unit != "" || len(q.Things) == 0 || len(other.Things) == 0 {
		return true
	}
	return slices.ContainsFunc(q.Things, func(t string) bool { return slices.Contains(other.Things, t) })
}

// Date is a day, a month, a quarter or a year.
type Date struct {
	Year    int // 0 when it is not given
	Quarter int // 1 to 4; 0 when it is not given
	Month   int // 1 to 12; 0 when it is not given
	Day     int // 0 when it is not given
	Start   int // its place in the text, in bytes
	End     int
}

// Says compares a date of a claim with one of a source. A year is said by a day in it;
// a day is not said by its year.
func (d Date) Says(source Date) Outcome {
	outcome := Same
	for _, part := range [][2]int{{d.Year, source.Year}, {d.quarter(), source.quarter()}, {d.Month, source.Month}, {d.Day, source.Day}} {
		switch {
		case part[0] == part[1] || part[0] == 0:
		case part[1] == 0:
			outcome = Unclear
		default:
			return Different
		}
	}
	return outcome
}

func (d Date) quarter() int {
	if d.Quarter == 0 && d.Month > 0 {
		return (d.Month + 2) / 3
	}
	return d.Quarter
}

// Reading is what a sentence holds.
type Reading struct {
	Quantities []Quantity
	Dates      []Date
	// Labels are numbers that name something, with their word: "line 3", "phase 2".
	Labels []string
}

// Read returns the numbers and dates of a sentence in order. Times of the day, and spans
// until now ("two weeks ago"), are left out.
func Read(sentence string) Reading {
	p := parser{words: lex(sentence)}
	p.european = european(p.words)
	for p.at < len(p.words) {
		p.step()
	}
	return p.done()
}
