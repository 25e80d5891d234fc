package hackernews_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/sources/hackernews"
)

// BenchmarkThread reads a discussion of 1200 comments and shows 500 of them.
func BenchmarkThread(b *testing.B) {
	c := setup(b, nil, nil)
	b.ReportAllocs()
	for b.Loop() {
		thread, err := c.Thread(b.Context(), "9000", 500)
		if err != nil {
			b.Fatal(err)
		}
		if _, count := thread.Replies(500); count != 500 {
			b.Fatalf("got count %v, want 500", count)
		}
	}
	b.ReportMetric(500*float64(b.N)/b.Elapsed().Seconds(), "items/s")
}

// BenchmarkNewest reads a page of 100 items.
func BenchmarkNewest(b *testing.B) {
	c := setup(b, nil, nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Newest(b.Context(), hackernews.Query{Text: "reading"}, "", 100); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(100*float64(b.N)/b.Elapsed().Seconds(), "items/s")
}
