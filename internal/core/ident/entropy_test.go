package ident //nolint:testpackage // the clock is its own

import (
	"bytes"
	"testing"
)

// TestGrows: within a millisecond ids grow by chance, over the border of their parts, too; of another they are new, with
// room to grow; and the clock is read in turn.
func TestGrows(t *testing.T) {
	t.Parallel()
	now, g := uint64(1_800_000_000_000), &growing{}
	g.clock = func() uint64 {
		if g.mu.TryLock() {
			t.Error("the clock was read out of turn")
			g.mu.Unlock()
		}
		return now
	}
	first := g.next()
	for range 100 {
		copy(g.last[8:], bytes.Repeat([]byte{0xff}, 8)) // the next one carries
		last := g.last
		if id := g.next(); id.Compare(last) <= 0 || id.Time() != now {
			t.Fatalf("got %s behind %s, want a later one of the same time", id, last)
		}
		now++
		if id := g.next(); id.Time() != now || id[6] > 0x7f || bytes.Equal(id[6:], first[6:]) {
			t.Fatalf("got %s at %d, want a new one of that time with room to grow", id, now)
		}
	}
}
