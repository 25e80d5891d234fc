package segment_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/segment"
	"github.com/quarryapi/quarry/internal/read/page/wording"
)

// TestLeanIsOfItsSlots: what the service says of a block in one walk is what its slots weigh, which weights are learned from.
func TestLeanIsOfItsSlots(t *testing.T) {
	t.Parallel()
	packed := []byte("quarry wording 1\n")
	for range 2 {
		packed = append(packed, 0, 0, 0, 0x3c)
		for slot := range 1 << 16 {
			packed = append(packed, byte(slot*37>>4))
		}
	}
	table, err := wording.Read(packed)
	if err != nil {
		t.Fatalf("got error %v, want a table", err)
	}
	scratch := &segment.Scratch{Wording: table}
	rapid.Check(t, func(t *rapid.T) {
		open := rapid.SliceOfN(rapid.SampledFrom([]string{
			`<div>`, `<div class="post-body hentry2">`, `<section id=main role="main">`, `<p>`, `<span class=x>`, `<p class="entryTitle">`, `</div>`, `</section>`,
			`Read more`, ` of all that the keepers of the gate have said since noon`, `<a class="btn btn-primary" href=/>`, `</a>`,
		}), 1, 30).Draw(t, "markup")
		source := ""
		for _, part := range open {
			source += part
		}
		page := scratch.Cut(dom.Body(dom.Parse([]byte(source))))
		defer scratch.Free()
		for i := range page.Blocks {
			words, names := page.Slots(i)
			want := segment.Lean{Words: lean(table.Words(), words), Names: lean(table.Names(), names)}
			if got := page.Blocks[i].Lean; got != want {
				t.Fatalf("got %v for block %d of %s, want %v", got, i, source, want)
			}
		}
	})
}

func lean(of *wording.Weights, slots []uint16) float32 {
	return of.Lean(of.Sum(slots), int32(len(slots)))
}
