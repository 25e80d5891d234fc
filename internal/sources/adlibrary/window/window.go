// Package window divides a time into spans of days for an archive that shows the first 30
// ads of a query and no others: a span that has more is halved, down to a day. The newest
// days come first. It knows neither ads nor how they are got.
package window

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Day is a day in UTC, counted from 1970-01-01.
type Day int

// On is the day of a time.
func On(t time.Time) Day { return Day(t.Unix() / 86400) }

// String is YYYY-MM-DD.
func (d Day) String() string { return time.Unix(int64(d)*86400, 0).UTC().Format(time.DateOnly) }

// Span is a time of whole days, both included.
type Span struct{ From, To Day }

// String says the span in words: "2026-02-01 to 2026-02-09".
func (s Span) String() string {
	if s.From == s.To {
		return s.From.String()
	}
	return s.From.String() + " to " + s.To.String()
}

// MarshalJSON is a list of two numbers.
func (s Span) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "[%d,%d]", s.From, s.To), nil }

// UnmarshalJSON reads what MarshalJSON wrote.
func (s *Span) UnmarshalJSON(raw []byte) error {
	var days [2]Day
	if err := json.Unmarshal(raw, &days); err != nil {
		return err
	}
	s.From, s.To = days[0], days[1]
	return nil
}

// halves are the newer and the older half; of an odd number of days the newer is longer.
func (s Span) halves() (newer, older Span) {
	middle := s.From + (s.To-s.From+1)/2
	return Span{middle, s.To}, Span{s.From, middle - 1}
}

// Plan is what is yet to be looked through: spans that follow each other without a gap,
// the newest first. It stays short: halving ten years down to a day leaves 12 spans.
type Plan []Span

// longest is more than a plan can have: one span for each halving of two centuries.
const longest = 20

// Whole plans all of a span; nothing when it ends before it begins.
func Whole(s Span) Plan {
	if s.To < s.From {
		return nil
	}
	return Plan{s}
}

// Next is the span to look through, and whether there is one.
func (p Plan) Next() (Span, bool) {
	if len(p) == 0 {
		return Span{}, false
	}
	return p[0], true
}

// After is the plan once its next span was looked through. Full says that it has more than
// was shown: then its halves come next, unless it is a day, of which the rest is lost.
func (p Plan) After(full bool) (rest Plan, lost bool) {
	if len(p) == 0 {
		return nil, false
	}
	switch {
	case !full:
		return p[1:], false
	case p[0].From == p[0].To:
		return p[1:], true
	}
	newer, older := p[0].halves()
	return append(Plan{newer, older}, p[1:]...), false
}

// Ahead is all that is yet to be looked through, as one span.
func (p Plan) Ahead() (Span, bool) {
	if len(p) == 0 {
		return Span{}, false
	}
	return Span{p[len(p)-1].From, p[0].To}, true
}

// Within reports whether a plan can have come from halving a span.
func (p Plan) Within(whole Span) bool {
	if len(p) > longest {
		return false
	}
	end := whole.From - 1
	for _, s := range slices.Backward(p) {
		if s.From != end+1 || s.To < s.From {
			return false
		}
		end = s.To
	}
	return end <= whole.To
}
