package technology

import (
	"slices"
	"unicode/utf8"

	"github.com/quarryapi/quarry/pkg/technology/internal/fingerprint"
	"github.com/quarryapi/quarry/pkg/technology/internal/pattern"
)

// scan looks at the parts of one page, one after the other.
type scan struct {
	*index
	found  map[string]*finding
	slots  []int32   // by pattern, its place in tries and one; 0 for none
	tries  []attempt // at the text in hand
	hits   []match   // of the round in hand
	budget int       // what expressions may still cost in this round
	share  int       // of that, the most for one pattern
}

// finding is what the parts of a page that were looked at have about a technology.
type finding struct {
	confidence int
	version    string
	shown      bool // by a pattern of its own, with some confidence
}

// attempt is the stretch of a text in which a pattern may match: around its words.
type attempt struct {
	pattern    int32
	begin, end int  // the end is 0 if there is nothing to try
	spent      int  // of what expressions may cost
	over       bool // whether more of the text does not matter
}

// match is a pattern's in this round.
type match struct {
	pattern    int32
	confidence int
	version    string
}

func newScan(x *index) *scan {
	return &scan{index: x, found: map[string]*finding{}, slots: make([]int32, len(x.set.Patterns))}
}

// What expressions may cost for a part of a page, in the bytes that they look at: so
// much, and a share of what the part has; and the share of that for one expression. No
// page of 1,678 from the web came to half of it. One that was written to keep
// expressions busy is not looked at to its end.
const (
	leastBudget  = 192 << 10
	budgetShare  = 12
	patternShare = 2
)

// allow begins a part of a page that has a number of bytes.
func (s *scan) allow(size int) {
	s.budget = leastBudget + size/budgetShare
	s.share = s.budget / patternShare
}

// look matches the patterns of a part of the page with a text.
func (s *scan) look(field fingerprint.Field, key, text string) {
	part := &s.parts[field]
	if !part.keys[key] {
		return
	}
	for _, i := range part.always[key] {
		if p := s.pattern(i); p != nil && !s.settled(i, p) {
			s.run(&attempt{pattern: i}, p, text)
		}
	}
	wide := 1
	if !ascii(text) {
		wide = utf8.UTFMax
	}
	part.finder.Each(text, func(word, at int) {
		for _, i := range part.owners[word] {
			if s.set.Patterns[i].Key == key {
				s.met(i, text, at, wide)
			}
		}
	})
	for i := range s.tries {
		a := &s.tries[i]
		s.slots[a.pattern] = 0
		if !a.over && a.end > 0 {
			s.run(a, s.pattern(a.pattern), text[a.begin:a.end])
		}
	}
	s.tries = s.tries[:0]
}

// met notes that a word of a pattern begins at a place. What matches first within the
// first stretch that has a match, matches first in the text.
func (s *scan) met(i int32, text string, at, wide int) {
	p := s.pattern(i)
	if s.slots[i] == 0 {
		s.tries = append(s.tries, attempt{pattern: i, over: p == nil || s.settled(i, p)})
		s.slots[i] = int32(len(s.tries)) //nolint:gosec // there are 7,000 patterns
	}
	a := &s.tries[s.slots[i]-1]
	if a.over {
		return
	}
	if p.Word != "" {
		s.run(a, p, text[at:at+len(p.Word)])
		return
	}
	if s.spend(a, windowCost); a.over || s.budget <= 0 {
		return
	}
	begin, end, ok := p.Window(text, at, wide)
	switch {
	case !ok:
	case a.end == 0:
		a.begin, a.end = begin, end
	case begin <= a.end:
		a.begin, a.end = min(begin, a.begin), max(end, a.end)
	default:
		s.run(a, p, text[a.begin:a.end])
		a.begin, a.end = begin, end
	}
}

const windowCost = 8

// spend counts what was done for a pattern. A pattern that takes more than its share of
// a text's budget is skipped, for the sake of all others.
func (s *scan) spend(a *attempt, cost int) {
	s.budget -= cost
	if a.spent += cost; a.spent > s.share {
		a.over = true
	}
}

func (s *scan) run(a *attempt, p *pattern.Pattern, text string) {
	if s.budget <= 0 {
		a.over = true
		return
	}
	version, matched, cost := p.Match(text[:min(len(text), s.budget)])
	s.spend(a, cost)
	if matched {
		a.over = true
		s.hits = append(s.hits, match{a.pattern, p.Confidence, version})
	}
}

// settled reports whether a pattern can add nothing to what is known already.
func (s *scan) settled(i int32, p *pattern.Pattern) bool {
	f := s.found[s.set.Apps[s.set.Patterns[i].App].Name]
	return f != nil && f.shown && (f.version != "" || !p.Versioned)
}

// conclude ends a round: what its patterns find of a technology counts as one word, with
// the most telling version. The version of an earlier round stays.
func (s *scan) conclude() {
	slices.SortFunc(s.hits, func(a, b match) int { return int(a.pattern - b.pattern) })
	for begin := 0; begin < len(s.hits); {
		app := s.set.Patterns[s.hits[begin].pattern].App
		sum := match{}
		for ; begin < len(s.hits) && s.set.Patterns[s.hits[begin].pattern].App == app; begin++ {
			h := s.hits[begin]
			sum.confidence = max(sum.confidence, h.confidence)
			if h.version != "" && (sum.version == "" || pattern.MoreSpecific(h.version, sum.version)) {
				sum.version = h.version
			}
		}
		s.add(app, sum)
	}
	s.hits = s.hits[:0]
}

// add reports a technology and those that come with it.
func (s *scan) add(app int, sum match) {
	a := s.set.Apps[app]
	f := s.finding(a.Name)
	f.confidence += sum.confidence
	if f.version == "" {
		f.version = sum.version
	}
	if f.shown {
		return
	}
	f.shown = sum.confidence > 0
	for _, name := range a.Implies() {
		s.finding(name).confidence += sum.confidence
	}
}

func (s *scan) finding(name string) *finding {
	f := s.found[name]
	if f == nil {
		f = &finding{}
		s.found[name] = f
	}
	return f
}

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
