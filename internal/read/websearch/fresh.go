package websearch

import (
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page/dates/zone"
)

// Range is a time span back from now, as search engines know them.
type Range string

// The ranges.
const (
	Any   Range = ""
	Day   Range = "day"
	Week  Range = "week"
	Month Range = "month"
	Year  Range = "year"
)

const day = 24 * time.Hour

// Range is the shortest range that holds all that Fresh allows.
func (q Query) Range() Range {
	switch {
	case q.Fresh <= 0 || q.Fresh > 366*day:
		return Any
	case q.Fresh <= day:
		return Day
	case q.Fresh <= 7*day:
		return Week
	case q.Fresh <= 31*day:
		return Month
	}
	return Year
}

// moments are the forms in which engines report times; of those without a zone it is taken
// as UTC, as all that is left of them is compared by the day.
var moments = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", time.RFC1123, time.RFC1123Z}

// days are those of dates.
var days = []string{time.DateOnly, "Jan 2, 2006", "January 2, 2006", "2 Jan 2006", "2 January 2006", "2006/01/02"}

// Date is a time that an engine reports, in the form of Result.Published; empty for what is
// not understood, among it "3 days ago", of which nobody knows since when.
func Date(told string) string {
	told = strings.TrimSpace(told)
	for _, form := range moments {
		if t, err := time.Parse(form, told); err == nil {
			t, known := zone.Applied(t)
			if h, m, s := t.Clock(); !known || h == 0 && m == 0 && s == 0 {
				return t.Format(time.DateOnly) // is a date that was made a time
			}
			return instant.Text(t)
		}
	}
	for _, form := range days {
		if t, err := time.Parse(form, told); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	return ""
}

// leading is a date at the beginning of a snippet, where Google puts the page's.
var leading = pattern.Of(`^\s*([A-Z][a-z]{2} \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]{2} \d{4})\s*(?:\.\.\.|…|—|·)\s*`)

// Dated takes the date off the beginning of a snippet; it is empty when there is none.
func Dated(snippet string) (date, rest string) {
	m := leading.FindStringSubmatch(snippet)
	if m == nil {
		return "", snippet
	}
	if date = Date(m[1]); date == "" {
		return "", snippet
	}
	return date, snippet[len(m[0]):]
}
