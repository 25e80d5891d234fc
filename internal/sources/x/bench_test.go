package x_test

import (
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/sources/x/graphql"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// BenchmarkTimeline reads 200 posts in pages of 100 by FxTwitter's API.
func BenchmarkTimeline(b *testing.B) {
	c := only(b, "fxtwitter", nil)
	b.ReportAllocs()
	for b.Loop() {
		list, err := c.Search(b.Context(), "from:tidewatch", x.Walk{PageSize: 200})
		if err != nil || len(list.Items) != 200 {
			b.Fatalf("got %v list.Items, error %v; want no error, 200 list.Items", len(list.Items), err)
		}
	}
	b.ReportMetric(200*float64(b.N)/b.Elapsed().Seconds(), "items/s")
}

// BenchmarkDeepWalk reads 1000 posts and says how much memory they hold.
func BenchmarkDeepWalk(b *testing.B) {
	page := 0
	c := only(b, "fxtwitter", func(w http.ResponseWriter, r *http.Request) {
		page++
		var list []string
		for i := range 100 {
			list = append(list, status(9_000_000-page*100-i))
		}
		webclient.Answer(200, `{"code":200,"results":[`+strings.Join(list, ",")+`],"cursor":{"bottom":"`+strings.Repeat("a", page%50+1)+`"}}`)(w, r)
	})
	b.ReportAllocs()
	var held uint64
	for b.Loop() {
		before := heap()
		list, err := c.Search(b.Context(), "a", x.Walk{PageSize: 200, MaxPages: 5})
		if err != nil || len(list.Items) != 1000 {
			b.Fatalf("got %v list.Items, error %v; want no error, 1000 list.Items", len(list.Items), err)
		}
		held = max(held, heap()-before)
		runtime.KeepAlive(list)
	}
	b.ReportMetric(float64(held)/(1<<20), "MB-held")
	b.ReportMetric(1000*float64(b.N)/b.Elapsed().Seconds(), "items/s")
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkGraphQL parses a timeline of 100 posts.
func BenchmarkGraphQL(b *testing.B) {
	var entries []string
	for i := range 100 {
		entries = append(entries, gqlTweet(1000-i))
	}
	body := []byte(gqlTimeline("next", entries...))
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if list, err := graphql.Read(body, "s"); err != nil || len(list.Posts) != 100 {
			b.Fatalf("got error %v, want no error, 100 list.Posts", err)
		}
	}
	b.ReportMetric(100*float64(b.N)/b.Elapsed().Seconds(), "items/s")
}
