package webhook_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// crawled is a crawl of the endpoint, with a filter, whose state was moved on so many times after its end.
func (b *bundle) crawled(t *testing.T, events job.EventFilter, after int) *store.Crawl {
	t.Helper()
	now := b.Clock.Now()
	c := &store.Crawl{
		ID: ident.New(ident.Crawl), OrgID: b.org, Kind: "url", Input: json.RawMessage(`{"url":"http://a.test/"}`), Target: "http://a.test/", Shards: 1,
		Webhook:   &job.Subscription{EndpointID: b.endpoint.ID, URL: b.endpoint.URL, Events: events},
		CreatedAt: now, ExpiresAt: now.Add(job.Retention), State: store.CrawlState{Status: store.CrawlRunning, UpdatedAt: now},
	}
	if _, _, err := b.AdmitCrawl(t.Context(), store.CrawlAdmission{Crawl: c, First: c.Target}); err != nil {
		t.Fatal(err)
	}
	for range 1 + after {
		step := store.CrawlStep{State: c.State}
		s := &step.State
		s.Status, s.Halt, s.Host, s.CompletedAt = store.CrawlFinished, store.HaltCredits, "a.test", now
		s.Numbered, s.Admitted, s.Succeeded, s.Cancelled, s.Charged, s.Refunded = 9, 8, 5, 1, 8, 3
		s.Failed = map[string]int64{"target_error": 1, "job_interrupted": 1}
		s.Skipped = map[string]int64{string(frontier.Trap): 4, string(frontier.Excluded): 2, string(frontier.Duplicate): 3}
		s.Changes = map[string]int64{store.PageSame: 4, store.PageGone: 1}
		if moved, err := b.AdvanceCrawl(t.Context(), c, step); !moved || err != nil {
			t.Fatalf("got moved %t, error %v; want true, none", moved, err)
		}
	}
	return c
}

// TestCrawlFinished holds all members of the event of a crawl's end.
func TestCrawlFinished(t *testing.T) {
	t.Parallel()
	b := setup(t)
	c := b.crawled(t, "", 1) // which is exported after its end, with no other event
	d := b.pending(t)
	if d == nil {
		t.Fatal("got no delivery, want one")
	}
	b.make(t, d)
	var got map[string]any
	if err := json.Unmarshal(b.receiver.Received()[0].Body, &got); err != nil {
		t.Fatal(err)
	}
	at := b.Clock.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	want := map[string]any{
		"id": d.EventID, "type": "crawl.finished", "timestamp": at,
		"data": map[string]any{
			"crawlId": c.ID, "kind": "url", "url": "http://a.test/", "host": "a.test", "status": "finished", "truncatedBy": "credits",
			"counts": map[string]any{
				"total": 9.0, "queued": 1.0, "running": 0.0, "succeeded": 5.0, "failed": 2.0, "cancelled": 1.0, "skipped": 6.0, "duplicates": 3.0,
			},
			"failedBy": map[string]any{"target_error": 1.0, "job_interrupted": 1.0}, "skippedBy": map[string]any{"trap": 4.0, "excluded": 2.0},
			"changes":        map[string]any{"same": 4.0, "gone": 1.0},
			"creditsCharged": 8.0, "creditsRefunded": 3.0, "completedAt": at, "input": map[string]any{"url": "http://a.test/"},
			"pollUrl": "/v1/public/crawl/" + c.ID,
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("event mismatch (-want +got):\n%s", diff)
	}
	if d := b.pending(t); d != nil {
		t.Errorf("got another delivery %s, want none", d.EventType)
	}
}

// TestCrawlNobodyAsksFor: an endpoint that wants other events alone gets none of a crawl's end.
func TestCrawlNobodyAsksFor(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.crawled(t, "crawl.page,job.*", 0)
	b.Clock.Move(time.Minute)
	if d := b.pending(t); d != nil {
		t.Errorf("got a delivery %s, want none", d.EventType)
	}
}

// TestChangeOfAPage: the event of a page says what the page is to the earlier crawl, in a retry and a replay, too.
func TestChangeOfAPage(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := *b.ended(t, `{}`)
	d.ID, d.EventID, d.EventType, d.Change = ident.New(ident.Delivery), ident.New(ident.Event), store.EventPage, store.PageChanged
	if err := b.PutDelivery(t.Context(), &d); err != nil {
		t.Fatal(err)
	}
	b.make(t, &d)
	b.make(t, b.replay(t, &d))
	for i, r := range b.receiver.Received() {
		var got struct {
			Data struct {
				Change string `json:"change"`
			} `json:"data"`
		}
		if err := json.Unmarshal(r.Body, &got); err != nil || got.Data.Change != store.PageChanged {
			t.Errorf("post %d: got %s, error %v; want its change", i, r.Body, err)
		}
	}
	if n := len(b.receiver.Received()); n != 2 {
		t.Errorf("got %d posts, want 2", n)
	}
}
