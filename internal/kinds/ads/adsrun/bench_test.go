package adsrun_test

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	adskind "github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/kinds/ads/adsrun"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/adlibrarytest"
	"github.com/quarryapi/quarry/internal/sources/adstransparency/adstransparencytest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// gauge is a checkpoint that measures the heap while it is kept, garbage included.
type gauge struct {
	kept

	peak uint64
	size int // of the result as JSON
}

func (g *gauge) Save(ctx context.Context, state json.RawMessage) error {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	g.peak = max(g.peak, m.HeapAlloc)
	return g.kept.Save(ctx, state)
}

// end measures once more when the result is written, and forgets what was kept.
func (g *gauge) end(b *testing.B, result adskind.Result) {
	b.Helper()
	raw, err := json.Marshal(result)
	if err != nil {
		b.Fatal(err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	g.peak, g.size, g.raw = max(g.peak, m.HeapAlloc), len(raw), nil
	runtime.KeepAlive(result)
}

// BenchmarkArchive walks 40 loads and reports the greatest heap on the way: over the
// replays, whose own memory is within it, and over loads of 100 long ads each, which is
// the most that an archive gives.
func BenchmarkArchive(b *testing.B) {
	dress := func(n int, ad *ads.Ad) {
		ad.Title, ad.Body = fmt.Sprint("Offer ", n), strings.Repeat("The level, every minute. ", 40)
		ad.StartDate, ad.LandingURL = "2025-05-05", "https://company.test/"
		for i := range 5 {
			address := fmt.Sprintf("https://scontent.example.net/v/%d_%d.jpg?%s", n, i, strings.Repeat("x", 200))
			ad.Variations = append(ad.Variations, ads.Variation{Title: "Gauge", Body: strings.Repeat("For rivers. ", 10), Media: []ads.Media{{Type: ads.MediaImage, URL: address}}})
		}
	}
	long := adsrun.Libraries{
		ads.Meta:   &library{archive: ads.Meta, ads: 1 << 20, page: 100, dress: dress},
		ads.Google: &library{archive: ads.Google, ads: 1 << 20, page: 100, dress: dress},
	}
	replays := adsrun.From(webclient.Start(b, adlibrarytest.SiteAt(now), adstransparencytest.SiteAt(now)).Upstreams(b, nil))
	for name, libraries := range map[string]adsrun.Libraries{"replays": replays, "long": long} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			g, found := &gauge{}, 0
			for b.Loop() {
				runtime.GC()
				result, err := perform(b.Context(), b, over(libraries, now), g, `{"op":"archive","domain":"company.test","maxLoads":40,"limit":5}`)
				if err != nil || *result.Loads != 40 {
					b.Fatalf("got error %v, archives %+v; want no error, Loads 40", err, result.Archives)
				}
				g.end(b, result)
				found = len(result.Creatives)
			}
			b.ReportMetric(float64(g.peak)/(1<<20), "peak-MB")
			b.ReportMetric(float64(g.size)/(1<<20), "result-MB")
			b.ReportMetric(float64(found), "ads")
		})
	}
}
