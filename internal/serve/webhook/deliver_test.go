package webhook_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/serve/webhook"
	"github.com/quarryapi/quarry/internal/serve/webhook/event"
	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
)

// bundle is a deliverer over a real store and a real receiver.
type bundle struct {
	*storetest.Fixture
	queue    *storetest.Queue
	receiver *webtest.Receiver
	blobs    *storetest.Blobs
	results  *result.Results
	post     *fetch.Client
	deliver  *webhook.Deliverer
	endpoint *store.Endpoint
	org      string
}

func setup(t *testing.T, answers ...webtest.Answer) *bundle {
	t.Helper()
	b := &bundle{Fixture: storetest.New(t), queue: &storetest.Queue{}, receiver: webtest.NewReceiver(answers...)}
	web := webtest.Start(t, b.receiver.Site("hooks.test"))
	hosts, err := egress.ParseHosts([]string{web.HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	b.org = b.Org(t, 100, 50)
	b.blobs = &storetest.Blobs{}
	b.results = result.New(b.Store, b.blobs)
	b.post = fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(b.post.CloseIdle)
	b.through(b.post)
	e, _, err := b.RegisterEndpoint(t.Context(), &store.Endpoint{
		ID: ident.New(ident.Endpoint), OrgID: b.org, URL: "http://hooks.test/in", Secret: signing.NewSecret(),
	})
	if err != nil {
		t.Fatal(err)
	}
	b.endpoint = b.proven(t, e)
	return b
}

// proven has an endpoint respond well once.
func (b *bundle) proven(t *testing.T, e *store.Endpoint) *store.Endpoint {
	t.Helper()
	if err := b.NoteDelivery(t.Context(), e, store.Note{Succeeded: true}); err != nil {
		t.Fatal(err)
	}
	now, err := b.Endpoint(t.Context(), e.OrgID, e.ID)
	if err != nil || now.ProvenAt.IsZero() {
		t.Fatalf("got endpoint %+v, error %v; want it proven, no error", now, err)
	}
	return now
}

// through makes the deliverer go out by another way.
func (b *bundle) through(post webhook.Poster) {
	b.deliver = webhook.NewDeliverer(b.Store, b.results, b.blobs, post, b.queue, slog.New(slog.DiscardHandler), b.Clock.Now)
}

// ended makes a job that has ended with a result, and returns its first delivery.
func (b *bundle) ended(t *testing.T, value string) *store.Delivery {
	t.Helper()
	j := b.Job(b.org, 1)
	j.Webhook = &job.Subscription{EndpointID: b.endpoint.ID, URL: b.endpoint.URL}
	if _, _, err := b.Admit(t.Context(), store.Admission{Job: j}); err != nil {
		t.Fatal(err)
	}
	running, claim, err := b.Claim(t.Context(), b.org, j.ID, store.Terms{Lease: time.Minute})
	if err != nil || claim != store.Claimed {
		t.Fatalf("got claim %v, error %v; want no error, claim 0", claim, err)
	}
	ref, err := b.results.Save(t.Context(), running, json.RawMessage(value))
	if err != nil {
		t.Fatal(err)
	}
	if mine, err := b.Finish(t.Context(), running, store.Outcome{Status: job.Succeeded, Result: ref}); !mine || err != nil {
		t.Fatalf("got mine %t, error %v; want mine true, no error", mine, err)
	}
	list, _, err := b.Deliveries(t.Context(), store.DeliveryQuery{OrgID: b.org, JobID: j.ID, Limit: 2})
	if err != nil || len(list) != 1 {
		t.Fatalf("got %d deliveries, error %v; want 1, no error", len(list), err)
	}
	return list[0]
}

// pending is the one delivery that waits to be made at some time.
func (b *bundle) pending(t *testing.T) *store.Delivery {
	t.Helper()
	var found *store.Delivery
	for shard := range store.DueShards {
		due, _, err := b.Due(t.Context(), store.DueQuery{
			Lane: store.LaneDeliveries, Shard: shard, By: b.Clock.Now().Add(store.FarFuture), Limit: 100,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range due {
			if found != nil {
				t.Fatal("more than one delivery waits")
			}
			found = d.Delivery
		}
	}
	return found
}

func (b *bundle) make(t *testing.T, d *store.Delivery) *store.Delivery {
	t.Helper()
	if err := b.deliver.Deliver(t.Context(), d.OrgID, d.ID); err != nil {
		t.Fatal(err)
	}
	after, err := b.Delivery(t.Context(), d.OrgID, d.ID)
	if err != nil {
		t.Fatal(err)
	}
	return after
}

func TestDelivery(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := b.ended(t, `{"url":"http://a.test/","markdown":"# A"}`)
	after := b.make(t, d)
	if after.Status != store.DeliverySucceeded || after.Response.Status != http.StatusNoContent || !after.NextAttemptAt.IsZero() {
		t.Errorf(`got after %+v, want Status "succeeded", Response.Status 204, NextAttemptAt.IsZero() true`, after)
	}
	got := b.receiver.Received()
	if len(got) != 1 {
		t.Fatalf("%d posts", len(got))
	}
	h := got[0].Header
	if !signing.Verify(b.endpoint.Secret, h.Get("X-Service-Timestamp"), h.Get("X-Service-Signature"), got[0].Body) {
		t.Error("the signature is not good for the bytes that came")
	}
	var event map[string]any
	if err := json.Unmarshal(got[0].Body, &event); err != nil {
		t.Fatal(err)
	}
	data, _ := event["data"].(map[string]any)
	want := map[string]any{"url": "http://a.test/", "markdown": "# A"}
	if diff := cmp.Diff(want, data["result"]); diff != "" {
		t.Errorf("data mismatch (-want +got):\n%s", diff)
	}
	if event["type"] != "job.succeeded" || event["id"] != h.Get("Webhook-Id") || data["creditsCharged"] != 1.0 ||
		data["creditsRefunded"] != 0.0 || data["pollUrl"] != "/v1/public/jobs/"+d.JobID || data["resultTruncated"] != false {
		t.Errorf("event %s", got[0].Body)
	}
	if b.pending(t) != nil {
		t.Error("a delivered event waits for more")
	}
}

func TestRepeatedMessagePostsOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := b.ended(t, `{}`)
	for range 3 {
		b.make(t, d)
	}
	if n := len(b.receiver.Received()); n != 1 {
		t.Errorf("%d posts", n)
	}
}

func TestRetriesSendTheSameBytes(t *testing.T) {
	t.Parallel()
	b := setup(t, webtest.Answer{Status: 500, Body: "no"}, webtest.Answer{Status: 503, RetryAfter: 400})
	first := b.make(t, b.ended(t, `{"markdown":"x"}`))
	if first.Status != store.DeliveryFailed || first.Response.Excerpt != "no" || first.NextAttemptAt.IsZero() {
		t.Errorf(`got first %+v, want Status "failed", Response.Excerpt "no", NextAttemptAt.IsZero() false`, first)
	}
	sent := b.queue.Deliveries()
	second := b.pending(t)
	if len(sent) != 1 || sent[0].DeliveryID != second.ID || second.Attempt != 2 || second.EventID != first.EventID {
		t.Fatalf("sent %+v, waiting %+v", sent, second)
	}
	if b.make(t, second).Status != store.DeliveryPending {
		t.Error("an attempt was made before its time")
	}
	b.Clock.Move(6 * time.Second)
	b.make(t, second)
	third := b.pending(t)
	if wait := third.NextAttemptAt.Sub(b.Clock.Now()); wait != 400*time.Second {
		t.Errorf("Retry-After gave a wait of %s", wait)
	}
	b.Clock.Move(400 * time.Second)
	if b.make(t, third).Status != store.DeliverySucceeded {
		t.Error("the third attempt failed")
	}
	got := b.receiver.Received()
	for _, r := range got {
		if diff := cmp.Diff(string(got[0].Body), string(r.Body)); diff != "" || r.Header.Get("Webhook-Id") != first.EventID {
			t.Errorf("got header Webhook-Id %q, want %q; body mismatch with the first attempt (-first +got):\n%s", r.Header.Get("Webhook-Id"), first.EventID, diff)
		}
	}
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		answer   webtest.Answer
		status   string
		endpoint string
		more     bool
	}{
		{"201 is a success", webtest.Answer{Status: 201}, store.DeliverySucceeded, store.EndpointActive, false},
		{"a redirect is a failure", webtest.Answer{Status: 302, Location: "http://hooks.test/else"}, store.DeliveryFailed, store.EndpointActive, true},
		{"400 is a failure", webtest.Answer{Status: 400}, store.DeliveryFailed, store.EndpointActive, true},
		{"410 disables", webtest.Answer{Status: 410}, store.DeliveryFailed, store.EndpointDisabled, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, c.answer)
			after := b.make(t, b.ended(t, `{}`))
			e, err := b.Endpoint(t.Context(), b.org, b.endpoint.ID)
			if err != nil || after.Status != c.status || e.Status != c.endpoint || (b.pending(t) != nil) != c.more {
				t.Errorf("got after %+v, endpoint %+v, error %v; want no error, Status %q, Status %q, pending(t) not nil %t", after, e, err, c.status, c.endpoint, c.more)
			}
			if n := len(b.receiver.Received()); n != 1 {
				t.Errorf("%d posts", n)
			}
		})
	}
}

