package dates

import (
	"strconv"
	"strings"
	"time"
)

// maxDeclared is the length of the longest text that is taken for a date alone.
const maxDeclared = 100

// Declared reads a text that is meant to be a date, as an attribute or a field of
// structured data is. The text may name a weekday and such beside it, but no second date.
func Declared(text string, o Options) (Found, bool) {
	text = strings.TrimSpace(text)
	if len(text) < 6 || len(text) > maxDeclared {
		return Found{}, false
	}
	if f, ok := compact(text); ok {
		return f, true
	}
	var only Found
	for f := range Find(text, o) {
		if !only.Date.IsZero() && !only.Date.SameDay(f.Date) {
			return Found{}, false
		}
		if only.Date.IsZero() {
			only = f
		}
	}
	return only, !only.Date.IsZero()
}

// compact reads dates of digits alone: 20201007, 20201007T103000Z, 20201007103000, and
// the seconds or milliseconds since 1970.
func compact(text string) (Found, bool) {
	digits := 0
	for digits < len(text) && isDigit(text[digits]) {
		digits++
	}
	switch {
	case digits == 8 && (len(text) == 8 || text[8] == 'T' || text[8] == ' '):
		return packed(text[:8], text[8:])
	case digits == len(text) && (digits == 12 || digits == 14) && text[0] != '1':
		return packed(text[:8], text[8:])
	case digits == len(text) && (digits == 10 || digits == 13) && text[0] == '1':
		v, err := strconv.ParseInt(text[:10], 10, 64)
		if err != nil {
			return Found{}, false
		}
		t := time.Unix(v, 0).UTC()
		d := Date{t.Year(), int(t.Month()), t.Day(), t.Hour(), t.Minute(), t.Second(), true, true, 0}
		return Found{Date: d, End: len(text)}, true
	}
	return Found{}, false
}

// packed reads a day without separators, and the time behind it when that has none
// either.
func packed(day, rest string) (Found, bool) {
	d := Date{Year: two(day[:2])*100 + two(day[2:4]), Month: two(day[4:6]), Day: two(day[6:8])}
	if !d.valid() || d.Year < 1900 {
		return Found{}, false
	}
	f := Found{Date: d, End: len(day) + len(rest)}
	r := reader{cursor: cursor{s: rest}}
	_ = r.take("T") || r.take(" ")
	v, digits, ok := r.number(6)
	if ok && (digits == 4 || digits == 6) {
		if digits == 4 {
			v *= 100
		}
		d.Hour, d.Min, d.Sec, d.HasClock = v/10000, v/100%100, v%100, true
		r.zone(&d)
		if d.valid() {
			f.Date = d
		}
		return f, true
	}
	r = reader{cursor: cursor{s: rest}}
	r.clock(&f)
	return f, true
}

func two(s string) int { return int(s[0]-'0')*10 + int(s[1]-'0') }
