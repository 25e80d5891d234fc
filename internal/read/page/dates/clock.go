package dates

import (
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/page/dates/zone"
)

// clock reads the time of day behind a date, if there is one.
func (r *reader) clock(f *Found) {
	if f.Date.HasClock {
		return
	}
	was := r.i
	d := f.Date
	if !r.toClock() || !r.timeOfDay(&d) || !d.valid() {
		r.i = was
		return
	}
	d.HasClock = true
	r.zone(&d)
	f.Date = d
	if !f.Other.IsZero() {
		year, month, day := f.Other.Year, f.Other.Month, f.Other.Day
		f.Other = d
		f.Other.Year, f.Other.Month, f.Other.Day = year, month, day
	}
}

// toClock skips what stands between a date and a time, and reports whether anything
// does.
func (r *reader) toClock() bool {
	if r.take("T") || r.take("t") {
		return isDigit(r.peek())
	}
	start := r.i
	r.take(".")
	for range 5 {
		if !r.space() && !r.sign() && !r.takeWord("um at à a as às las kl klo ore alle om o u в о στις godz saat г year hrs") {
			break
		}
	}
	return r.i > start
}

// sign takes one sign that may stand between a date and a time.
func (r *reader) sign() bool {
	return slices.ContainsFunc([]string{",", "|", "-", ".", "/", "(", ";", ":", "@", "–", "—", "•", "·"}, r.take)
}

// timeOfDay reads 10:30, 10:30:15.123 pm, 10h30 and 10.30 Uhr.
func (r *reader) timeOfDay(d *Date) bool {
	hour, _, ok := r.number(2)
	if !ok {
		return false
	}
	dotted := r.take(".")
	if !dotted && !r.take(":") && !r.take("h") && !r.take("H") {
		return false
	}
	minute, digits, ok := r.number(2)
	if !ok || digits != 2 {
		return false
	}
	d.Hour, d.Min = hour, minute
	if r.take(":") {
		if d.Sec, digits, ok = r.number(2); !ok || digits != 2 {
			return false
		}
		if r.peek() == '.' || r.peek() == ',' {
			r.fraction()
		}
	}
	hours := r.halfDay(d)
	return !isDigit(r.peek()) && (!dotted || hours)
}

// fraction skips digits behind the seconds.
func (r *reader) fraction() {
	was := r.i
	r.i++
	for range 9 {
		if !isDigit(r.peek()) {
			break
		}
		r.i++
	}
	if r.i == was+1 {
		r.i = was
	}
}

// halfDay reads am, pm or a word for the clock, and reports whether it stood there.
func (r *reader) halfDay(d *Date) bool {
	was := r.i
	r.space()
	rest := r.s[r.i:min(r.i+4, len(r.s))]
	size := 0
	switch lower := strings.ToLower(rest); {
	case strings.HasPrefix(lower, "a.m."), strings.HasPrefix(lower, "p.m."):
		size = 4
	case strings.HasPrefix(lower, "am"), strings.HasPrefix(lower, "pm"):
		size = 2
	}
	if size == 0 || r.i+size < len(r.s) && isLetter(r.s[r.i+size]) {
		if r.takeWord("Uhr uur h hrs hs") {
			return true
		}
		r.i = was
		return false
	}
	r.i += size
	if d.Hour > 12 {
		return true
	}
	d.Hour %= 12
	if rest[0]|0x20 == 'p' {
		d.Hour += 12
	}
	return true
}

// zone reads Z, +01:00, UTC, GMT+2, GMT +2 and the abbreviations that mean one zone only.
func (r *reader) zone(d *Date) {
	was := r.i
	r.space()
	r.take("(")
	if r.offset(d) {
		return
	}
	name := r.word()
	minutes, known := offsetOf(name, d)
	if !known || (name == "UTC" || name == "GMT") && !r.ahead(d) {
		r.i = was
		return
	}
	if !d.HasZone {
		d.HasZone, d.Offset = true, minutes
	}
}

// ahead reads the offset behind UTC or GMT, and reports false when what stands there is
// one that no zone has.
func (r *reader) ahead(d *Date) bool {
	was := r.i
	r.space()
	rest := strings.TrimLeft(r.s[r.i:min(r.i+4, len(r.s))], "+-−")
	if rest == "" || !isDigit(rest[0]) || isDigit(r.peek()) {
		r.i = was
		return true
	}
	return r.offset(d)
}

// offset reads +1, +01, +0100 and +01:00, and nothing that is no zone's, such as +15:00
// or +5.5.
func (r *reader) offset(d *Date) bool {
	was, sign := r.i, "+"
	switch {
	case r.take("-"), r.take("−"):
		sign = "-"
	case !r.take("+"):
		return false
	}
	start := r.i
	for r.i-start <= len("01:00") && (isDigit(r.peek()) || r.inNumber()) {
		r.i++
	}
	minutes, known := zone.Parse(sign+r.s[start:r.i], time.Time{})
	if !known {
		r.i = was
		return false
	}
	d.HasZone, d.Offset = true, minutes
	return true
}

// inNumber reports a colon or a point between digits.
func (r *reader) inNumber() bool {
	return (r.peek() == ':' || r.peek() == '.') && r.i+1 < len(r.s) && isDigit(r.s[r.i+1])
}

// offsetOf is the offset of a zone's name, which is in capitals: "est" is a word, too.
func offsetOf(name string, d *Date) (minutes int, known bool) {
	if name == "z" {
		return 0, true
	}
	return zone.Named(name, time.Date(d.Year, time.Month(d.Month), d.Day, d.Hour, d.Min, d.Sec, 0, time.UTC))
}
