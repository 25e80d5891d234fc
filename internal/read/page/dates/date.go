// Package dates reads dates as people and generators write them: ISO 8601, mail dates,
// numbers in any order, and words in some thirty languages. It takes time linear in the
// text and no time at start. It must not guess: a date that can be read in two ways is
// given in both, and a date without a day, or relative to a clock, is none. It knows
// text only, not where in a page the text stands.
package dates

import (
	"fmt"
	"time"
)

// Date is a day, with the time of day and its zone as far as they are written.
type Date struct {
	Year, Month, Day int
	Hour, Min, Sec   int
	HasClock         bool
	HasZone          bool
	Offset           int // of the zone from UTC, in minutes
}

// The years that are believed. Below them stand the numbers of pages and prices.
const (
	firstYear = 1000
	lastYear  = 2199
)

// valid reports whether the day and time are real; 31 February is not.
func (d Date) valid() bool {
	if d.Year < firstYear || d.Year > lastYear || d.Month < 1 || d.Month > 12 || d.Day < 1 || d.Day > daysIn(d.Year, d.Month) {
		return false
	}
	return d.Hour >= 0 && d.Hour < 24 && d.Min >= 0 && d.Min < 60 && d.Sec >= 0 && d.Sec < 61 && d.Offset > -16*60 && d.Offset < 16*60
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// IsZero reports whether there is no date.
func (d Date) IsZero() bool { return d.Year == 0 }

// SameDay reports whether both name the same day, each in its own zone.
func (d Date) SameDay(o Date) bool { return d.Year == o.Year && d.Month == o.Month && d.Day == o.Day }

// DaysTo counts the days from d to o, by their calendars alone.
func (d Date) DaysTo(o Date) int {
	return int(o.midnight().Sub(d.midnight()) / (24 * time.Hour))
}

func (d Date) midnight() time.Time {
	return time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC)
}

// String writes the date after RFC 3339 as exact as it was given: without a time when it
// had none, and without an offset when that was not written.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	day := fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
	if !d.HasClock {
		return day
	}
	clock := fmt.Sprintf("T%02d:%02d:%02d", d.Hour, d.Min, d.Sec)
	switch {
	case !d.HasZone:
		return day + clock
	case d.Offset == 0:
		return day + clock + "Z"
	}
	sign, offset := '+', d.Offset
	if offset < 0 {
		sign, offset = '-', -offset
	}
	return fmt.Sprintf("%s%s%c%02d:%02d", day, clock, sign, offset/60, offset%60)
}
