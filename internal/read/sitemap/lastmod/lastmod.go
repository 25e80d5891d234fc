// Package lastmod reads when something was changed, in the ways in which sitemaps
// and feeds write it, and keeps how exact that was. It knows nothing of either.
package lastmod

import (
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/read/page/dates/zone"
)

// Stamp is a moment, or a day, month or year when no more was said. The zero value is
// an unknown time.
type Stamp struct {
	start  time.Time // UTC
	layout string    // that says no more than was said
}

// The layouts in which a Stamp is written.
const (
	year   = "2006"
	month  = "2006-01"
	day    = time.DateOnly
	moment = instant.Layout
)

// oldest is the first year that is believed: what is before comes from a zero in some
// database.
const oldest = 1970

// Parse reads a W3C date and time in any of its lengths (with or without seconds,
// fraction and zone, with a space for the T), and the dates of e-mail, HTTP and C.
// Without a zone a time is UTC. Of a time in a zone that is unknown, or that several
// parts of the world call so, only the day is known. Anything else, 0000-00-00 for one,
// is unknown.
func Parse(s string) (Stamp, bool) {
	s = strings.TrimSpace(s)
	if len(s) < len(year) || len(s) > 64 {
		return Stamp{}, false
	}
	date, clock, tail := split(s)
	at, layout, ok := dateOf(date)
	if clock == "" && ok && believed(at) {
		return Stamp{at, layout}, true
	}
	if !ok { // C writes the year behind the time
		var rest string
		tail, rest = cutYear(tail)
		at, layout, ok = dateOf(date + " " + rest)
	}
	if !ok || layout != day {
		return Stamp{}, false
	}
	at, zoneName, ok := addClock(at, clock, tail)
	if !ok {
		return Stamp{}, false
	}
	at, layout, ok = inZone(at, zoneName)
	if !ok || !believed(at) {
		return Stamp{}, false
	}
	return Stamp{at, layout}, true
}

func believed(at time.Time) bool { return at.Year() >= oldest && at.Year() <= 9999 }

// Of is a moment that is known already; the zero time is unknown.
func Of(at time.Time) Stamp {
	if at.IsZero() {
		return Stamp{}
	}
	return Stamp{at.UTC(), moment}
}

// Day is a day of which no time is known.
func Day(year int, month time.Month, d int) Stamp {
	return Stamp{time.Date(year, month, d, 0, 0, 0, 0, time.UTC), day}
}

// split finds the time of day, 07:08 or 07:08:09.5, and returns what is before and
// behind it.
func split(s string) (date, clock, tail string) {
	colon := strings.IndexByte(s, ':')
	if colon < 1 {
		return s, "", ""
	}
	start := colon
	for start > 0 && colon-start < 2 && isDigits(s[start-1:start]) {
		start--
	}
	end := colon
	for end < len(s) && (isDigits(s[end:end+1]) || s[end] == ':' || s[end] == '.' && end+1 < len(s) && isDigits(s[end+1:end+2])) {
		end++
	}
	date = strings.TrimSpace(s[:start])
	if i := len(date) - 1; i > 0 && (date[i] == 'T' || date[i] == 't') && isDigits(date[i-1:i]) {
		date = date[:i]
	}
	return date, s[start:end], strings.TrimSpace(s[end:])
}

// dateOf reads a date alone, and says how exact it is.
func dateOf(s string) (at time.Time, layout string, ok bool) {
	if isDigits(s[:min(4, len(s))]) {
		return w3c(s)
	}
	fields := strings.Fields(strings.ReplaceAll(s, ",", " "))
	if len(fields) > 1 && isWeekday(fields[0]) {
		fields = fields[1:]
	}
	for i, f := range fields {
		if f == "Sept" {
			fields[i] = "Sep"
		}
	}
	s = strings.Join(fields, " ")
	if len(fields) == 1 && isDigits(s[:min(4, len(s))]) {
		return w3c(s) // behind the name of the day
	}
	for _, form := range []string{
		"2 Jan 2006", "2 January 2006", "2 Jan 06", "2-Jan-06", "2-Jan-2006", "Jan 2 2006", "January 2 2006",
	} {
		if at, err := time.Parse(form, s); err == nil {
			return at, day, true
		}
	}
	return time.Time{}, "", false
}

