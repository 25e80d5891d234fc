// Package instant is a moment as callers read it: RFC 3339 in UTC with three digits of a
// second, always, so that texts of one length sort by time. It must not know who shows it.
package instant

import (
	"fmt"
	"time"
)

// Layout is the one form of a moment.
const Layout = "2006-01-02T15:04:05.000Z"

// Text writes a moment; the zero time is "".
func Text(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(Layout)
}

// Time is a moment in an answer.
type Time struct{ time.Time }

// Of is t as answers have it.
func Of(t time.Time) Time { return Time{t} }

// Maybe is t as answers have it, or the zero Time.
func Maybe(t *time.Time) Time {
	if t == nil {
		return Time{}
	}
	return Time{*t}
}

// MarshalJSON implements json.Marshaler.
func (t Time) MarshalJSON() ([]byte, error) {
	if y := t.UTC().Year(); y < 0 || y > 9999 {
		return nil, fmt.Errorf("write the year %d: RFC 3339 has four digits for it", y)
	}
	return []byte(t.UTC().Format(`"` + Layout + `"`)), nil
}

// Equal reports whether both are the same moment.
func (t Time) Equal(other Time) bool { return t.Time.Equal(other.Time) }

// Known brings a time that somebody else wrote into the one form. Of one without a zone only
// its day is known. A day, a month or a year stays what it is, and anything else is "".
func Known(written string) string {
	if t, err := time.Parse(time.RFC3339Nano, written); err == nil {
		return Text(t)
	}
	const clock = len("2006-01-02T15:04")
	if len(written) >= clock {
		written = written[:len(time.DateOnly)]
	}
	for _, exact := range []string{time.DateOnly, "2006-01", "2006"} {
		if _, err := time.Parse(exact, written); err == nil {
			return written
		}
	}
	return ""
}
