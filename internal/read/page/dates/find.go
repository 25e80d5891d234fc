package dates

import (
	"iter"
	"slices"
	"strings"
)

// Order is which of day and month comes first where numbers alone are written.
type Order uint8

// The orders.
const (
	AnyOrder Order = iota
	DayFirst
	MonthFirst
)

// Options are what is known of the writer.
type Options struct {
	Croatian bool // listopad is October, as it is November to Poles and Czechs
}

// Found is a date in a text.
type Found struct {
	Date       Date
	Other      Date // with the month first, when day and month cannot be distinguished; else zero
	Start, End int  // where it stands, in bytes
	ShortYear  bool // its year has two digits
	// Order is what a date of numbers alone shows of the habits of its writer: 25/10/2020
	// has the day first.
	Order Order
}

// In is the date as it reads in an order; the zero Date when it could be either, and the
// order is not known.
func (f Found) In(o Order) Date {
	switch {
	case f.Other.IsZero() || o == DayFirst:
		return f.Date
	case o == MonthFirst:
		return f.Other
	}
	return Date{}
}

// Find yields the dates of a text in order. Those that are part of a longer number, such
// as a version or an address, are none.
func Find(text string, o Options) iter.Seq[Found] {
	return func(yield func(Found) bool) {
		for i := nextDigit(text, 0); i < len(text); {
			end := i + 1
			for end < len(text) && isDigit(text[end]) {
				end++
			}
			if f, ok := at(text, i, end, o); ok {
				if !yield(f) {
					return
				}
				end = f.End
			}
			i = nextDigit(text, end)
		}
	}
}

// Possible reports whether a text has the two numbers that each date has.
func Possible(text string) bool {
	for numbers, i := 0, nextDigit(text, 0); i < len(text); i = nextDigit(text, i) {
		if numbers++; numbers == 2 {
			return true
		}
		for i < len(text) && isDigit(text[i]) {
			i++
		}
	}
	return false
}

func nextDigit(s string, i int) int {
	for i < len(s) && !isDigit(s[i]) {
		i++
	}
	return i
}

// at reads the date that a number begins.
func at(text string, start, end int, o Options) (Found, bool) {
	if end-start > 4 || !begins(text, start) {
		return Found{}, false
	}
	r := reader{cursor{text, start}, o}
	return r.read()
}

// begins reports whether a number can be the first of a date where it stands.
func begins(s string, i int) bool {
	if i == 0 {
		return true
	}
	switch b := s[i-1]; {
	case isLetter(b), b == '$', b == '#', b == '_', b == '+', b == '&', b == '=', b == '%':
		return false
	case strings.IndexByte("./-:,'", b) >= 0:
		return i < 2 || !isDigit(s[i-2])
	}
	return true
}

// reader reads one date from its first number on.
type reader struct {
	cursor
	o Options
}

func (r *reader) read() (Found, bool) {
	start := r.i
	v, digits, ok := r.number(4)
	if !ok {
		return Found{}, false
	}
	f := Found{Start: start}
	switch digits {
	case 4:
		ok = r.yearFirst(v, &f)
	case 1, 2:
		ok = r.numeric(v, &f) || r.dayFirst(v, &f) || r.monthFirst(v, start, &f)
	default:
		ok = false
	}
	if !ok || !f.Date.valid() {
		return Found{}, false
	}
	r.clock(&f)
	f.End = r.i
	return f, true
}

// yearFirst reads 2020-10-07, 2020/10/7, 2020. 10. 7., 2020年10月7日, 2020. október 7. and
// 2020-Oct-07 behind their year.
func (r *reader) yearFirst(year int, f *Found) bool {
	was := r.i
	sep := r.separator()
	r.space()
	if sep == '.' || sep == 0 || sep == 'y' {
		r.takeWord("m gada") // of Lithuanian and Latvian dates
		r.take(".")
		r.space()
	}
	m, _, ok := r.number(2)
	if !ok {
		m = r.month()
		r.take(".")
	} else if sep == 0 {
		m = 0
	}
	between := r.separator()
	r.space()
	if named := r.month(); ok && sep == '.' && named > 0 { // 2020. gada 7. oktobris
		f.Date = Date{Year: year, Month: named, Day: m}
		return true
	}
	d, _, isDay := r.number(2)
	if m == 0 || !isDay || ok && !sameKind(sep, between) || isDigit(r.peek()) {
		r.i = was
		return false
	}
	_ = r.take("日") || r.take("일")
	f.Date = Date{Year: year, Month: m, Day: d}
	return true
}