func TestLastAttemptIsTheEnd(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.receiver.Always(webtest.Answer{Status: 500})
	d := b.ended(t, `{}`)
	for attempt := 1; d != nil; attempt++ {
		if d.Attempt != attempt || attempt > webhook.MaxAttempts {
			t.Fatalf("attempt %d: %+v", attempt, d)
		}
		b.Clock.Move(d.NextAttemptAt.Sub(b.Clock.Now()))
		b.make(t, d)
		d = b.pending(t)
	}
	if n := len(b.receiver.Received()); n != webhook.MaxAttempts {
		t.Errorf("%d posts", n)
	}
}

func TestEndpointThatAlwaysFailsIsDisabled(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.receiver.Always(webtest.Answer{Status: 500})
	b.make(t, b.ended(t, `{}`))
	// The first event's attempts are over long before; another comes 5 days later.
	for d := b.pending(t); d != nil; d = b.pending(t) {
		b.Clock.Move(d.NextAttemptAt.Sub(b.Clock.Now()))
		b.make(t, d)
	}
	b.Clock.Move(120 * time.Hour)
	b.make(t, b.ended(t, `{}`))
	e, err := b.Endpoint(t.Context(), b.org, b.endpoint.ID)
	if err != nil || e.Status != store.EndpointDisabled || !strings.Contains(e.DisabledReason, "120 hours") {
		t.Errorf(`got endpoint %+v, error %v; want no error, Status "disabled", DisabledReason with "120 hours"`, e, err)
	}
	after := b.make(t, b.ended(t, `{}`))
	if after.Status != store.DeliveryFailed || !strings.Contains(after.Response.Error, "disabled") {
		t.Errorf(`got after %+v, want Status "failed", Response.Error with "disabled"`, after)
	}
}