// w3c reads what begins with a year.
func w3c(s string) (at time.Time, precision string, ok bool) {
	form, precision := "2006-1-2", day
	switch {
	case len(s) == len(year):
		form, precision = year, year
	case len(s) == len("20060102") && isDigits(s):
		form = "20060102"
	case strings.Contains(s, "/"):
		form = "2006/1/2"
	case strings.Count(s, "-") == 1:
		form, precision = "2006-1", month
	}
	at, err := time.Parse(form, s)
	return at, precision, err == nil
}

// isWeekday knows the names of days and what they are shortened to: Thu, Thurs.
func isWeekday(s string) bool {
	s = strings.TrimSuffix(s, ".")
	for d := range 7 {
		if name := time.Weekday(d).String(); len(s) >= 3 && len(s) <= len(name) && strings.EqualFold(s, name[:len(s)]) {
			return true
		}
	}
	return false
}

// cutYear takes the four digits at the end of what is behind a time.
func cutYear(tail string) (rest, year string) {
	fields := strings.Fields(tail)
	if n := len(fields); n > 0 && len(fields[n-1]) == 4 && isDigits(fields[n-1]) {
		return strings.Join(fields[:n-1], " "), fields[n-1]
	}
	return tail, ""
}

// addClock sets the time of a day, and returns what is left: the zone.
func addClock(at time.Time, clock, tail string) (wall time.Time, zoneName string, ok bool) {
	form := "15:04:05" // with any fraction
	if strings.Count(clock, ":") == 1 {
		form = "15:04"
	}
	if len(tail) >= 2 && (strings.EqualFold(tail[:2], "am") || strings.EqualFold(tail[:2], "pm")) && (len(tail) == 2 || tail[2] == ' ') {
		form, clock, tail = strings.Replace(form, "15", "3", 1)+" PM", clock+" "+strings.ToUpper(tail[:2]), strings.TrimSpace(tail[2:])
	}
	t, err := time.Parse(form, clock)
	if err != nil {
		return time.Time{}, "", false
	}
	return time.Date(at.Year(), at.Month(), at.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC), tail, true
}

// inZone moves a time to UTC, or leaves its day.
func inZone(wall time.Time, name string) (at time.Time, layout string, ok bool) {
	name, remark, _ := strings.Cut(name, "(")
	if strings.TrimSpace(name) == "" { // the zone itself is in brackets, not a remark on one
		name, _, _ = strings.Cut(remark, ")")
	}
	fields := strings.Fields(name)
	if len(fields) == 0 {
		return wall, moment, true
	}
	for _, candidate := range []string{fields[0], strings.Join(fields, "")} { // +0000 GMT, GMT +0100
		if minutes, known := zone.Parse(candidate, wall); known && (len(fields) == 1 || candidate != "GMT" && candidate != "UTC") {
			return wall.Add(-time.Duration(minutes) * time.Minute), moment, true
		}
	}
	isName := strings.Trim(strings.ToUpper(strings.Join(fields, "")), "ABCDEFGHIJKLMNOPQRSTUVWXYZ/_+-:.0123456789") == ""
	return wall.Truncate(24 * time.Hour), day, isName
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// Exact reports that it is a moment, with a time of day.
func (s Stamp) Exact() bool { return s.layout == moment }

// IsZero reports that the time is unknown.
func (s Stamp) IsZero() bool { return s.start.IsZero() }

// Start is the earliest moment that it can be, in UTC.
func (s Stamp) Start() time.Time { return s.start }

// Before reports whether all of it is before t: a day is not before its noon.
func (s Stamp) Before(t time.Time) bool {
	end := s.start
	switch s.layout {
	case year:
		end = end.AddDate(1, 0, 0)
	case month:
		end = end.AddDate(0, 1, 0)
	case day:
		end = end.AddDate(0, 0, 1)
	default:
		return end.Before(t)
	}
	return !end.After(t)
}

// String is as exact as what was read: "2024", "2024-05", "2024-05-01" or RFC 3339 in
// UTC without fractions; "" when it is unknown.
func (s Stamp) String() string {
	if s.IsZero() {
		return ""
	}
	return s.start.Format(s.layout)
}

// Equal reports whether both are the same moment or day.
func (s Stamp) Equal(o Stamp) bool { return s.layout == o.layout && s.start.Equal(o.start) }
