package collect_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/collect"
	"github.com/quarryapi/quarry/internal/read/research/collect/collecttest"
	"github.com/quarryapi/quarry/internal/sources/wayback"
	"github.com/quarryapi/quarry/internal/web/weburl"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

func today() time.Time { return time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC) }

// bundle is a collector over the sample web.
type bundle struct {
	*collect.Collector
	sample *webclient.Sample
	cache  *collecttest.Cache
}

func setup(t *testing.T, extra ...webtest.Site) *bundle {
	t.Helper()
	sample := webclient.StartAt(t, today, extra...)
	b := &bundle{sample: sample, cache: &collecttest.Cache{}}
	b.Collector = collect.New(reader.New(sample.Web, reader.Config{Now: today}), b.cache, wayback.From(sample.Upstreams(t, nil)))
	return b
}

func sources(l research.Lane, urls ...string) []research.Candidate {
	var list []research.Candidate
	for _, u := range urls {
		list = append(list, research.Candidate{Key: weburl.Key(u), URL: u, Lane: l, Provider: "e", Title: "As found", Published: "2026-01-01"})
	}
	return list
}

var job = collect.Job{Org: "org_1", Run: "run_1", Robots: true, MaxAge: time.Hour}

func TestStatuses(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		url     string
		status  research.Status
		content research.Content
		code    errs.Code
	}{
		"a page":        {"http://skerwick-barrier.test/facts", research.Fetched, research.Full, ""},
		"a paywall":     {"http://ledger-daily.test/2026/10/control-room", research.Fetched, research.Teaser, ""},
		"a wall":        {"http://gatehouse-news.test/skerwick-tide-barrier", research.SourceBlocked, "", errs.UpstreamBlocked},
		"gone":          {"http://skerwick-herald.test/2019/09/20/first-sketches", research.NotFound, "", errs.TargetError},
		"a picture":     {"http://company.test/favicon.ico", research.Unsupported, "", errs.UnsupportedContent},
		"by robots.txt": {"http://robots.test/private/report", research.SourceBlocked, "", errs.UpstreamBlocked},
	}
	b := setup(t)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := b.Collect(t.Context(), job, sources(research.Web, c.url))
			d := h.Documents[0]
			if d.Status != c.status || d.Content != c.content || d.Code != string(c.code) || (d.Text == "") != (c.content == "") || (d.Reason == "") != (c.code == "") {
				t.Errorf("got document %+v, want Status %q, Content %q, Code %q, empty Text %t, empty Reason %t", d, c.status, c.content, string(c.code), c.content == "", c.code == "")
			}
			if !strings.HasPrefix(d.ID, "doc_") || d.Domain == "" || d.Title == "" || d.Run != "run_1" || h.Looked != 0 {
				t.Errorf(`got document %+v, looked %d; want ID beginning with "doc_", a Domain, a Title, Run "run_1", Looked 0`, d, h.Looked)
			}
		})
	}
}

func TestStatusOf(t *testing.T) {
	t.Parallel()
	for code, want := range map[errs.Code]research.Status{
		errs.DNSFailed: research.NotFound, errs.UpstreamTimeout: research.Timeout, errs.LoginRequired: research.SourceBlocked, errs.TLSFailed: research.Broken,
		errs.ParseFailed: research.Unsupported,
	} {
		if got := collect.StatusOf(errs.New(code, "x")); got != want {
			t.Errorf("%s: got %s, want %q", code, got, want)
		}
	}
}

func TestCapturesOfWhatIsGone(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const gone = "http://skerwick-herald.test/2019/09/20/first-sketches"
	h := b.Collect(t.Context(), job, append(sources(research.Seed, gone), sources(research.KeyMessage, "http://company.test/nowhere", "http://gatehouse-news.test/skerwick-tide-barrier")...))
	d := h.Documents[0]
	if d.Content != research.Archived || d.Status != research.Fetched || d.URL != gone || d.Domain != "skerwick-herald.test" || d.CapturedAt.Year() != 2019 || !strings.Contains(d.Text, "140 million pounds") || d.Reason == "" {
		t.Errorf(`got document %+v, want Content "archived", Status "fetched", URL "http://skerwick-herald.test/2019/09/20/first-sketches", Domain "skerwick-herald.test", CapturedAt.Year() 2019, Text with "140 million pounds", a Reason`, d)
	}
	if h.Looked != 2 || h.Captures != 1 || h.ArchiveBy != nil || h.Documents[1].Status != research.NotFound {
		t.Errorf("%d captures of %d asked for, %v; %+v", h.Captures, h.Looked, h.ArchiveBy, h.Documents[1])
	}
	if h.Documents[2].Status != research.SourceBlocked {
		t.Errorf("what refuses us was looked for in the archive: %+v", h.Documents[2])
	}
}

