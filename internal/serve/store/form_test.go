package store_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// formed is a subscription with the form of another service.
func formed(events job.EventFilter) *job.Subscription {
	return &job.Subscription{
		EndpointID: "whe_1", URL: "http://hooks.test/", Events: events, Form: &job.Form{Name: "theirs", Metadata: json.RawMessage(`{"a":"b"}`)},
	}
}

// TestFormedBatch: a subscription with a form hears of the begin of a batch, and the type of its end says how it ended;
// what its filter leaves out makes no delivery.
func TestFormedBatch(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		events job.EventFilter
		ends   []job.Status
		want   map[string]int
	}{
		"one succeeds":               {"", []job.Status{job.Failed, job.Succeeded}, map[string]int{"batch.started": 1, "job.failed": 1, "job.succeeded": 1, "batch.completed": 1}},
		"the last one fails":         {"", []job.Status{job.Succeeded, job.Failed}, map[string]int{"batch.started": 1, "job.failed": 1, "job.succeeded": 1, "batch.completed": 1}},
		"all fail":                   {"batch.failed", []job.Status{job.Failed, job.Failed}, map[string]int{"batch.failed": 1}},
		"alone":                      {"batch.failed", []job.Status{job.Failed}, map[string]int{"batch.failed": 1}},
		"nobody asks for a failure":  {"batch.completed,batch.started", []job.Status{job.Failed, job.Failed}, map[string]int{"batch.started": 1}},
		"nobody asks for a success":  {"batch.failed", []job.Status{job.Failed, job.Succeeded}, map[string]int{}},
		"one is cancelled":           {"batch.*", []job.Status{job.Cancelled, job.Succeeded}, map[string]int{"batch.started": 1, "batch.cancelled": 1}},
		"the last one is cancelled":  {"batch.cancelled", []job.Status{job.Succeeded, job.Cancelled}, map[string]int{"batch.cancelled": 1}},
		"the end of this service":    {"batch.finished", []job.Status{job.Succeeded}, map[string]int{}},
		"no job's end is asked for":  {"batch.completed", []job.Status{job.Succeeded}, map[string]int{"batch.completed": 1}},
		"a job's end is asked alone": {"job.succeeded", []job.Status{job.Succeeded, job.Failed}, map[string]int{"job.succeeded": 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, 100, 50)
			b := batchOf(t, f, org, "", len(c.ends))
			for _, j := range b.Jobs {
				j.Webhook = formed(c.events)
			}
			if err := f.AdmitBatch(t.Context(), b); err != nil {
				t.Fatal(err)
			}
			for i, status := range c.ends {
				if mine, err := f.Finish(t.Context(), b.Jobs[i], store.Outcome{Status: status}); err != nil || !mine {
					t.Fatalf("got %t, error %v; want the end ours", mine, err)
				}
			}
			if diff := cmp.Diff(c.want, eventTypes(t, f, org)); diff != "" {
				t.Errorf("events mismatch (-want +got):\n%s", diff)
			}
			list, _, err := f.Deliveries(t.Context(), store.DeliveryQuery{OrgID: org, Limit: store.MaxPage})
			for _, d := range list {
				if diff := cmp.Diff(formed("").Form, d.Form); diff != "" || err != nil {
					t.Errorf("form of %s: error %v, mismatch (-want +got):\n%s", d.EventType, err, diff)
				}
			}
			balanced(t, f, org)
		})
	}
}

// TestFormedBatchOfCached: what is all there when it is admitted begins and ends with that.
func TestFormedBatchOfCached(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 100, 50)
	b := batchOf(t, f, org, "", 2)
	for _, j := range b.Jobs {
		j.Status, j.Cached, j.CompletedAt, j.Result = job.Succeeded, true, j.CreatedAt, &job.ResultRef{Item: "x#1", Size: 2}
		j.Webhook = formed("")
	}
	if err := f.AdmitBatch(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]int{"batch.started": 1, "job.succeeded": 2, "batch.completed": 1}, eventTypes(t, f, org)); diff != "" {
		t.Errorf("events mismatch (-want +got):\n%s", diff)
	}
}

// TestFormedCrawl: the same of a crawl, which is written once however often its admission is tried.
func TestFormedCrawl(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		events job.EventFilter
		end    store.CrawlState
		want   map[string]int
	}{
		"pages were read": {"", store.CrawlState{Status: store.CrawlFinished, Succeeded: 1}, map[string]int{"crawl.started": 1, "crawl.completed": 1}},
		"none was":        {"crawl.completed,crawl.failed", store.CrawlState{Status: store.CrawlFinished}, map[string]int{"crawl.failed": 1}},
		"it failed":       {"crawl.failed", store.CrawlState{Status: store.CrawlFailed, Succeeded: 1}, map[string]int{"crawl.failed": 1}},
		"cancelled":       {"crawl.cancelled", store.CrawlState{Status: store.CrawlCancelled, Succeeded: 1}, map[string]int{"crawl.cancelled": 1}},
		"cut short":       {"crawl.cancelled", store.CrawlState{Status: store.CrawlFinished, Halt: store.HaltCancelled, Succeeded: 1}, map[string]int{"crawl.cancelled": 1}},
		"not asked for":   {"crawl.completed", store.CrawlState{Status: store.CrawlFinished}, map[string]int{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, 100, 50)
			now := f.Clock.Now()
			crawl := &store.Crawl{
				ID: ident.New(ident.Crawl), OrgID: org, Kind: "url", Input: json.RawMessage(`{}`), Target: "http://a.test/", Shards: 1, Webhook: formed(c.events),
				CreatedAt: now, ExpiresAt: now.Add(time.Hour), State: store.CrawlState{Status: store.CrawlRunning, UpdatedAt: now},
			}
			for range 2 {
				if _, _, err := f.AdmitCrawl(t.Context(), store.CrawlAdmission{Crawl: crawl, First: crawl.Target}); err != nil {
					t.Fatal(err)
				}
			}
			step := store.CrawlStep{State: crawl.State}
			step.State.Status, step.State.Halt, step.State.Succeeded = c.end.Status, c.end.Halt, c.end.Succeeded
			if moved, err := f.AdvanceCrawl(t.Context(), crawl, step); !moved || err != nil {
				t.Fatalf("got moved %t, error %v; want true, none", moved, err)
			}
			if diff := cmp.Diff(c.want, eventTypes(t, f, org)); diff != "" {
				t.Errorf("events mismatch (-want +got):\n%s", diff)
			}
		})
	}
}
