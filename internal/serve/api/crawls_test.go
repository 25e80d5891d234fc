package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// TestResumeWhileItEnds: who resumes a crawl whose pages have not ended yet is told to wait.
func TestResumeWhileItEnds(t *testing.T) {
	t.Parallel()
	s := setup(t)
	all := specify(t, s.Fixture)
	s.server, s.handler, s.half = all.server, all.handler, true // the document is that of other kinds
	for _, halt := range []store.Halt{store.HaltCancelled, store.HaltTime, store.HaltCredits} {
		now := s.Clock.Now()
		c, _, err := s.AdmitCrawl(t.Context(), store.CrawlAdmission{First: "http://a.test/", Crawl: &store.Crawl{
			ID: ident.New(ident.Crawl), OrgID: s.org, Kind: "url", Input: []byte(`{}`), Target: "http://a.test/", Shards: 1, CreatedAt: now, ExpiresAt: now.Add(job.Retention),
			State: store.CrawlState{Status: store.CrawlRunning, Halt: halt, InFlight: []int64{job.Page{Number: 1}.Mark()}, UpdatedAt: now},
		}})
		if err != nil {
			t.Fatal(err)
		}
		a := s.call(t, http.MethodPost, "/v1/public/crawl/"+c.ID+"/resume", "")
		if a.code() != string(errs.CrawlNotResumable) || !strings.Contains(a.raw, "Wait a few seconds and ask again") {
			t.Errorf("%s: got %d %s, want 409 crawl_not_resumable that says to wait", halt, a.status, a.raw)
		}
	}
}

// TestPagesSayTheirHTTPStatus: a page that failed has the HTTP status by which it did.
func TestPagesSayTheirHTTPStatus(t *testing.T) {
	t.Parallel()
	s := setup(t)
	all := specify(t, s.Fixture)
	s.server, s.handler, s.half = all.server, all.handler, true // the document is that of other kinds
	now := s.Clock.Now()
	c, _, err := s.AdmitCrawl(t.Context(), store.CrawlAdmission{First: "http://a.test/", Crawl: &store.Crawl{
		ID: ident.New(ident.Crawl), OrgID: s.org, Kind: "url", Input: []byte(`{"url":"http://a.test/"}`), Target: "http://a.test/", Shards: 1, CreatedAt: now, ExpiresAt: now.Add(job.Retention),
		State: store.CrawlState{Status: store.CrawlRunning, UpdatedAt: now},
	}})
	if err != nil {
		t.Fatal(err)
	}
	page, j := job.Page{CrawlID: c.ID, Number: 1}, s.Job(s.org, 1)
	j.ID, j.Target, j.Page = c.PageJob(page.Mark()), c.Target, &page
	step := store.CrawlStep{State: c.State, Jobs: []*job.Job{j}}
	step.State.Admitted, step.State.Charged, step.State.Failures = 1, 1, []int64{page.Mark()}
	if moved, err := s.AdvanceCrawl(t.Context(), c, step); err != nil || !moved {
		t.Fatalf("got moved %t, error %v; want true, none", moved, err)
	}
	found, err := job.Found{Status: http.StatusGone}.Pack()
	if err != nil {
		t.Fatal(err)
	}
	if mine, err := s.Finish(t.Context(), j, store.Outcome{Status: job.Failed, Error: job.FailureOf(errs.Of(errs.TargetError)), Found: found}); err != nil || !mine {
		t.Fatalf("got finished %t, error %v; want true, none", mine, err)
	}
	if a := s.call(t, http.MethodGet, "/v1/public/crawl/"+c.ID+"/pages", ""); a.status != http.StatusOK || !strings.Contains(a.raw, `"httpStatus":410`) {
		t.Errorf("got %d %s, want the HTTP status 410 of the page", a.status, a.raw)
	}
}