// What the archive has of a page is a capture if the archive says of which time it is. The
// page in place of a site that it may not show has the status of a capture, and redirects
// lead to captures of other times: both are recorded.
func TestWhatIsNoCapture(t *testing.T) {
	t.Parallel()
	const text = `<html><head><title>The Wayback Machine</title></head><body><p>Search the history of billions of pages on the internet, as they were then.</p></body></html>`
	for name, c := range map[string]struct {
		at       string // Memento-Datetime
		status   research.Status
		captures int
		year     int
	}{
		"a page of the archive's own": {"", research.NotFound, 0, 1},
		"a time that is none":         {"long ago", research.NotFound, 0, 1},
		"a capture of another time":   {"Fri, 24 Nov 2017 15:13:15 GMT", research.Fetched, 1, 2017},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, webclient.Instead("waybackweb", func(w http.ResponseWriter, _ *http.Request) {
				if c.at != "" {
					w.Header().Set("Memento-Datetime", c.at)
				}
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				_, _ = w.Write([]byte(text))
			}))
			h := b.Collect(t.Context(), job, sources(research.Seed, "http://skerwick-herald.test/2019/09/20/first-sketches"))
			d := h.Documents[0]
			if d.Status != c.status || h.Captures != c.captures || d.CapturedAt.Year() != c.year {
				t.Errorf("got status %s, %d captures, captured at %s; want %s, %d, the year %d", d.Status, h.Captures, d.CapturedAt, c.status, c.captures, c.year)
			}
		})
	}
}

func TestAbstracts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	list := sources(research.Scholarly, "http://gatehouse-news.test/skerwick-tide-barrier", "http://skerwick-barrier.test/facts", "http://ledger-daily.test/2026/10/control-room")
	for i := range list {
		list[i].Abstract, list[i].DOI = strings.Repeat("An abstract of a work. ", 100), "10.1/x"
	}
	h := b.Collect(t.Context(), job, list)
	var got []research.Content
	for _, d := range h.Documents {
		got = append(got, d.Content)
	}
	if diff := cmp.Diff([]research.Content{research.Abstract, research.Full, research.Abstract}, got); diff != "" {
		t.Errorf("abstracts mismatch (-want +got):\n%s", diff)
	}
	if d := h.Documents[0]; d.Status != research.SourceBlocked || !d.DOI || d.Text != list[0].Abstract {
		t.Errorf(`got document %+v, want Status "blocked", DOI true, Text list[0].Abstract`, d)
	}
	if kept, _ := b.cache.Find(t.Context(), "org_1", []string{list[0].Key}, time.Hour); len(kept) > 0 {
		t.Errorf("got %s, a page that was not read, in the cache", kept)
	}
}

func TestReuse(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const page, host = "http://skerwick-barrier.test/facts", "skerwick-barrier.test"
	first := b.Collect(t.Context(), job, sources(research.Web, page)).Documents[0]
	hits := b.sample.Server.Web().Hits(host)
	later := job
	later.Run = "run_2"
	again := b.Collect(t.Context(), later, sources(research.Seed, "http://www."+host+"/facts?utm_source=x")).Documents[0]
	want := first
	want.Status, want.Lane = research.Reused, research.Seed
	if diff := cmp.Diff(want, again); diff != "" || !again.Historical() {
		t.Errorf("got Historical() %t, want true; document mismatch (-want +got):\n%s", again.Historical(), diff)
	}
	// The same research finds its own document again after its worker was lost.
	if own := b.Collect(t.Context(), job, sources(research.Web, page)).Documents[0]; own.Historical() || own.Status != research.Fetched {
		t.Errorf(`got own %+v, want Historical() false, Status "fetched"`, own)
	}
	if now := b.sample.Server.Web().Hits(host); now != hits {
		t.Errorf("fetched %d times more", now-hits)
	}
	other, none := later, later
	other.Org, none.MaxAge = "org_2", 0
	for name, j := range map[string]collect.Job{"another organization": other, "no reuse": none} {
		if d := b.Collect(t.Context(), j, sources(research.Web, page)).Documents[0]; d.Historical() {
			t.Errorf("%s: got document %+v, want Historical() false", name, d)
		}
	}
}

