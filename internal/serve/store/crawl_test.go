package store_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// crawlScene is a crawl of an organization with 100 credits and room for 5 jobs.
func crawlScene(t *testing.T) (*scene, *store.Crawl) {
	t.Helper()
	f := storetest.New(t)
	s := &scene{T: t, World: &storetest.World{Fixture: f}}
	s.org = s.Org(t, 100, 5)
	return s, s.crawling("k")
}

// TestCrawlStep: what a step finds, admits and charges is there together.
func TestCrawlStep(t *testing.T) {
	t.Parallel()
	s, c := crawlScene(t)
	moved, err := s.AdvanceCrawl(t.Context(), c, s.step(c, 3))
	if err != nil || !moved || c.State.Version != 2 {
		t.Fatalf("got moved %t, version %d, error %v; want true, 2, none", moved, c.State.Version, err)
	}
	b, err := s.Balance(t.Context(), s.org, 1, true)
	s.must(err)
	if b.Balance != 97 || b.InFlight != 1 || b.Cap != 5 {
		t.Errorf("got balance %d, in flight %d of %d; want 97, 1 of 5", b.Balance, b.InFlight, b.Cap)
	}
	seen, err := s.Seen(t.Context(), c, []string{"http://a.test/", "http://a.test/3", "http://a.test/x", "http://a.test/none"})
	s.must(err)
	want := map[string]store.SeenURL{
		"http://a.test/":  {URL: "http://a.test/", Number: 1},
		"http://a.test/3": {URL: "http://a.test/3", Number: 3},
		"http://a.test/x": {URL: "http://a.test/x", Reason: "robots"},
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("seen URLs mismatch (-want +got):\n%s", diff)
	}
	queued, err := s.Queued(t.Context(), c, 3, 5)
	s.must(err)
	if diff := cmp.Diff(map[int64]store.QueuedURL{3: {URL: "http://a.test/3", Depth: 1}}, queued); diff != "" {
		t.Errorf("queued pages mismatch (-want +got):\n%s", diff)
	}
}

// TestCrawlStepIsMadeOnce: a step of an older state writes nothing, and charges nothing.
func TestCrawlStepIsMadeOnce(t *testing.T) {
	t.Parallel()
	s, c := crawlScene(t)
	old := *c
	if moved, err := s.AdvanceCrawl(t.Context(), c, s.step(c, 3)); err != nil || !moved {
		t.Fatalf("got moved %t, error %v; want true, none", moved, err)
	}
	for name, step := range map[string]store.CrawlStep{"with pages": s.step(&old, 3), "without": {State: old.State}} {
		if moved, err := s.AdvanceCrawl(t.Context(), &old, step); err != nil || moved {
			t.Errorf("%s: got moved %t, error %v; want false, none", name, moved, err)
		}
	}
	if b, err := s.Balance(t.Context(), s.org, 1, true); err != nil || b.Balance != 97 {
		t.Errorf("got balance %d, error %v; want 97", b.Balance, err)
	}
}

// TestCrawlStepWhoseAnswerIsLost: a step with pages that was made, though its answer says to try again, is the caller's own.
func TestCrawlStepWhoseAnswerIsLost(t *testing.T) {
	t.Parallel()
	s, c := crawlScene(t)
	lost := false
	s.Fault.After(func(operation string) (*http.Response, error) {
		if operation != "TransactWriteItems" || lost {
			return nil, nil
		}
		lost = true
		return conflict(), nil
	})
	if moved, err := s.AdvanceCrawl(t.Context(), c, s.step(c, 3)); err != nil || !moved || !lost || c.State.Version != 2 {
		t.Errorf("got moved %t, an answer lost %t, version %d, error %v; want true, true, 2, none", moved, lost, c.State.Version, err)
	}
	if b, err := s.Balance(t.Context(), s.org, 1, true); err != nil || b.Balance != 97 {
		t.Errorf("got balance %d, error %v; want 97", b.Balance, err)
	}
}

// TestCrawlStepKeepsTheQueue: pages that have a row in the queue are replaced by none.
func TestCrawlStepKeepsTheQueue(t *testing.T) {
	t.Parallel()
	s, c := crawlScene(t)
	step := store.CrawlStep{State: c.State, First: 1, Queue: []store.QueuedURL{{URL: "http://a.test/other"}}}
	if moved, err := s.AdvanceCrawl(t.Context(), c, step); !errs.Is(err, errs.InternalError) || moved {
		t.Errorf("got moved %t, error %v; want false, %s", moved, err, errs.InternalError)
	}
	queued, err := s.Queued(t.Context(), c, 1, 5)
	s.must(err)
	if diff := cmp.Diff(map[int64]store.QueuedURL{1: {URL: "http://a.test/"}}, queued); diff != "" {
		t.Errorf("queued pages mismatch (-want +got):\n%s", diff)
	}
}

// TestCrawlStepThatTheWalletRefuses: nothing of it is written.
func TestCrawlStepThatTheWalletRefuses(t *testing.T) {
	t.Parallel()
	s, c := crawlScene(t)
	crowded := s.step(c, 3)
	crowded.Keep = 5
	for code, step := range map[errs.Code]store.CrawlStep{errs.InsufficientCredits: s.step(c, 101), errs.TooManyInFlight: crowded} {
		if moved, err := s.AdvanceCrawl(t.Context(), c, step); !errs.Is(err, code) || moved {
			t.Errorf("got moved %t, error %v; want false, %s", moved, err, code)
		}
	}
	now, err := s.Crawl(t.Context(), s.org, c.ID)
	s.must(err)
	if now.State.Version != 1 || now.State.Numbered != 1 {
		t.Errorf("got version %d with %d pages, want 1 with 1", now.State.Version, now.State.Numbered)
	}
}

