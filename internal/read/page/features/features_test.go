package features_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/features"
	"github.com/quarryapi/quarry/internal/read/page/score"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

func describe(page string) (rows [][]float32, head *features.Head) {
	doc := dom.Parse([]byte(page))
	head = features.HeadOf(doc)
	cut := segment.Cut(dom.Body(doc))
	of := features.Of(cut, head)
	for i := range cut.Blocks {
		rows = append(rows, slices.Clone(of.Row(i)))
	}
	return rows, head
}

// TestModelFits holds the model to the features that it was trained on.
func TestModelFits(t *testing.T) {
	t.Parallel()
	if got := score.Default().Width(); got != features.Width {
		t.Errorf("the model takes %d features and there are %d: train it anew (make train)", got, features.Width)
	}
}

func TestHead(t *testing.T) {
	t.Parallel()
	_, h := describe(`<title>High Tide - Herald</title><meta name=Description content="A flood"><meta property=og:type content=article>
<script type="application/ld+json">{"@type":"NewsArticle","articleBody":"The tide\nrose at \"noon\" today"}</script>`)
	if !h.News() || h.OGType != 1 || !h.Title[segment.HashOf("tide")] || !h.Description[segment.HashOf("flood")] || len(h.Body) == 0 {
		t.Errorf("got %+v", h)
	}
	if _, h := describe(`<script type="application/ld+json">{"@type":"Article","articleBody":"never ends`); h.News() || len(h.Body) != 1 {
		t.Errorf("got %+v", h)
	}
}

// TestSameTextElsewhere: what a block is depends on where it stands.
func TestSameTextElsewhere(t *testing.T) {
	t.Parallel()
	m, _ := describe(`<nav class=menu><ul><li><a href=x>The harbour</a></ul></nav><article><h1>The harbour</h1><p>It is old, and it is wide.</article>`)
	if len(m) != 3 || cmp.Equal(m[0], m[1]) {
		t.Errorf("%d rows", len(m))
	}
}

func TestNumbersAreFinite(t *testing.T) {
	t.Parallel()
	parts := []string{"<p>", "<div class=share>", "</div>", "a b c. ", "<a href=x>link</a>", "<table><tr><td>", "<h2>T</h2>", "<li>", "<br><br>", "<article>", "1998", "\xff"}
	rapid.Check(t, func(t *rapid.T) {
		page := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 60).Draw(t, "page"), "")
		m, _ := describe(page)
		again, _ := describe(page)
		for i := range m {
			for k, v := range m[i] {
				if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
					t.Fatalf("feature %d of block %d is %v", k, i, v)
				}
			}
			if !cmp.Equal(m[i], again[i]) {
				t.Fatal("the same page is described in two ways")
			}
		}
	})
}
