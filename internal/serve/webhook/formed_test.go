package webhook_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
	"github.com/quarryapi/quarry/internal/webtest"
)

// told are the members of a received event that say what it is, after its signatures were checked.
func (b *bundle) told(t *testing.T, got webtest.Received) (event map[string]any) {
	t.Helper()
	m := hmac.New(sha256.New, []byte(b.endpoint.Secret))
	m.Write(got.Body)
	if want := "sha256=" + hex.EncodeToString(m.Sum(nil)); got.Header.Get("X-Firecrawl-Signature") != want {
		t.Errorf("got signature %q, want %q", got.Header.Get("X-Firecrawl-Signature"), want)
	}
	if !signing.Verify(b.endpoint.Secret, got.Header.Get("X-Service-Timestamp"), got.Header.Get("X-Service-Signature"), got.Body) {
		t.Error("the signature of this service is not good for the bytes that came")
	}
	if err := json.Unmarshal(got.Body, &event); err != nil {
		t.Fatal(err)
	}
	if event["webhookId"] != got.Header.Get("Webhook-Id") {
		t.Errorf("got webhookId %v, want the id of the event, %s", event["webhookId"], got.Header.Get("Webhook-Id"))
	}
	return event
}

// TestFormedEvents: a batch tells of its begin, of a page and of its end in the form that its subscription has, signed by each
// attempt; a retry and a replay have the same bytes.
func TestFormedEvents(t *testing.T) {
	t.Parallel()
	b := setup(t, webtest.Answer{Status: 500})
	j := b.Job(b.org, 1)
	j.Target = "http://wall.test/"
	j.Webhook = &job.Subscription{
		EndpointID: b.endpoint.ID, URL: b.endpoint.URL, Events: "batch.started,job.failed,batch.failed,batch.completed",
		Form: &job.Form{Name: "firecrawl", Metadata: json.RawMessage(`{"run":"7"}`)},
	}
	batch := store.BatchAdmission{ID: ident.New(ident.Batch), OrgID: b.org, Jobs: []*job.Job{j}, Shards: 1, Before: &store.BatchKeys{}}
	if err := b.AdmitBatch(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
	started := b.pending(t)
	if after := b.make(t, started); after.Status != store.DeliveryFailed {
		t.Errorf("got %s, want the first attempt failed", after.Status)
	}
	b.Clock.Move(10 * time.Second)
	b.make(t, b.pending(t))
	if mine, err := b.Finish(t.Context(), j, store.Outcome{Status: job.Failed, Error: &job.Failure{Code: errs.UpstreamBlocked, Message: "It is a wall."}}); !mine || err != nil {
		t.Fatalf("got %t, error %v; want the end ours", mine, err)
	}
	list, _, err := b.Deliveries(t.Context(), store.DeliveryQuery{OrgID: b.org, Status: store.DeliveryPending, Limit: 9})
	if err != nil || len(list) != 2 {
		t.Fatalf("got %d deliveries, error %v; want 2, none", len(list), err)
	}
	for _, d := range list {
		b.make(t, d)
	}
	b.make(t, b.replay(t, &store.Delivery{
		OrgID: b.org, EndpointID: b.endpoint.ID, BatchID: started.BatchID, EventID: started.EventID, EventType: started.EventType, Form: started.Form,
	}))
	all := b.receiver.Received()
	if len(all) != 5 {
		t.Fatalf("got %d posts, want 5", len(all))
	}
	types := map[any]int{}
	for _, got := range all {
		event := b.told(t, got)
		types[event["type"]]++
		if event["id"] != batch.ID || event["success"] != (event["type"] == "batch_scrape.started") {
			t.Errorf("got %s, want it of batch %s", got.Body, batch.ID)
		}
		if diff := cmp.Diff(map[string]any{"run": "7"}, event["metadata"]); diff != "" {
			t.Errorf("metadata (-want +got):\n%s", diff)
		}
	}
	if diff := cmp.Diff(map[any]int{"batch_scrape.started": 3, "batch_scrape.page": 1, "batch_scrape.failed": 1}, types); diff != "" {
		t.Errorf("types (-want +got):\n%s", diff)
	}
	if string(all[0].Body) != string(all[1].Body) || string(all[0].Body) != string(all[4].Body) {
		t.Errorf("got %s, %s and %s; want the same bytes in each attempt", all[0].Body, all[1].Body, all[4].Body)
	}
}

// TestFormedCrawl: why a crawl failed is in its event.
func TestFormedCrawl(t *testing.T) {
	t.Parallel()
	b := setup(t)
	now := b.Clock.Now()
	c := &store.Crawl{
		ID: ident.New(ident.Crawl), OrgID: b.org, Kind: "url", Input: json.RawMessage(`{}`), Target: "http://a.test/", Shards: 1, CreatedAt: now, ExpiresAt: now.Add(job.Retention),
		Webhook: &job.Subscription{EndpointID: b.endpoint.ID, URL: b.endpoint.URL, Events: "crawl.failed", Form: &job.Form{Name: "firecrawl"}},
		State:   store.CrawlState{Status: store.CrawlRunning, UpdatedAt: now},
	}
	if _, _, err := b.AdmitCrawl(t.Context(), store.CrawlAdmission{Crawl: c, First: c.Target}); err != nil {
		t.Fatal(err)
	}
	step := store.CrawlStep{State: c.State}
	step.State.Status, step.State.Error = store.CrawlFailed, &job.Failure{Code: errs.DNSFailed, Message: "There is no such host."}
	if moved, err := b.AdvanceCrawl(t.Context(), c, step); !moved || err != nil {
		t.Fatalf("got moved %t, error %v; want true, none", moved, err)
	}
	b.make(t, b.pending(t))
	event := b.told(t, b.receiver.Received()[0])
	if event["type"] != "crawl.failed" || event["id"] != c.ID || event["error"] != "dns_failed: There is no such host." || event["success"] != false {
		t.Errorf("got event %v, want the failure of %s with its reason", event, c.ID)
	}
}

// TestFormedReceiversAreProven: a test event has the signature that receivers for another service check, and would refuse to be
// without. It is the one event that a disabled endpoint can be proven by.
func TestFormedReceiversAreProven(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.make(t, b.replay(t, &store.Delivery{OrgID: b.org, EndpointID: b.endpoint.ID, EventID: ident.New(ident.Event), EventType: store.EventTest}))
	got := b.receiver.Received()[0]
	if want, sent := signing.OfBody(b.endpoint.Secret, got.Body), got.Header.Get("X-Firecrawl-Signature"); sent != want {
		t.Errorf("got signature %q, want %q", sent, want)
	}
}
