// Package zone knows the zones of time that a name or an offset stands for. It holds
// the project's only table of them: a name that several parts of the world use is
// unknown, so that nothing becomes a wrong instant. It knows no dates in texts.
package zone

import (
	"strconv"
	"strings"
	"time"
)

// The furthest zones from UTC are those of Baker Island and Kiribati.
const (
	west = -12 * 60
	east = 14 * 60
)

// Parse returns how many minutes a zone is ahead of UTC: Z, +01:00, +0100, +1, GMT,
// GMT+2, UTC-01:30 or a name. wall is what a clock there shows, whatever its Location.
func Parse(s string, wall time.Time) (minutes int, ok bool) {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return offset(s)
	}
	if i := strings.IndexAny(s, "+-"); i > 0 {
		switch strings.ToUpper(s[:i]) {
		case "GMT", "UTC", "UT":
			return offset(s[i:])
		}
		return 0, false
	}
	return Named(strings.ToUpper(s), wall)
}

// Applied gives a time that time.Parse read the offset of its zone's name, of which time.Parse
// takes every one that it does not know for UTC. It reports false for a name that is unknown
// or stands for several zones: of such a time only the day is known.
func Applied(t time.Time) (time.Time, bool) {
	name, _ := t.Zone()
	if name == "" || name == "UTC" {
		return t, true
	}
	minutes, known := Named(name, t)
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.FixedZone("", minutes*60)), known
}

// offset reads +1, +01, +0100 and +01:00.
func offset(s string) (minutes int, ok bool) {
	hour, minute, colon := strings.Cut(s[1:], ":")
	if !colon && len(hour) == len("0100") {
		hour, minute = hour[:2], hour[2:]
	}
	h, err := strconv.ParseUint(hour, 10, 8)
	if err != nil || len(hour) > 2 {
		return 0, false
	}
	var m uint64
	if minute != "" || colon {
		if m, err = strconv.ParseUint(minute, 10, 8); err != nil || len(minute) != 2 || m > 59 {
			return 0, false
		}
	}
	minutes = int(h)*60 + int(m)
	if s[0] == '-' {
		minutes = -minutes
	}
	return minutes, minutes >= west && minutes <= east
}

// Named returns how many minutes the zone of a name in capitals is ahead of UTC. ET,
// CT, MT and PT are the times of the United States by the law of the year; in the two
// hours of a year in which that leaves a choice they are unknown, as before 1987.
func Named(name string, wall time.Time) (minutes int, ok bool) {
	switch name {
	case "ET":
		return american(-5*60, wall)
	case "CT":
		return american(-6*60, wall)
	case "MT":
		return american(-7*60, wall)
	case "PT":
		return american(-8*60, wall)
	case "MSK":
		return moscow(wall)
	}
	return fixed(name)
}

// fixed has the zones of RFC 822, and those whose name no other part of the world
// uses. Left out are AST, BST, GST, IST, NST, PHST, SST and WST, which stand for
// several; ACT, AMT and the military letters; and what is also a word: ART,
// CAT, EAT, PET.
func fixed(name string) (minutes int, ok bool) {
	switch name {
	case "Z", "UTC", "GMT", "UT", "ETC/UTC", "ETC/GMT", "WET":
		return 0, true
	case "CET", "MEZ", "MET", "WEST":
		return 60, true
	case "CEST", "MESZ", "MEST", "EET", "SAST":
		return 2 * 60, true
	case "EEST", "IDT", "TRT":
		return 3 * 60, true
	case "IRST":
		return 3*60 + 30, true
	case "AFT":
		return 4*60 + 30, true
	case "PKT", "UZT":
		return 5 * 60, true
	case "NPT":
		return 5*60 + 45, true
	case "ICT", "WIB":
		return 7 * 60, true
	case "AWST", "HKT", "MYT", "PHT", "SGT", "WITA":
		return 8 * 60, true
	case "JST", "KST":
		return 9 * 60, true
	case "ACST":
		return 9*60 + 30, true
	case "AEST":
		return 10 * 60, true
	case "ACDT":
		return 10*60 + 30, true
	case "AEDT":
		return 11 * 60, true
	case "NZST":
		return 12 * 60, true
	case "NZDT":
		return 13 * 60, true
	}
	return western(name)
}

// western is the part of fixed behind UTC.
func western(name string) (minutes int, ok bool) {
	switch name {
	case "BRST":
		return -2 * 60, true
	case "BRT", "CLST", "UYT":
		return -3 * 60, true
	case "EDT", "CLT":
		return -4 * 60, true
	case "EST", "CDT":
		return -5 * 60, true
	case "CST", "MDT":
		return -6 * 60, true
	case "MST", "PDT":
		return -7 * 60, true
	case "PST", "AKDT":
		return -8 * 60, true
	case "AKST", "HDT":
		return -9 * 60, true
	case "HST":
		return -10 * 60, true
	}
	return 0, false
}

// american is a zone of the United States, an hour ahead in summer.
func american(standard int, wall time.Time) (minutes int, ok bool) {
	year := wall.Year()
	var from, to time.Time // 2 o'clock, when the clocks go forward to 3 and back to 1
	switch {
	case year >= 2007: // Energy Policy Act of 2005
		from, to = sunday(year, time.March, 8), sunday(year, time.November, 1)
	case year >= 1987:
		from, to = sunday(year, time.April, 1), sunday(year, time.October, 25)
	default:
		return 0, false
	}
	at := time.Date(year, wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), 0, time.UTC)
	switch {
	case at.Before(from) || !at.Before(to):
		return standard, true
	case at.Before(from.Add(time.Hour)), !at.Before(to.Add(-time.Hour)):
		return 0, false // no such time, or twice
	}
	return standard + 60, true
}

// sunday is 2 o'clock on the first Sunday from a day on.
func sunday(year int, month time.Month, day int) time.Time {
	d := time.Date(year, month, day, 2, 0, 0, 0, time.UTC)
	return d.AddDate(0, 0, (7-int(d.Weekday()))%7)
}

// moscow was at +04:00 from 27 March 2011 to 26 October 2014, and is at +03:00 else.
func moscow(wall time.Time) (minutes int, ok bool) {
	at := time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), 0, 0, time.UTC)
	from, to := time.Date(2011, 3, 27, 2, 0, 0, 0, time.UTC), time.Date(2014, 10, 26, 1, 0, 0, 0, time.UTC)
	switch {
	case at.Before(from) || !at.Before(to.Add(time.Hour)):
		return 3 * 60, true
	case at.Before(from.Add(time.Hour)), !at.Before(to):
		return 0, false
	}
	return 4 * 60, true
}
