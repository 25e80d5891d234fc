package technology

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/quarryapi/quarry/pkg/technology/internal/fingerprint"
	"github.com/quarryapi/quarry/pkg/technology/internal/needle"
	"github.com/quarryapi/quarry/pkg/technology/internal/pattern"
)

// index is all fingerprints, arranged for looking at pages. Only what has been met in a
// page is compiled.
type index struct {
	set    fingerprint.Set
	byName map[string]int
	parts  [fingerprint.Fields]part
	ready  []atomic.Pointer[pattern.Pattern] // by pattern; impossible for those that never match
}

// part is what the patterns of a part of a page need.
type part struct {
	finder *needle.Finder
	owners [][]int32          // by word, the patterns that need it
	always map[string][]int32 // by key, the patterns without a word
	keys   map[string]bool    // the names that any pattern is for
}

// impossible stands for a pattern that does not compile.
var impossible = &pattern.Pattern{}

// newIndex takes 30 ms of one processor, and its result 2 MB.
func newIndex() (*index, error) {
	set, err := fingerprint.Read()
	if err != nil {
		return nil, fmt.Errorf("fingerprints: %w", err)
	}
	x := &index{set: set, byName: make(map[string]int, len(set.Apps)), ready: make([]atomic.Pointer[pattern.Pattern], len(set.Patterns))}
	for i, app := range set.Apps {
		x.byName[app.Name] = i
	}
	var owners [fingerprint.Fields]map[string][]int32
	for f := range owners {
		owners[f] = map[string][]int32{}
		x.parts[f] = part{always: map[string][]int32{}, keys: map[string]bool{}}
	}
	for i, p := range set.Patterns {
		x.parts[p.Field].keys[p.Key] = true
		_, expression := pattern.Notes(p.Source)
		words := pattern.Words(expression)
		for _, w := range words {
			owners[p.Field][w] = append(owners[p.Field][w], int32(i))
		}
		if words == nil {
			always := x.parts[p.Field].always
			always[p.Key] = append(always[p.Key], int32(i))
		}
	}
	for f := range owners {
		x.parts[f].seek(owners[f])
	}
	return x, nil
}

func (p *part) seek(owners map[string][]int32) {
	words := make([]string, 0, len(owners))
	for w := range owners {
		words = append(words, w)
	}
	slices.Sort(words)
	p.finder = needle.New(words)
	for _, w := range words {
		p.owners = append(p.owners, owners[w])
	}
}

// pattern returns a pattern ready to run, or nil if it never matches.
func (x *index) pattern(i int32) *pattern.Pattern {
	p := x.ready[i].Load()
	if p == nil {
		var err error
		if p, err = pattern.Compile(x.set.Patterns[i].Source); err != nil {
			p = impossible
		}
		x.ready[i].Store(p)
	}
	if p == impossible {
		return nil
	}
	return p
}
