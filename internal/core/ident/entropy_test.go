package ident

import "testing"

// TestGrowsBesideOthers: an id sorts behind the one before, although its maker read the clock before somebody else did
// whose turn came first; after a step of the clock ids have its time again.
func TestGrowsBesideOthers(t *testing.T) {
	t.Parallel()
	var g growing
	const ms = 1_800_000_000_000
	last := g.next(ms)
	for range 1000 {
		for _, at := range []uint64{ms + 1, ms, ms + 1 - patience + 1} {
			id := g.next(at)
			if id.Compare(last) <= 0 || id.Time() != ms+1 {
				t.Fatalf("got id %s at %d behind %s, want a later one of the time %d", id, at, last, ms+1)
			}
			last = id
		}
	}
	if id := g.next(ms + 1 - patience); id.Time() != ms+1-patience {
		t.Errorf("got time %d behind a step of the clock, want %d", id.Time(), ms+1-patience)
	}
}
