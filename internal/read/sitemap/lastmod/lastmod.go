// Package lastmod reads when something was changed, in the ways in which sitemaps
// and feeds write it, and keeps how exact that was. It knows nothing of either.
package lastmod

import (
	"strings"
	"time"
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
	moment = time.RFC3339
)

// oldest is the first year that is believed: what is before comes from a zero in some
// database.
const oldest = 1970

// Parse reads a W3C date and time in any of its lengths (with or without seconds,
// fraction and zone, with a space for the T), and the dates of e-mail and HTTP.
// Without a zone a time is UTC. Anything else, 0000-00-00 for one, is unknown.
func Parse(s string) (Stamp, bool) {
	s = strings.TrimSpace(s)
	if len(s) < len(year) || len(s) > 64 {
		return Stamp{}, false
	}
	read := foreign
	if isDigits(s[:4]) {
		read = w3c
	}
	at, layout, ok := read(s)
	if !ok || at.Year() < oldest || at.Year() > 9999 {
		return Stamp{}, false
	}
	return Stamp{at.UTC(), layout}, true
}

// w3c reads what begins with a year.
func w3c(s string) (time.Time, string, bool) {
	date, clock := s, ""
	if i := strings.IndexAny(s, "Tt "); i > 0 {
		date, clock = s[:i], strings.TrimSpace(s[i+1:])
	}
	layout, precision := "2006-1-2", day
	switch {
	case len(date) == len(year):
		layout, precision = year, year
	case len(date) == len("20060102") && isDigits(date):
		layout = "20060102"
	case strings.Contains(date, "/"):
		layout = "2006/1/2"
	case strings.Count(date, "-") == 1:
		layout, precision = "2006-1", month
	}
	if clock == "" {
		at, err := time.Parse(layout, date)
		return at, precision, err == nil
	}
	clock, zone := splitZone(clock)
	clockLayout := "15:04:05" // with any fraction
	if strings.Count(clock, ":") == 1 {
		clockLayout = "15:04"
	}
	at, err := time.Parse(layout+" "+clockLayout+" Z0700", date+" "+clock+" "+zone)
	return at, moment, err == nil && precision == day
}

// splitZone returns the zone as "Z" or in the form "+0100".
func splitZone(clock string) (rest, zone string) {
	if i := strings.LastIndexAny(clock, "+-"); i > 0 {
		zone = strings.ReplaceAll(clock[i:], ":", "")
		if len(zone) == len("+01") {
			zone += "00"
		}
		return strings.TrimSpace(clock[:i]), zone
	}
	for _, utc := range []string{"Z", "z", "UTC", "GMT"} {
		if rest, ok := strings.CutSuffix(clock, utc); ok {
			return strings.TrimSpace(rest), "Z"
		}
	}
	return clock, "Z"
}

// zones are the names that RFC 822 gives to some offsets. Any other name stands for
// several, and a time with it is unknown.
var zones = map[string]string{
	"GMT": "+0000", "UT": "+0000", "UTC": "+0000", "Z": "+0000",
	"EST": "-0500", "EDT": "-0400", "CST": "-0600", "CDT": "-0500",
	"MST": "-0700", "MDT": "-0600", "PST": "-0800", "PDT": "-0700",
}

// foreign reads the dates of e-mail, HTTP and C.
func foreign(s string) (time.Time, string, bool) {
	if _, rest, ok := strings.Cut(s, ","); ok && len(s)-len(rest) <= len("Wednesday,") {
		s = rest
	}
	fields := strings.Fields(s)
	if n := len(fields); n > 0 {
		if offset, named := zones[strings.ToUpper(fields[n-1])]; named {
			fields[n-1] = offset
		}
	}
	s = strings.Join(fields, " ")
	for _, layout := range []string{
		"2 Jan 2006 15:04:05 -0700", "2 Jan 2006 15:04 -0700", "2 Jan 06 15:04:05 -0700", "2 Jan 06 15:04 -0700",
		"2 Jan 2006 15:04:05", "2-Jan-06 15:04:05 -0700", "Mon Jan 2 15:04:05 2006", "Mon Jan 2 15:04:05 -0700 2006",
	} {
		if at, err := time.Parse(layout, s); err == nil {
			return at, moment, true
		}
	}
	at, err := time.Parse("2 Jan 2006", s)
	return at, day, err == nil
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

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
