package quantity

import (
	"math"

	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// parser walks through the words of a sentence.
type parser struct {
	words    []lexeme
	at       int
	european bool
	found    []found
	out      Reading
}

// found is a quantity with what its neighbours need to know of it.
type found struct {
	Quantity

	from, next int     // its words, and the one behind it
	times      float64 // its magnitude and its unit's factor
	bare       bool    // it has neither magnitude nor unit nor things
}

// step reads what begins at the next word.
func (p *parser) step() {
	if n := p.date(); n > 0 {
		p.at += n
		return
	}
	if n := p.skipped(); n > 0 {
		p.at += n
		return
	}
	if f, n := p.value(p.at); n > 0 {
		p.quantity(f, n)
		return
	}
	p.at++
}

// text is the folded word at an index; empty outside of the sentence.
func (p *parser) text(i int) string {
	if i < 0 || i >= len(p.words) {
		return ""
	}
	return p.words[i].text
}

func (p *parser) is(i int, c class) bool {
	return i >= 0 && i < len(p.words) && p.words[i].class == c
}

// glued reports whether the word at an index follows the one before at once.
func (p *parser) glued(i int) bool { return i > 0 && i < len(p.words) && p.words[i].glued }

// skipped reads numbers that count nothing: names such as A320, ordinals, labels, times
// of the day.
func (p *parser) skipped() int {
	i := p.at
	if !p.is(i, number) {
		return 0
	}
	before := i - 1
	switch {
	case p.glued(i) && p.is(before, word):
		return p.label(p.text(before)+p.text(i), 1)
	case p.glued(i) && p.text(before) == "-" && p.glued(before) && p.is(before-1, word):
		return p.label(p.text(before-1)+p.text(i), 1)
	case p.glued(i+1) && (p.text(i+1) == "st" || p.text(i+1) == "nd" || p.text(i+1) == "rd" || p.text(i+1) == "th"):
		return p.label(p.text(i)+p.text(i+1), 2)
	case p.text(i+1) == "s" && p.glued(i+1): // the 1990s
		return p.label(p.text(i)+"s", 2)
	case len(p.text(i)) > 1 && p.text(i)[0] == '0' && digit(p.text(i)[1]): // 007
		return p.label(p.text(i), 1)
	case p.text(i+1) == ":" && p.glued(i+1) && p.is(i+2, number) && p.glued(i+2):
		return 3
	case p.text(i+1) == "am" || p.text(i+1) == "pm" || p.text(i+1) == "uhr" || p.text(i+1) == "o'clock":
		return 2
	case p.text(before) == "." && (p.text(before-1) == "no" || p.text(before-1) == "nr"):
		return p.label("no"+p.text(i), 1)
	case p.is(before, word) && labelled()[p.text(before)] && !p.measures(i):
		return p.label(p.text(before)+p.text(i), 1)
	}
	return 0
}

// measures matches a number with a magnitude or a unit: a pier 400 metres long.
func (p *parser) measures(i int) bool {
	scale, next := p.magnitude(i+1, false)
	u, _ := p.unit(next, 0)
	return scale != 1 || u.base != ""
}

func (p *parser) label(text string, words int) int {
	p.out.Labels = append(p.out.Labels, text)
	return words
}

// value reads a number in digits or words, without its magnitude.
func (p *parser) value(i int) (figure, int) {
	if p.is(i, number) {
		return readFigure(p.words[i].raw, p.european), 1
	}
	if !p.is(i, word) {
		return figure{}, 0
	}
	if v := small()[p.text(i)]; v > 0 {
		return p.inWords(i, v)
	}
	if one()[p.text(i)] {
		_, isUnit := units()[p.text(i+1)]
		_, isMagnitude := magnitudes()[p.text(i+1)]
		if isMagnitude || isUnit && p.text(i) == "one" {
			return figure{value: 1, step: 1, zeros: 1}, 1
		}
		if _, isPart := fractions()[p.text(i+1)]; isPart && p.text(i+2) == "of" {
			return figure{value: 1, step: 1, zeros: 1}, 1
		}
	}
	return figure{}, 0
}

// inWords reads twenty-five and the like.
func (p *parser) inWords(i int, v float64) (figure, int) {
	digit := small()[p.text(i+2)]
	if p.text(i+2) == "one" {
		digit = 1
	}
	if v >= 20 && p.text(i+1) == "-" && 0 < digit && digit < 10 {
		return figure{value: v + digit, step: 1, zeros: 1}, 3
	}
	return figure{value: v, step: 1, zeros: 1}, 1
}

// quantity reads what follows a number and what stands before it.
func (p *parser) quantity(f figure, n int) {
	first := p.at
	next := first + n
	currency, from := p.currency(first)
	scale, next := p.magnitude(next, currency != "")
	u, next := p.unit(next, f.value)
	if u.base == "" && currency != "" {
		u = unit{base: currency, factor: 1}
	}
	if u.factor == 0 {
		u.factor = 1
	}
	all := scale * u.factor
	q := Quantity{Low: f.value * all, High: f.value * all, Unit: u.base, Step: f.step * all, About: u.odd}
	if zeros := f.zeros * f.step * all; f.zeros >= 100 {
		const most = 0.1 // of the number: 40,000 is not 35,000
		q.Zeros = min(zeros, most*math.Abs(q.Low))
	}
	if p.text(from-1) == "-" && p.glued(from) && !p.glued(from-1) {
		q.Low, q.High, from = -q.Low, -q.High, from-1
	}
	q.Start, q.End = p.words[from].start, p.words[next-1].end
	p.at = next
	if u.base == "s" && (p.text(next) == "ago" || p.text(next) == "earlier" || p.text(next) == "later") || p.text(from-1) == "vor" && u.base == "s" {
		return
	}
	q.Things = p.things(next)
	q.Per = p.per(next)
	p.bound(&q, from, next)
	one := found{Quantity: q, from: from, next: next, times: all, bare: all == 1 && u.base == "" && len(q.Things) == 0}
	if !p.joins(one) {
		p.found = append(p.found, one)
	}
}

// currency is what stands before a number, and where the number begins with it.
func (p *parser) currency(i int) (code string, from int) {
	code, ok := currencies()[p.text(i-1)]
	if !ok {
		return "", i
	}
	if p.text(i-1) == "$" && p.glued(i-1) {
		if own, ok := dollars()[p.text(i-2)]; ok {
			return own, i - 2
		}
	}
	return code, i - 1
}

// magnitude reads thousand, million and the like.
func (p *parser) magnitude(i int, money bool) (scale float64, next int) {
	scale = 1
	for {
		at := i
		if p.text(at) == "-" && p.glued(at) && p.glued(at+1) { // 64-million
			at++
		}
		text := p.text(at)
		m, ok := magnitudes()[text]
		switch {
		case !ok && money && (text == "m" || text == "b"):
			m = map[string]float64{"m": 1e6, "b": 1e9}[text]
		case !ok && text == "m" && p.glued(at) && p.is(at+1, word) && !afterLength()[p.text(at+1)]:
			m = 1e6
		case !ok, text == "mm" && !money, text == "mil" && at == p.at, text == "k" && !p.glued(at) && !money:
			return scale, i
		}
		scale *= m
		i = at + 1
		if p.text(i) == "." && (text == "mio" || text == "mrd" || text == "tsd") {
			i++
		}
	}
}

// unit reads a unit of one or two words, and fractions as percentages.
func (p *parser) unit(i int, value float64) (unit, int) {
	at := i
	if p.text(at) == "-" && p.glued(at) && p.glued(at+1) { // 400-metre
		at++
	}
	if p.text(at) == "de" || p.text(at) == "di" || p.text(at) == "d'" { // 64 millions de dollars
		if u, ok := units()[p.text(at+1)]; ok && at > p.at+1 {
			return u, at + 2
		}
	}
	if p.text(at+1) == "/" && p.text(at+2) == "h" && p.text(at) == "km" {
		return units()["km/h"], at + 3
	}
	if u, ok := units()[p.text(at)+"_"+p.text(at+1)]; ok {
		return u, at + 2
	}
	if u, ok := units()[p.text(at)]; ok {
		return u, at + 1
	}
	if parts, ok := fractions()[p.text(at)]; ok && value < parts {
		return unit{base: "%", factor: 100 / parts, odd: true}, at + 1
	}
	return unit{}, i
}

// things are the stems of up to three words behind a number.
func (p *parser) things(i int) []string {
	const most = 3
	var list []string
	for ; len(list) < most && i < len(p.words); i++ {
		text := p.text(i)
		switch {
		case text == "-" && p.glued(i) || text == "of" && len(list) == 0:
			continue
		case !p.is(i, word) || tokens.IsStop(text):
			return list
		}
		list = append(list, tokens.Stem(text))
	}
	return list
}

// per is what a number is for each of: a year, per person, every day.
func (p *parser) per(i int) string {
	const near = 3 // words
	for end := i + near; i < end; i++ {
		switch p.text(i) {
		case "a", "an", "per", "each", "every", "pro", "par", "por":
			if u, ok := units()[p.text(i+1)]; ok && u.base == "s" || p.text(i) == "per" || p.text(i) == "each" {
				return tokens.Stem(p.text(i + 1))
			}
			return ""
		case "annually", "yearly":
			return "year"
		case "daily":
			return "day"
		case "monthly":
			return "month"
		}
		if !p.is(i, word) {
			return ""
		}
	}
	return ""
}

// bound reads the words before a number that make it approximate or a bound, and the
// plus sign behind one.
func (p *parser) bound(q *Quantity, from, next int) {
	one, two, three := p.text(from-1), p.text(from-2)+"_"+p.text(from-1), p.text(from-3)+"_"+p.text(from-2)+"_"+p.text(from-1)
	switch {
	case atMost()[three] || atMost()[two] || atMost()[one]:
		if three == "no_fewer_than" || three == "no_less_than" {
			q.High = math.Inf(1)
			return
		}
		q.Low = math.Inf(-1)
	case three == "no_more_than":
		q.Low = math.Inf(-1)
	case q.Unit == "s" && one == "over": // during
	case atLeast()[three] || atLeast()[two] || atLeast()[one], p.text(next) == "+" && p.glued(next):
		q.High = math.Inf(1)
	case about()[two] || about()[one]:
		q.About = true
	}
}

// joins makes a range of a number and the one before it: 10–20 %, between 10 and 20,
// 10 to 20; but not of "from 10 to 20", which describes a change.
func (p *parser) joins(q found) bool {
	if len(p.found) == 0 {
		return false
	}
	before := &p.found[len(p.found)-1]
	open := p.text(before.from - 1)
	switch link := p.text(q.from - 1); {
	case before.next != q.from-1:
		return false
	case link == "-" || link == "to" || link == "bis":
		if open == "from" || open == "von" {
			return false
		}
	case link == "and" || link == "und":
		if open != "between" && open != "zwischen" {
			return false
		}
	default:
		return false
	}
	r := before.like(q)
	if r.Unit != q.Unit || r.Low >= q.High || math.IsInf(q.High, 0) {
		return false
	}
	r.High, r.End, r.next, r.Zeros = q.High, q.End, q.next, 0
	r.About = r.About || q.About
	*before = r
	return true
}

// like gives a bare number the magnitude, the unit and the things of another.
func (f found) like(other found) found {
	if !f.bare {
		return f
	}
	f.Low, f.High = f.Low*other.times, f.High*other.times
	f.Step, f.Zeros = f.Step*other.times, f.Zeros*other.times
	f.Unit, f.Things, f.bare = other.Unit, other.Things, false
	return f
}

// done gives numbers the units of what they are linked to, as in "from 38 to 41 %", and
// the quantities to the reading.
func (p *parser) done() Reading {
	for i := len(p.found) - 2; i >= 0; i-- {
		next := p.found[i+1]
		if p.found[i].next == next.from-1 && links()[p.text(next.from-1)] {
			p.found[i] = p.found[i].like(next)
		}
	}
	money := p.money()
	for _, f := range p.found {
		if f.Unit == "" && f.times >= 1e3 && len(f.Things) == 0 { // 210 million pounds, not 184 million
			f.Unit = money
		}
		p.out.Quantities = append(p.out.Quantities, f.Quantity)
	}
	return p.out
}

// money is the one currency of the sentence; empty when there are several or none.
func (p *parser) money() string {
	code := ""
	for _, f := range p.found {
		if len(f.Unit) == 3 { // no other unit has three letters
			if code != "" && code != f.Unit {
				return ""
			}
			code = f.Unit
		}
	}
	return code
}
