package skeleton

import "time"

// shift is by how much all times are earlier than recorded: whole days, so that days
// without an hour shift with them.
const shift = 40 * 24 * time.Hour

// layouts are those in which upstreams write times.
var layouts = []string{
	time.RFC3339, "2006-01-02T15:04:05-07:00", "2006-01-02T15:04:05.000-07:00", "2006-01-02T15:04:05.000Z07:00", "2006-01-02T15:04:05.000000Z07:00", "2006-01-02T15:04:05.0Z07:00", "2006-01-02T15:04:05-0700",
	"2006-01-02T15:04:05", "2006-01-02T15:04:05.0", "2006-01-02T15:04:05.00", "2006-01-02T15:04:05.000", "2006-01-02T15:04:05.000000", "2006-01-02 15:04:05", "2006-01-02 15:04:05+00",
	time.DateOnly, time.RFC1123, time.RFC1123Z, time.RubyDate, "20060102T150405Z", "20060102150405", "2 Jan 2006", "Jan 2, 2006", "January 2, 2006", "3:04 PM · Jan 2, 2006",
}

// date shifts a time and writes it as it was written; ok is false for another text.
func date(s string) (shifted string, ok bool) {
	for _, layout := range layouts {
		t, err := time.Parse(layout, s)
		if err == nil && t.Format(layout) == s && t.Year() > 1980 && t.Year() < 2100 {
			return t.Add(-shift).Format(layout), true
		}
	}
	return "", false
}
