package adlibrary_test

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/ads"
)

// BenchmarkWalk makes a walk of 40 loads of pages as large as real ones, 1.2 MB with 30
// ads each, and says how much memory it held at most, ads included, and what it took.
func BenchmarkWalk(b *testing.B) {
	filler := `<script type="application/json" data-sjs>{"require":[` + strings.Repeat(`["Module","handle",null,{"a":[1,2,3],"b":"\"text\" \u003c"}],`, 18000) + `null]}</script>`
	n := 0
	c := setup(b, "", instead(func(w http.ResponseWriter, _ *http.Request) {
		var edges []string
		for range 30 {
			n++
			edges = append(edges, fmt.Sprintf(`{"node":{"collated_results":[{"ad_archive_id":"%d","page_id":"1234567","page_name":"A","start_date":1754982000,"publisher_platform":["FACEBOOK"],"snapshot":{"body":{"text":"%s"},"title":"T %d","link_url":"https://a.test/?%d","images":[{"original_image_url":"https://cdn.test/%s"}]}}]}}`,
				100000+n, strings.Repeat("A long text. ", 40), n, n, strings.Repeat("x", 300)))
		}
		_, _ = w.Write([]byte(filler + page(`{"count":4000,"edges":[`+strings.Join(edges, ",")+`]}`)))
	}))
	before := heap()
	var most, held uint64
	b.ReportAllocs()
	for b.Loop() {
		var all []ads.Ad
		at := ""
		for range 40 {
			load, err := c.Load(b.Context(), query(ads.Subject{AdvertiserID: marrowfen}), at)
			if err != nil {
				b.Fatal(err)
			}
			all = append(all, load.Ads...)
			most = max(most, inUse()-min(before, inUse()))
			if at = load.Next; at == "" {
				break
			}
		}
		held = heap() - min(before, heap())
		if len(all) < 300 {
			b.Fatalf("got %v all, want at least 300 in all", len(all))
		}
		runtime.KeepAlive(all)
	}
	b.ReportMetric(float64(most)/(1<<20), "MB-most")
	b.ReportMetric(float64(held)/(1<<20), "MB-held")
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/40, "ms/load")
}

func heap() uint64 {
	runtime.GC()
	return inUse()
}

func inUse() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
