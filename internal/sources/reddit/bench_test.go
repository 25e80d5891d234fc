package reddit_test

import (
	"runtime"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
)

// BenchmarkThousand reads all that Reddit lists of a community, by the API and by feeds.
func BenchmarkThousand(b *testing.B) {
	for name, key := range map[string]string{"api": key, "feed": ""} {
		b.Run(name, func(b *testing.B) {
			c := setup(b, key, nil)
			b.ReportAllocs()
			var page reddit.Page
			for b.Loop() {
				var err error
				if page, err = c.Posts(b.Context(), permalink.Place{Subreddit: "gaugereadings"}, "", 1000); err != nil || len(page.Items) != 1000 {
					b.Fatalf("got error %v, %v page.Items; want no error, 1000 page.Items", err, len(page.Items))
				}
			}
			b.ReportMetric(1000*float64(b.N)/b.Elapsed().Seconds(), "items/s")
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "MB-held")
			runtime.KeepAlive(page)
		})
	}
}
