package main

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"time"

	"github.com/quarryapi/quarry/internal/kind"
	sitemapkind "github.com/quarryapi/quarry/internal/kinds/sitemap"
	"github.com/quarryapi/quarry/internal/kinds/sitemap/sitemaprun"
	"github.com/quarryapi/quarry/internal/read/sitemap"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
)

// sitemapRuns is how often each way is gone; the fastest counts, as the rest is noise.
const sitemapRuns = 5

// measureSitemap prints how fast a sitemap of as many URLs as one may have becomes a
// result, beside what only goes through its tags, and how much memory that takes.
func measureSitemap(ctx context.Context, _ *workshop) error {
	body := fullSitemap()
	run, stop, err := sitemapJob(ctx, body)
	if err != nil {
		return err
	}
	defer stop()
	if err := run(ctx); err != nil { // opens the connection
		return err
	}
	peak, err := peakOf(func() error { return run(ctx) })
	if err != nil {
		return err
	}
	fmt.Printf("a sitemap of %d URLs, %.1f MB; the ratio is over the time in which encoding/xml goes through its tags\n", sitemap.MaxURLs, megabytes(len(body)))
	var floor time.Duration
	for _, way := range []struct {
		name string
		do   func() error
	}{
		{"the tags only, encoding/xml", func() error { return scanTokens(body) }},
		{"the entries only", func() error { return readEntries(body) }},
		{"from loopback to the result's JSON", func() error { return run(ctx) }},
	} {
		took, err := fastest(way.do)
		if err != nil {
			return err
		}
		if floor == 0 {
			floor = took
		}
		fmt.Printf("  %-36s %8.1f MB/s %8.2f\n", way.name, megabytes(len(body))/took.Seconds(), took.Seconds()/floor.Seconds())
	}
	fmt.Printf("  memory over idle at the peak, MB     %8.1f (goal 64)\n", float64(peak)/(1<<20))
	return nil
}

func megabytes(n int) float64 { return float64(n) / (1 << 20) }

// fullSitemap is as the generators of shops write them.
func fullSitemap() []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for i := range sitemap.MaxURLs {
		fmt.Fprintf(&b, "  <url>\n    <loc>http://bench.test/catalogue/section-%d/item-%d?ref=list&amp;lang=en</loc>\n    <lastmod>2026-%02d-%02dT08:00:00+00:00</lastmod>\n    <changefreq>weekly</changefreq>\n    <priority>0.5</priority>\n  </url>\n",
			i/100, i, i%12+1, i%28+1)
	}
	b.WriteString("</urlset>\n")
	return b.Bytes()
}

// sitemapJob serves a sitemap and returns what does a whole job on it, up to the JSON
// of its result.
func sitemapJob(ctx context.Context, body []byte) (run func(context.Context) error, stop func(), err error) {
	serve := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/xml")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body) // a client that has gone has told why
	}
	server, err := webtest.New(webtest.Site{Host: "bench.test", Assets: map[string]http.HandlerFunc{"/sitemap.xml": serve}}).Listen(ctx, "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	hosts, err := egress.ParseHosts([]string{server.HostsRule()})
	if err != nil {
		return nil, nil, err
	}
	client := fetch.New(fetch.Config{Hosts: hosts})
	performer := sitemaprun.New(client, time.Now)
	args := sitemapkind.Args{
		Domain: "bench.test", SitemapURL: "http://bench.test/sitemap.xml", Limit: sitemap.MaxURLs, Options: sitemapkind.Options{RespectRobots: new(false)},
	}
	run = func(ctx context.Context) error {
		out, err := performer.Run(ctx, kind.Run[sitemapkind.Args]{Args: args})
		if err != nil {
			return err
		}
		if len(out.Result.Items) != sitemap.MaxURLs {
			return errors.New("the result lacks URLs")
		}
		_, err = json.Marshal(out.Result)
		return err
	}
	return run, func() { client.CloseIdle(); _ = server.Close() }, nil
}

func scanTokens(body []byte) error {
	d := xml.NewDecoder(bytes.NewReader(body))
	for {
		if _, err := d.RawToken(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func readEntries(body []byte) error {
	_, err := sitemap.Read(bytes.NewReader(body), sitemap.Handler{URL: func(sitemap.Entry) bool { return true }})
	return err
}

func fastest(do func() error) (time.Duration, error) {
	best := time.Duration(0)
	for range sitemapRuns {
		runtime.GC()
		start := time.Now()
		if err := do(); err != nil {
			return 0, err
		}
		if took := time.Since(start); best == 0 || took < best {
			best = took
		}
	}
	return best, nil
}

// peakOf is how much more memory the process holds from the system while it does
// something, at the worst of many moments, than before.
func peakOf(do func() error) (uint64, error) {
	debug.FreeOSMemory()
	before := held()
	done := make(chan error, 1)
	go func() { done <- do() }()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	peak := before
	for {
		select {
		case err := <-done:
			return max(peak, held()) - before, err
		case <-tick.C:
			peak = max(peak, held())
		}
	}
}

func held() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
