package trust

import (
	"math"
	"strings"
	"time"
)

// Undated is the freshness of what has no date, or one that cannot be.
const Undated = 0.5

// halfLives are the days after which a document of a lane counts half: news age soon,
// scholarly work slowly.
var halfLives = map[string]float64{
	"news":        30,
	"key_message": 60,
	"web":         90,
	"site":        120,
	"seed":        180,
	"trusted":     180,
	"scholarly":   180,
	"archive":     180,
}

// otherLane is the half-life of lanes that the table does not name.
const otherLane = 90

// Fresh returns the freshness of a document, 0..1: 1 when it is of now, half of that
// after each half-life of its lane. published is RFC 3339, a date, or a date's
// beginning ("2026-03", "2026"), of which the middle is taken.
func Fresh(published string, now time.Time, lane string) float64 {
	at, ok := moment(strings.TrimSpace(published))
	if !ok {
		return Undated
	}
	age := now.Sub(at).Hours() / 24
	const ahead = -400 // days; a year that has just begun has its middle ahead
	if age < ahead {
		return Undated
	}
	life, ok := halfLives[lane]
	if !ok {
		life = otherLane
	}
	return math.Exp(-math.Ln2 * max(0, age) / life)
}

func moment(text string) (time.Time, bool) {
	for _, form := range []struct {
		layout string
		middle time.Duration
	}{
		{time.RFC3339, 0},
		{"2006-01-02T15:04:05", 0},
		{"2006-01-02 15:04:05", 0},
		{time.DateOnly, 12 * time.Hour},
		{"2006-01", 15 * 24 * time.Hour},
		{"2006", 182 * 24 * time.Hour},
	} {
		if t, err := time.Parse(form.layout, text); err == nil {
			return t.Add(form.middle), true
		}
	}
	return time.Time{}, false
}
