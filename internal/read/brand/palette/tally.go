package palette

import (
	"slices"

	"github.com/quarryapi/quarry/internal/read/brand/color"
)

const (
	same     = 0.03 // distance below which two colours are one
	distinct = 0.12 // distance above which a colour adds something to a palette
	enough   = 2.0  // weight without which a colour is an accident
	most     = 200  // colours that are distinguished
)

// tally counts the votes for colours, in the order in which they were first seen.
type tally struct {
	background color.Color // what is translucent lies on
	text       color.Color // transparent when it is not known
	entries    []entry
}

// entry is one colour.
type entry struct {
	color    color.Color
	usage    float64          // by what the page shows
	declared map[Name]float64 // by custom properties of these names
	seen     map[string]int   // votes by their kind
}

func (t *tally) entry(c color.Color) *entry {
	c = over(c, t.background)
	i := slices.IndexFunc(t.entries, func(e entry) bool { return e.color.Distance(c) < same })
	if i < 0 {
		if len(t.entries) >= most {
			return &entry{declared: map[Name]float64{}, seen: map[string]int{}}
		}
		t.entries = append(t.entries, entry{color: c, declared: map[Name]float64{}, seen: map[string]int{}})
		i = len(t.entries) - 1
	}
	return &t.entries[i]
}

// vote counts a use: the first of a kind has the whole weight, and each of the next
// three a tenth of it, since a list of twenty links is one decision.
func (t *tally) vote(kind string, c color.Color, weight float64) {
	const repeats = 3
	e := t.entry(c)
	switch n := e.seen[kind]; {
	case n == 0:
		e.usage += weight
	case n <= repeats:
		e.usage += weight / 10
	}
	e.seen[kind]++
}

// declare counts a custom property.
func (t *tally) declare(name Name, c color.Color, weight float64) {
	e := t.entry(c)
	e.declared[name] = max(e.declared[name], weight)
}

// primary is the colour that most speaks for. What is declared to be another of the
// names has to be used much to be it.
func (t *tally) primary() (color.Color, bool) {
	return t.best(func(e entry) float64 {
		score := e.usage + e.declared[Primary]
		if e.declared[Primary] == 0 {
			score -= (e.declared[Secondary] + e.declared[Accent]) / 2
		}
		return score
	}, nil, 0)
}

// declared is the colour that is declared by a name, when it is none of those taken.
func (t *tally) declared(name Name, taken []color.Color) (color.Color, bool) {
	return t.best(func(e entry) float64 { return e.declared[name] }, taken, same)
}

// used is the colour that is used most beside those taken. Greys are no choice of a
// brand's unless it declares them.
func (t *tally) used(taken []color.Color) (color.Color, bool) {
	return t.best(func(e entry) float64 {
		if !e.color.Chromatic() || e.declared[Secondary]+e.declared[Accent] > 0 {
			return 0
		}
		return e.usage
	}, taken, distinct)
}

// best is the entry with the highest score, the first among equals, that is far enough
// from those taken.
func (t *tally) best(score func(entry) float64, taken []color.Color, far float64) (color.Color, bool) {
	best, high := color.Color{}, 0.0
	for _, e := range t.entries {
		near := func(c color.Color) bool { return c.Distance(e.color) < far }
		if s := score(e); s >= enough && s > high && !slices.ContainsFunc(taken, near) {
			best, high = e.color, s
		}
	}
	return best, high > 0
}

// over is a colour as it looks on a ground.
func over(c, ground color.Color) color.Color {
	mix := func(top, below uint8) uint8 {
		return uint8(float64(top)*c.Alpha + float64(below)*(1-c.Alpha) + 0.5)
	}
	return color.Color{R: mix(c.R, ground.R), G: mix(c.G, ground.G), B: mix(c.B, ground.B), Alpha: 1}
}
