package youtube_test

import "testing"

// BenchmarkChannel reads all items of a channel: 70 videos, 60 shorts and 8 streams, by
// five calls for the first pages and three for what continues them.
func BenchmarkChannel(b *testing.B) {
	c := setup(b, nil)
	b.ReportAllocs()
	for b.Loop() {
		if page := read(b, c, marrowfen, "", 1000); len(page.Items) != 138 {
			b.Fatalf("got %v page.Items, want 138 page.Items", len(page.Items))
		}
	}
	b.ReportMetric(138*float64(b.N)/b.Elapsed().Seconds(), "items/s")
}