// What was read regardless of robots.txt is not for a job that respects it; the other way
// about it is.
func TestReuseRespectsRobots(t *testing.T) {
	t.Parallel()
	b := setup(t)
	list := sources(research.Web, "http://skerwick-barrier.test/facts")
	regardless := job
	regardless.Run, regardless.Robots = "run_2", false
	b.Collect(t.Context(), regardless, list)
	third := regardless
	third.Run = "run_3"
	for name, c := range map[string]struct {
		collect.Job
		reused bool
	}{"respecting": {job, false}, "regardless": {third, true}} {
		if d := b.Collect(t.Context(), c.Job, list).Documents[0]; d.Historical() != c.reused || d.Text == "" {
			t.Errorf("%s: got document %+v, want Historical() %t, a Text", name, d, c.reused)
		}
	}
}

// What cannot be understood in the cache is fetched, and a cache that fails costs only
// that.
func TestABrokenCache(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.cache.Err = errors.New("away")
	urls := []string{"http://skerwick-barrier.test/facts", "http://skerwick-barrier.test/lock", "http://skerwick-barrier.test/news/opening"}
	for i, body := range []string{`{"version":99,"document":{"text":"x"}}`, `[]`, `{"version":1,"document":{"text":""}}`} {
		_ = b.cache.Put(t.Context(), "org_1", weburl.Key(urls[i]), json.RawMessage(body)) // kept despite its error
	}
	h := b.Collect(t.Context(), job, sources(research.Web, urls...))
	if h.CacheBy == nil {
		t.Error("nobody learns of it")
	}
	for _, d := range h.Documents {
		if d.Status != research.Fetched || d.Historical() {
			t.Errorf(`got document %+v, want Status "fetched", Historical() false`, d)
		}
	}
}

// stuck reads nothing until the time is over.
type stuck struct{}

func (stuck) ReadAll(ctx context.Context, urls []string, _ reader.Options) []reader.Outcome {
	<-ctx.Done()
	var all []reader.Outcome
	for _, u := range urls {
		all = append(all, reader.Outcome{URL: u, Err: context.Cause(ctx)})
	}
	return all
}

func TestTheEndOfTime(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errs.New(errs.UpstreamTimeout, "over"))
	c := collect.New(stuck{}, &collecttest.Cache{}, nil)
	h := c.Collect(ctx, job, sources(research.Seed, "http://a.test/"))
	if d := h.Documents[0]; d.Status != research.Timeout || d.Reason != "over" || h.CacheBy != nil {
		t.Errorf(`got document %+v, error %v; want Status "timeout", Reason "over", no error`, d, h.CacheBy)
	}
}

// pages gives documents that a test makes.
type pages map[string]reader.Document

func (p pages) ReadAll(_ context.Context, urls []string, _ reader.Options) []reader.Outcome {
	var all []reader.Outcome
	for _, u := range urls {
		all = append(all, reader.Outcome{URL: u, Status: reader.Fetched, Document: p[u]})
	}
	return all
}

func TestWhatIsKeptOfAPage(t *testing.T) {
	t.Parallel()
	p := reader.Document{
		FinalURL: "http://a.test/x", Domain: "a.test", Published: "2026-02-03", FetchedAt: today(),
		Text: "Says [one](https://one.example/a), [two](<https://two.example/>), [own](http://a.test/), [odd](https://" + strings.Repeat("x", 3000) + ").",
	}
	for i := range 200 {
		p.Links = append(p.Links, linkOf(i))
	}
	c := collect.New(pages{"http://a.test/": p}, &collecttest.Cache{}, nil)
	d := c.Collect(t.Context(), job, sources(research.Web, "http://a.test/")).Documents[0]
	if !d.Cites || d.Outbound != 100 || len(d.Links) != 60 || d.URL != "http://a.test/x" || d.Title != "As found" || d.Published != "2026-02-03" {
		t.Errorf(`got document %+v, want Cites true, Outbound 100, 60 Links, URL "http://a.test/x", Title "As found", Published "2026-02-03"`, d)
	}
	for _, l := range d.Links {
		if len(l.Text) > 120 || len(l.URL) > 500 || !strings.HasPrefix(l.Text, "ä") {
			t.Errorf(`got link %+v, want Text length at most 120, URL length at most 500, Text beginning with "ä"`, l)
		}
	}
}

// linkOf is every other time one that stays on the host.
func linkOf(i int) page.Link {
	return page.Link{URL: fmt.Sprintf("http://a.test/%d", i), Text: strings.Repeat("ä", 100), Internal: i%2 == 0}
}
