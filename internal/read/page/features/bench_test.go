package features_test

import (
	"os"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/features"
	"github.com/quarryapi/quarry/internal/read/page/score"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// BenchmarkRows describes the blocks of saved pages; BenchmarkScores judges them, too, which
// is what the description is for.
func BenchmarkRows(b *testing.B) {
	each(b, func(rows *features.Rows, i int) { rows.Row(i) })
}

func BenchmarkScores(b *testing.B) {
	plan := features.PlanOf(score.Default().Asked())
	each(b, func(rows *features.Rows, i int) {
		rows.Follow(plan)
		score.Default().Of(rows, i)
	})
}

func each(b *testing.B, f func(rows *features.Rows, i int)) {
	b.Helper()
	for _, name := range []string{"article", "docs", "forum"} {
		b.Run(name, func(b *testing.B) {
			body, err := os.ReadFile("../extract/testdata/" + name + ".html")
			if err != nil {
				b.Fatal(err)
			}
			doc := dom.Parse(body)
			cut, head := segment.Cut(dom.Body(doc)), features.HeadOf(doc)
			b.ReportAllocs()
			for b.Loop() {
				rows := features.Of(cut, head)
				for i := range cut.Blocks {
					f(rows, i)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*max(1, len(cut.Blocks))), "ns/block")
		})
	}
}
