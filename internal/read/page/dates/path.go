package dates

import "strings"

// InPath reads the date that an address carries in its path: /2020/10/07/, /2020-10-07-x,
// /2020/oct/07/ and x-20201007. Its Day is 0 when the path has only year and month.
func InPath(path string) (Date, bool) {
	if len(path) > 2000 {
		return Date{}, false
	}
	var partial Date
	for i := 0; i+4 <= len(path); i++ {
		if !isDigit(path[i]) || i > 0 && (isDigit(path[i-1]) || isLetter(path[i-1])) {
			continue
		}
		d := dayInPath(path[i:])
		if d.Day > 0 {
			return d, true
		}
		if d.Month > 0 && partial.IsZero() && i > 0 && path[i-1] == '/' {
			partial = d
		}
	}
	return partial, !partial.IsZero()
}

// dayInPath reads a date at the beginning of a part of a path.
func dayInPath(s string) Date {
	c := cursor{s: s}
	run, digits, ok := c.number(8)
	switch {
	case !ok:
		return Date{}
	case digits == 8:
		d := Date{Year: run / 10000, Month: run / 100 % 100, Day: run % 100}
		return d.inPath(c)
	case digits != 4:
		return Date{}
	}
	d := Date{Year: run}
	sep := c.peek()
	if sep != '/' && sep != '-' && sep != '_' && sep != '.' {
		return Date{}
	}
	c.i++
	m, digits, ok := c.number(4)
	switch {
	case !ok:
		if w := c.word(); len(w) == 3 || sep == '/' && len(w) > 3 {
			m = month(w)
		}
	case digits == 4:
		d.Month, d.Day = m/100, m%100
		return d.inPath(c)
	}
	d.Month = m
	next := c.peek()
	if day, n, ok := c.day(); ok && next == sep && n <= 2 {
		d.Day = day
		return d.inPath(c)
	}
	if sep != '/' || next != '/' || strings.Trim(c.s[c.i:], "/") == "" {
		return Date{}
	}
	d.Day = 1
	if d = d.inPath(c); !d.IsZero() {
		d.Day = 0
	}
	return d
}

// day reads the number behind one separator.
func (c *cursor) day() (day, digits int, ok bool) {
	at := cursor{s: c.s, i: c.i + 1}
	if at.i >= len(at.s) {
		return 0, 0, false
	}
	day, digits, ok = at.number(2)
	if ok {
		c.i = at.i
	}
	return day, digits, ok
}

// inPath is the date if it can be one that stands in an address, of the web's own time.
func (d Date) inPath(c cursor) Date {
	if !d.valid() || d.Year < 1990 || isDigit(c.peek()) {
		return Date{}
	}
	return d
}