func TestLargeResultIsLinked(t *testing.T) {
	t.Parallel()
	b := setup(t)
	// Text that does not pack, so that it lies in a blob.
	var text strings.Builder
	for text.Len() < 2*result.MaxEvent {
		text.WriteString(ident.New(""))
	}
	d := b.make(t, b.ended(t, `{"raw":"`+text.String()+`"}`))
	var got event.Event
	if err := json.Unmarshal(b.receiver.Received()[0].Body, &got); err != nil {
		t.Fatal(err)
	}
	// A path, for the bytes are the same a day later: a signed link would have expired.
	if want := "/v1/public/jobs/" + d.JobID + "/result"; got.Data.Result != nil || got.Data.ResultURL != want || !*got.Data.ResultTruncated {
		t.Errorf("got data %+v, want Result nil, ResultURL %q, ResultTruncated true", got.Data, want)
	}
}

func TestHandleStreamTakesOnlyFirstAttempts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := b.ended(t, `{}`)
	image := func(entity, attempt string) events.DynamoDBStreamRecord {
		return events.DynamoDBStreamRecord{SequenceNumber: attempt, NewImage: map[string]events.DynamoDBAttributeValue{
			"entity": events.NewStringAttribute(entity), "attempt": events.NewNumberAttribute(attempt),
			"org": events.NewStringAttribute(d.OrgID), "id": events.NewStringAttribute(d.ID),
		}}
	}
	answer, err := b.deliver.HandleStream(t.Context(), events.DynamoDBEvent{Records: []events.DynamoDBEventRecord{
		{EventName: "INSERT", Change: image("job", "1")},
		{EventName: "MODIFY", Change: image("delivery", "1")},
		{EventName: "INSERT", Change: image("delivery", "2")},
		{EventName: "REMOVE"},
	}})
	if err != nil || len(answer.BatchItemFailures) != 0 || len(b.receiver.Received()) != 0 {
		t.Fatalf("%+v, %v, %d posts", answer, err, len(b.receiver.Received()))
	}
	answer, err = b.deliver.HandleStream(t.Context(), events.DynamoDBEvent{Records: []events.DynamoDBEventRecord{
		{EventName: "INSERT", Change: image("delivery", "1")},
	}})
	if err != nil || len(answer.BatchItemFailures) != 0 || len(b.receiver.Received()) != 1 {
		t.Errorf("%+v, %v, %d posts", answer, err, len(b.receiver.Received()))
	}
}
