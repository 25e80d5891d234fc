package paging_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/sources/paging"
)

// What a walk gave is known to the one that goes on from its text, the last of it.
func TestGiven(t *testing.T) {
	t.Parallel()
	var g paging.Given
	for _, key := range []string{"a", "b", "c", "b"} {
		g.First(key)
	}
	next, ok := paging.ReadGiven(g.Text(2))
	if !ok || next.Has("a") || !next.Has("b") || !next.Has("c") || next.First("c") || !next.First("a") {
		t.Errorf("got %+v, %v; want b and c known, a not", next, ok)
	}
	if none, ok := paging.ReadGiven(""); !ok || none.Has("a") {
		t.Errorf("of no text: got %+v, %v; want none", none, ok)
	}
	for _, text := range []string{"!", "AAAA"} {
		if got, ok := paging.ReadGiven(text); ok {
			t.Errorf("%q: got %+v, want it refused", text, got)
		}
	}
}
