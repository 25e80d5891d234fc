package zone_test

import (
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/read/page/dates/zone"
)

// FuzzParse reads a zone of a date: minutes are of an offset that exists.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`+02:00`,
		`CEST`,
		`Z`,
		`Europe/Berlin`,
		`GMT-0330`,
		`UTC+14`,
		`PST8PDT`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if minutes, ok := zone.Parse(text, time.Date(2026, 3, 29, 2, 30, 0, 0, time.UTC)); ok && (minutes < -24*60 || minutes > 24*60) {
			t.Errorf("%q: got %d minutes, want less than a day", text, minutes)
		}
	})
}