// TestOpenCrawls: an organization has so many crawls at once that have not ended, resumed ones included.
func TestOpenCrawls(t *testing.T) {
	t.Parallel()
	s, first := crawlScene(t)
	for range store.MaxOpenCrawls - 1 {
		s.crawling("")
	}
	admit := func() error {
		_, _, err := s.AdmitCrawl(t.Context(), store.CrawlAdmission{Crawl: s.newCrawl(true), First: "http://a.test/"})
		return err
	}
	if err := admit(); !errs.Is(err, errs.TooManyInFlight) {
		t.Errorf("got error %v of one crawl too many, want %s", err, errs.TooManyInFlight)
	}
	to := func(c *store.Crawl, status store.CrawlStatus) (bool, error) {
		step := store.CrawlStep{State: c.State}
		step.State.Status = status
		return s.AdvanceCrawl(t.Context(), c, step)
	}
	if moved, err := to(first, store.CrawlCancelled); err != nil || !moved {
		t.Fatalf("got moved %t, error %v; want true, none", moved, err)
	}
	if err := admit(); err != nil {
		t.Errorf("got error %v after a crawl has ended, want none", err)
	}
	if moved, err := to(first, store.CrawlRunning); !errs.Is(err, errs.TooManyInFlight) || moved {
		t.Errorf("got moved %t, error %v of a crawl that is resumed; want false, %s", moved, err, errs.TooManyInFlight)
	}
}

// TestCrawlRows: samples and parts are read as they were written, and parts of a former run are not.
func TestCrawlRows(t *testing.T) {
	t.Parallel()
	s, c := crawlScene(t)
	if moved, err := s.AdvanceCrawl(t.Context(), c, s.written(c)); err != nil || !moved {
		t.Fatalf("got moved %t, error %v; want true, none", moved, err)
	}
	samples, err := s.Samples(t.Context(), c)
	s.must(err)
	if diff := cmp.Diff(map[string][]string{"robots": {"http://a.test/x", "http://a.test/y"}}, samples); diff != "" {
		t.Errorf("samples mismatch (-want +got):\n%s", diff)
	}
	parts, err := s.Parts(t.Context(), c, 1, 5)
	s.must(err)
	if diff := cmp.Diff([]store.ExportPart{{First: 1, Last: 1, Bytes: 20}}, parts); diff != "" {
		t.Errorf("parts mismatch (-want +got):\n%s", diff)
	}
	for name, again := range map[string]struct {
		run  int
		from int64
	}{"of another run": {1, 1}, "behind it": {0, 2}} {
		c.State.Run = again.run
		if parts, err := s.Parts(t.Context(), c, again.from, 5); err != nil || len(parts) > 0 {
			t.Errorf("%s: got parts %v, error %v; want none, none", name, parts, err)
		}
	}
}

// TestCrawlIsDue: a crawl that stands still is due for the sweeper, and one that has ended is not.
func TestCrawlIsDue(t *testing.T) {
	t.Parallel()
	s, c := crawlScene(t)
	due := func() (found int) {
		for shard := range store.DueShards {
			list, _, err := s.Due(t.Context(), store.DueQuery{Lane: store.LaneCrawls, Shard: shard, By: s.Clock.Now().Add(3 * time.Minute), Limit: 10})
			s.must(err)
			for _, d := range list {
				if d.Crawl != nil && d.Crawl.ID == c.ID && d.Crawl.OrgID == s.org {
					found++
				}
			}
		}
		return found
	}
	if got := due(); got != 1 {
		t.Errorf("got %d due crawls, want 1", got)
	}
	step := store.CrawlStep{State: c.State}
	step.State.Status = store.CrawlFinished
	if moved, err := s.AdvanceCrawl(t.Context(), c, step); err != nil || !moved {
		t.Fatalf("got moved %t, error %v; want true, none", moved, err)
	}
	if got := due(); got != 0 {
		t.Errorf("got %d due crawls, want none of one that has ended", got)
	}
}

// TestTruncatedBy: a crawl that may read more says nothing of what it leaves out.
func TestTruncatedBy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		at   store.CrawlState
		want store.Halt
	}{
		"more than the limit":        {store.CrawlState{Status: store.CrawlFinished, Left: true}, store.HaltLimit},
		"too deep":                   {store.CrawlState{Status: store.CrawlFinished, Skipped: map[string]int64{"depth": 1}}, store.HaltDepth},
		"all":                        {store.CrawlState{Status: store.CrawlFinished}, ""},
		"more, while it runs":        {store.CrawlState{Status: store.CrawlRunning, Left: true}, ""},
		"too deep, while it runs":    {store.CrawlState{Status: store.CrawlRunning, Skipped: map[string]int64{"depth": 1}}, ""},
		"while its last pages end":   {store.CrawlState{Status: store.CrawlRunning, Halt: store.HaltCancelled}, store.HaltCancelled},
		"credits, and the limit":     {store.CrawlState{Status: store.CrawlFinished, Halt: store.HaltCredits, Left: true}, store.HaltCredits},
		"cancelled, then it is over": {store.CrawlState{Status: store.CrawlCancelled, Halt: store.HaltCancelled}, store.HaltCancelled},
	} {
		if got := c.at.TruncatedBy(); got != c.want {
			t.Errorf("%s: got truncated by %q, want %q", name, got, c.want)
		}
	}
}