// separator takes the sign between two numbers; 0 when there is none. The signs for
// year and month of East Asian dates are 'y' and 'm'.
func (r *reader) separator() byte {
	switch b := r.peek(); b {
	case '-', '/', '.':
		r.i++
		return b
	}
	was := r.i
	r.space()
	switch {
	case r.take("年"), r.take("년"):
		return 'y'
	case r.take("月"), r.take("월"):
		return 'm'
	}
	r.i = was
	return 0
}

func sameKind(a, b byte) bool { return a == b || a == 'y' && b == 'm' }

// year reads four digits, or two where they may stand for a year.
func (r *reader) year(short bool, f *Found) (int, bool) {
	was := r.i
	mark := r.take("'") || r.take("’")
	y, digits, ok := r.number(4)
	if ok && digits == 2 && (short || mark) {
		f.ShortYear = true
		if y < 70 {
			return 2000 + y, true
		}
		return 1900 + y, true
	}
	if !ok || digits != 4 || mark {
		r.i = was
		return 0, false
	}
	return y, true
}

// dayFirst reads 7 October 2020, 7. Oktober 2020, 7 de octubre de 2020, 1er mai 2020 and
// 7-Oct-2020 behind their day.
func (r *reader) dayFirst(day int, f *Found) bool {
	was := r.i
	r.ordinal()
	dash := r.take("-") || r.take("/")
	r.space()
	_ = r.takeWord("of de del di d") && (r.take("'") || r.take("’") || r.space())
	m := r.month()
	if m == 0 {
		r.i = was
		return false
	}
	_ = r.take(".") || r.take(",")
	dash = r.take("-") || r.take("/") || dash
	r.space()
	if r.takeWord("de del of din năm") {
		r.space()
	}
	_ = r.take(",") && r.space()
	year, ok := r.year(dash, f)
	if !ok || isDigit(r.peek()) || r.peek() == ':' {
		r.i = was
		return false
	}
	f.Date = Date{Year: year, Month: m, Day: day}
	return true
}

// ordinal skips what makes a number an ordinal.
func (r *reader) ordinal() {
	if slices.ContainsFunc([]string{".", "º", "ª", "°"}, r.take) {
		return
	}
	r.takeWord("st nd rd th er re a o e")
	r.take(".")
}

// month reads the name of a month, or its number as Vietnamese writes it.
func (r *reader) month() int {
	was := r.i
	w := r.word()
	if strings.EqualFold(w, "tháng") {
		r.space()
		m, _, _ := r.number(2)
		return m
	}
	m := month(w)
	if m == 0 {
		r.i = was
		return 0
	}
	if m == 11 && r.o.Croatian && strings.HasPrefix(strings.ToLower(w), "listopad") {
		return 10
	}
	return m
}

// monthFirst reads October 7th, 2020 and Oct 7 10:30:00 GMT 2020 behind their day.
func (r *reader) monthFirst(day, start int, f *Found) bool {
	w, from := wordBefore(r.s, start)
	m := month(w)
	if m == 0 {
		return false
	}
	was := r.i
	r.ordinal()
	_ = r.take(",") || r.take("-") || r.take("/")
	r.space()
	if r.takeWord("de del of") {
		r.space()
	}
	f.Start = from
	if year, ok := r.year(false, f); ok && r.peek() != ':' && !isDigit(r.peek()) {
		f.Date = Date{Year: year, Month: m, Day: day}
		return true
	}
	r.i = was
	f.Date = Date{Year: 2000, Month: m, Day: day} // until the year is read; a leap year
	r.clock(f)
	r.space()
	year, ok := r.year(false, f)
	if !f.Date.HasClock || !ok {
		r.i = was
		return false
	}
	end := r.i
	r.i, f.Date = was, Date{Year: year, Month: m, Day: day}
	r.clock(f) // again, as the offset of some zones depends on the year
	r.i = end
	return true
}
