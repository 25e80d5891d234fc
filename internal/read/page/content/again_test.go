package content_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// TestOnceKeepsRecordsWhole: what one card has in common with another of its list in a place that most fill
// differently stays; a notice in all cards, and a card that is there twice, do not.
func TestOnceKeepsRecordsWhole(t *testing.T) {
	t.Parallel()
	card := func(n int, subject string) string {
		return fmt.Sprintf(`<li class="c"><h4>Paper number %d of all</h4><p>What the paper that has the number %d has found out so far.</p><p class="s">Subject of it: %s</p><p class="n">Add it to your list</p></li>`, n, n, subject)
	}
	var cards []string
	for n, subject := range []string{"learning", "vision", "robots", "language", "learning", "logic", "speech", "games", "law", "health"} {
		cards = append(cards, card(n, subject))
	}
	cards = append(cards, cards[1])
	page := segment.Cut(dom.Body(dom.Parse([]byte(`<ul>` + strings.Join(cards, "") + `</ul>`))))
	const parts = 4
	if got, want := len(page.Blocks), parts*len(cards); got != want {
		t.Fatalf("got %d blocks, want %d", got, want)
	}
	scores, want := make([]float32, len(page.Blocks)), make([]float32, len(page.Blocks))
	for i := range scores {
		scores[i] = 0.5
		notice, copied := i%parts == parts-1 && i != parts-1, i/parts == len(cards)-1
		if !notice && !copied {
			want[i] = 0.5
		}
	}
	content.Once(page, scores)
	if diff := cmp.Diff(want, scores); diff != "" {
		t.Errorf("scores (-want +got):\n%s", diff)
	}
}

// TestTitlesLeadTheirCards: a title stays where its card keeps anything below it, and goes where it keeps nothing.
func TestTitlesLeadTheirCards(t *testing.T) {
	t.Parallel()
	page := segment.Cut(dom.Body(dom.Parse([]byte(`<div>` + strings.Repeat(`<div class="c"><h3>Brass lamp</h3><p>Quick view</p><p>40 euros</p></div>`, 3) + `</div><h3>Read more</h3><p>Elsewhere</p><p>Of it</p>`))))
	scores := []float32{0.5, 0.1, 0.6, 0.5, 0.1, 0.1, 0.45, 0.1, 0.6, 0.5, 0.1, 0.6}
	kept := []bool{true, false, true, true, false, false, false, false, true, true, false, true}
	content.Companions(page, scores, kept)
	want := []bool{true, false, true, false, false, false, true, false, true, false, false, true}
	if diff := cmp.Diff(want, kept); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}

// TestContentsAreWhole: an item of a table of contents stays although a heading says the same; a menu that says
// again what another one says goes.
func TestContentsAreWhole(t *testing.T) {
	t.Parallel()
	const heading = `What it costs to keep`
	menu := `<ul><li><a href="/a">All lamps of this shop</a></li><li><a href="/b">All stoves of this shop</a></li><li><a href="/c">All ovens of this shop</a></li></ul>`
	page := segment.Cut(dom.Body(dom.Parse([]byte(`<ol><li>Where the lamp was made</li><li>Who has made it first</li><li>` + heading + `</li><li>How to clean the glass</li></ol>` + menu + `<h2>` + heading + `</h2>` + menu))))
	scores := []float32{0.5, 0.5, 0.5, 0.5, 0.3, 0.3, 0.3, 0.9, 0.2, 0.2, 0.2}
	want := []float32{0.5, 0.5, 0.5, 0.5, 0.3, 0.3, 0.3, 0.9, 0, 0, 0}
	content.Once(page, scores)
	if diff := cmp.Diff(want, scores); diff != "" {
		t.Errorf("scores (-want +got):\n%s", diff)
	}
}
