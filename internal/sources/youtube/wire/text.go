package wire

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/pattern"
)

// text is written in one of three ways.
type text struct {
	Simple  string `json:"simpleText"`
	Content string `json:"content"`
	Runs    []struct {
		Text string `json:"text"`
	} `json:"runs"`
}

func (t text) String() string {
	var b strings.Builder
	b.WriteString(t.Simple + t.Content)
	for _, run := range t.Runs {
		b.WriteString(run.Text)
	}
	return b.String()
}

// counted is a number as people read it: "1,234 views", "26K views", "5.04M subscribers".
var counted = pattern.Of(`(?i)^([0-9][0-9,]*(?:\.[0-9]+)?)([kmb]?)\s+\S`)

var scales = map[string]float64{"": 1, "k": 1e3, "m": 1e6, "b": 1e9}

// count reads the number that a text in English begins with. Rounded is true when a part
// of its digits is not shown.
func count(s string) (n *int64, rounded bool) {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(strings.ToLower(s), "no ") {
		return new(int64), false
	}
	m := counted.FindStringSubmatch(s)
	if m == nil {
		return nil, false
	}
	value, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
	scale := scales[strings.ToLower(m[2])]
	if err != nil || value*scale >= 1<<53 {
		return nil, false
	}
	return new(int64(math.Round(value * scale))), scale > 1
}

var clock = pattern.Of(`^([0-9]{1,4}:)?([0-9]{1,2}):([0-9]{2})$`)

// seconds reads a length such as 1:07:34; nil for another text.
func seconds(s string) *int64 {
	m := clock.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return nil
	}
	var total int64
	for _, part := range m[1:] {
		n, _ := strconv.ParseInt(strings.TrimSuffix(part, ":"), 10, 64) // digits, or nothing for no hours
		total = total*60 + n
	}
	return &total
}

var ago = pattern.Of(`(?i)([0-9]{1,4}) (second|minute|hour|day|week|month|year)s? ago`)

// when works a time out of words such as "Streamed 2 days ago", in RFC 3339; empty for
// other words. Words of days and more say no hour, so the time is midnight.
func when(s string, now time.Time) string {
	m := ago.FindStringSubmatch(s)
	if m == nil {
		return ""
	}
	n, _ := strconv.Atoi(m[1]) // four digits always can be
	now = now.UTC()
	var t time.Time
	switch strings.ToLower(m[2]) {
	case "second":
		t = now.Add(-time.Duration(n) * time.Second).Truncate(time.Second)
	case "minute":
		t = now.Add(-time.Duration(n) * time.Minute).Truncate(time.Minute)
	case "hour":
		t = now.Add(-time.Duration(n) * time.Hour).Truncate(time.Hour)
	case "day":
		t = now.AddDate(0, 0, -n).Truncate(24 * time.Hour)
	case "week":
		t = now.AddDate(0, 0, -7*n).Truncate(24 * time.Hour)
	case "month":
		t = now.AddDate(0, -n, 0).Truncate(24 * time.Hour)
	case "year":
		t = now.AddDate(-n, 0, 0).Truncate(24 * time.Hour)
	}
	if t.Year() < 2005 { // YouTube's first
		return ""
	}
	return instant.Text(t)
}
