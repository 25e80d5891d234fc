package option

import (
	"errors"
	"strconv"
	"time"
)

// lastSecond is the last time that is read as seconds, in the year 5138: what lies behind
// it is in milliseconds.
const lastSecond = 100_000_000_000

// Seconds reads a time in Unix seconds or in Unix milliseconds as seconds.
func Seconds(t int64) int64 {
	if t > lastSecond {
		return t / 1000
	}
	return t
}

// errInstant says what an instant can be.
var errInstant = errors.New("must be a time such as 2026-11-21T10:00:00Z, a date such as 2026-11-21, or Unix seconds or milliseconds")

// Instant reads a time in RFC 3339, a date, which begins in UTC, or Unix seconds or
// milliseconds.
func Instant(raw string) (time.Time, error) {
	if n, err := strconv.ParseInt(raw, 10, 64); err == nil && n >= 0 {
		if n > lastSecond {
			return time.UnixMilli(n).UTC(), nil
		}
		return time.Unix(n, 0).UTC(), nil
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(layout, raw); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, errInstant
}
