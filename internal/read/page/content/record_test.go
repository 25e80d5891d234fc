package content_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// TestTogether: what nearly all cards of one template keep in a place, all keep, and the other way
// round; where they differ, and where a card is alone, nothing changes.
func TestTogether(t *testing.T) {
	t.Parallel()
	const cards = 8
	page := segment.Cut(dom.Body(dom.Parse([]byte(`<ul>` + strings.Repeat(`<li class="card"><h4>Gate</h4><span class="d">Monday</span><p>It was closed at noon.</p></li>`, cards) + `</ul><ul><li class="card"><h4>Gate</h4><p>Alone.</p></li></ul>`))))
	const blocks = 3
	if got := len(page.Blocks); got != blocks*cards+2 {
		t.Fatalf("got %d blocks, want %d", got, blocks*cards+2)
	}
	scores, kept, want := make([]float32, len(page.Blocks)), make([]bool, len(page.Blocks)), make([]bool, len(page.Blocks))
	for i := range blocks * cards {
		card := i / blocks
		scores[i] = 0.2
		switch i % blocks {
		case 0: // titles: all but the third
			kept[i], want[i] = card != 2, true
		case 1: // dates: only of the sixth
			kept[i] = card == 5
		case 2: // of half of them
			kept[i] = card%2 == 0
			want[i] = kept[i]
		}
	}
	kept[len(kept)-1], want[len(want)-1] = true, true
	content.Together(page, scores, kept)
	if diff := cmp.Diff(want, kept); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	kept[0], scores[0] = false, 0
	content.Together(page, scores, kept)
	if kept[0] {
		t.Error("got a block kept that was taken out before, want it to stay out")
	}
}
