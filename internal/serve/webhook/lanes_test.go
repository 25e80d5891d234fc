package webhook_test

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// receiverOf answers as it is told, after a time of the fixture's clock, and keeps the
// time-outs that posts came with.
type receiverOf struct {
	b      *bundle
	takes  time.Duration
	mu     sync.Mutex
	allows []time.Duration
}

func (r *receiverOf) Do(_ context.Context, asked fetch.Request) (*fetch.Response, error) {
	r.mu.Lock()
	r.allows = append(r.allows, asked.Timeout)
	r.mu.Unlock()
	r.b.Clock.Move(min(r.takes, asked.Timeout))
	if r.takes >= asked.Timeout {
		return nil, errs.Of(errs.UpstreamTimeout)
	}
	return &fetch.Response{Status: http.StatusOK, Header: http.Header{}}, nil
}

func (r *receiverOf) posts() int { return len(r.allows) }

// event is a first delivery of a job's event for the bundle's endpoint.
func (b *bundle) event(t *testing.T) *store.Delivery {
	t.Helper()
	d := b.ended(t, `{}`)
	if d == nil {
		t.Fatal("got no delivery of a job that has ended")
	}
	return d
}

// another is an event of the job of an earlier one.
func (b *bundle) another(t *testing.T, of *store.Delivery) *store.Delivery {
	t.Helper()
	d := *of
	d.ID, d.EventID = ident.New(ident.Delivery), ident.New(ident.Event)
	d.Status, d.Attempt, d.Trigger, d.CreatedAt, d.NextAttemptAt = store.DeliveryPending, 1, store.TriggerScheduled, b.Clock.Now(), b.Clock.Now()
	if err := b.PutDelivery(t.Context(), &d); err != nil {
		t.Fatal(err)
	}
	return &d
}

// streams has the stream bring deliveries, and returns what became of the last.
func (b *bundle) streams(t *testing.T, d *webhook.Deliverer, which *store.Delivery) *store.Delivery {
	t.Helper()
	answer, err := d.HandleStream(t.Context(), events.DynamoDBEvent{Records: []events.DynamoDBEventRecord{{
		EventName: "INSERT", Change: events.DynamoDBStreamRecord{SequenceNumber: "1", NewImage: map[string]events.DynamoDBAttributeValue{
			"entity": events.NewStringAttribute(store.EntityDelivery), "attempt": events.NewNumberAttribute("1"),
			"org": events.NewStringAttribute(which.OrgID), "id": events.NewStringAttribute(which.ID),
		}},
	}}})
	if err != nil || len(answer.BatchItemFailures) != 0 {
		t.Fatalf("got %+v, error %v; want no failure, no error", answer, err)
	}
	after, err := b.Delivery(t.Context(), which.OrgID, which.ID)
	if err != nil {
		t.Fatal(err)
	}
	return after
}

// TestStreamWaitsBriefly: what a batch of others' events waits for is 3 s, once; the queue
// then has the time that an attempt may take.
func TestStreamWaitsBriefly(t *testing.T) {
	t.Parallel()
	b := setup(t)
	slow := &receiverOf{b: b, takes: 5 * time.Second}
	d := b.deliverer(b.Store, slow)
	first := b.streams(t, d, b.event(t))
	if want := "upstream_timeout: the endpoint did not respond within 3 seconds"; first.Status != store.DeliveryFailed || first.Response.Error != want {
		t.Errorf("got delivery %+v, want status %s, error %q", first, store.DeliveryFailed, want)
	}
	b.queue.Deliveries()
	b.Clock.Move(6 * time.Second)
	if err := d.Deliver(t.Context(), b.org, b.pending(t).ID); err != nil { // the second attempt, by the queue
		t.Fatal(err)
	}
	next := b.another(t, first)
	if after := b.streams(t, d, next); after.Status != store.DeliveryPending || slow.posts() != 2 {
		t.Errorf("got delivery %+v after %d posts; want it left to the queue", after, slow.posts())
	}
	sent := b.queue.Deliveries()
	if len(sent) != 1 || sent[0].DeliveryID != next.ID || sent[0].Delay != 0 {
		t.Fatalf("got messages %+v, want one of %s at once", sent, next.ID)
	}
	if after := b.bring(t, d, next); after.Status != store.DeliverySucceeded {
		t.Errorf("got delivery %+v, want status %s", after, store.DeliverySucceeded)
	}
	for i, want := range []time.Duration{3 * time.Second, 15 * time.Second, 15 * time.Second} {
		if slow.allows[i] != want {
			t.Errorf("post %d: got %s to respond, want %s", i, slow.allows[i], want)
		}
	}
	b.Clock.Move(time.Hour)
	slow.takes = 0
	b.bring(t, d, b.another(t, first)) // the first quick response
	if after := b.streams(t, d, b.another(t, first)); after.Status != store.DeliverySucceeded {
		t.Errorf("got delivery %+v an hour later, want it made by the stream", after)
	}
}

// bring has the queue bring a delivery to a deliverer, and returns what became of it.
func (b *bundle) bring(t *testing.T, d *webhook.Deliverer, which *store.Delivery) *store.Delivery {
	t.Helper()
	if err := d.Deliver(t.Context(), which.OrgID, which.ID); err != nil {
		t.Fatal(err)
	}
	after, err := b.Delivery(t.Context(), which.OrgID, which.ID)
	if err != nil {
		t.Fatal(err)
	}
	return after
}

// TestNewEventsWaitForOneThatHangs: one event at a time tries an endpoint that does not
// respond; the others wait without a post, and go when it responds.
func TestNewEventsWaitForOneThatHangs(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := &receiverOf{b: b, takes: time.Hour}
	d := b.deliverer(b.Store, r)
	first := b.streams(t, d, b.event(t))
	one, two := b.another(t, first), b.another(t, first)
	for _, held := range []*store.Delivery{one, two} {
		if after := b.bring(t, d, held); after.Status != store.DeliveryPending || !after.NextAttemptAt.After(b.Clock.Now()) || r.posts() != 1 {
			t.Fatalf("got delivery %+v after %d posts; want it to wait", after, r.posts())
		}
	}
	for _, sent := range b.queue.Deliveries()[1:] { // behind the retry of the first
		if sent.Delay < 10*time.Second || sent.Delay > 13*time.Second {
			t.Errorf("got a delay of %s, want that of the hold and a quarter at most", sent.Delay)
		}
	}
	b.Clock.Move(13 * time.Second)
	probed, waits := b.bring(t, d, one), b.bring(t, d, two)
	if probed.Status != store.DeliveryFailed || waits.Status != store.DeliveryPending || r.posts() != 2 {
		t.Errorf("got %+v and %+v after %d posts; want one made, the other waiting", probed, waits, r.posts())
	}
	// Tests and replays do not wait, and a success ends the hold for all.
	r.takes = 0
	if after := b.bring(t, d, b.replay(t, probed)); after.Status != store.DeliverySucceeded {
		t.Errorf("got replay %+v, want status %s", after, store.DeliverySucceeded)
	}
	b.Clock.Move(time.Minute)
	if after := b.bring(t, d, two); after.Status != store.DeliverySucceeded {
		t.Errorf("got delivery %+v, want status %s", after, store.DeliverySucceeded)
	}
}

// TestHoldGrows probes an endpoint for as long as it hangs: ever less often, never less than
// each ten minutes and what they are spread over.
func TestHoldGrows(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := &receiverOf{b: b, takes: time.Hour}
	d := b.deliverer(b.Store, r)
	first := b.streams(t, d, b.event(t))
	begin := b.Clock.Now()
	for b.Clock.Now().Sub(begin) < 2*time.Hour {
		posts, waited := r.posts(), b.Clock.Now()
		for next := b.another(t, first); r.posts() == posts; {
			after := b.bring(t, d, next)
			if after.Status == store.DeliveryPending {
				b.Clock.Move(after.NextAttemptAt.Sub(b.Clock.Now()))
			}
		}
		if gap := b.Clock.Now().Sub(waited); gap > 13*time.Minute {
			t.Fatalf("got %s without a post, want 12.5 minutes and the post at most", gap)
		}
	}
	if n := r.posts(); n < 12 || n > 30 {
		t.Errorf("got %d posts in two hours, want 12 to 30", n)
	}
}

// outrun is the store where another is always the first to probe.
type outrun struct{ *store.Store }

func (o outrun) Probe(ctx context.Context, e *store.Endpoint, hold time.Duration) (bool, error) {
	if _, err := o.Store.Probe(ctx, e, hold+time.Second); err != nil {
		return false, err
	}
	return o.Store.Probe(ctx, e, hold)
}

// TestWhoDoesNotProbeWaits has another take the end of a hold, more often than an endpoint has
// posts in this process.
func TestWhoDoesNotProbeWaits(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := &receiverOf{b: b, takes: time.Hour}
	d := b.deliverer(outrun{b.Store}, r)
	first := b.streams(t, d, b.event(t))
	next := b.another(t, first)
	for range 10 {
		b.Clock.Move(20 * time.Minute)
		if after := b.bring(t, d, next); after.Status != store.DeliveryPending || r.posts() != 1 {
			t.Fatalf("got delivery %+v after %d posts; want it to wait", after, r.posts())
		}
	}
	b.Clock.Move(20 * time.Minute)
	r.takes = 0
	if after := b.bring(t, d, b.replay(t, first)); after.Status != store.DeliverySucceeded {
		t.Errorf("got replay %+v, want status %s", after, store.DeliverySucceeded)
	}
}

// TestFewPostsAtOnceToOneEndpoint holds all posts and counts those that are under way.
func TestFewPostsAtOnceToOneEndpoint(t *testing.T) {
	t.Parallel()
	b := setup(t)
	begun, end := make(chan struct{}, 20), make(chan struct{})
	var posts atomic.Int64
	d := b.deliverer(b.Store, answering{status: http.StatusOK, meanwhile: func() {
		begun <- struct{}{}
		if posts.Add(1) > 8 {
			return
		}
		<-end
	}})
	first := b.event(t)
	var wait sync.WaitGroup
	for range 8 {
		next := b.another(t, first)
		wait.Go(func() {
			if err := d.Deliver(t.Context(), next.OrgID, next.ID); err != nil {
				t.Error(err)
			}
		})
		<-begun
	}
	if after := b.bring(t, d, first); after.Status != store.DeliveryPending || len(b.queue.Deliveries()) != 1 {
		t.Errorf("got delivery %+v, want it to wait for a message", after)
	}
	close(end)
	wait.Wait()
	b.Clock.Move(10 * time.Second)
	if after := b.bring(t, d, first); after.Status != store.DeliverySucceeded {
		t.Errorf("got delivery %+v, want status %s", after, store.DeliverySucceeded)
	}
}

// TestEnabledEndpointIsNotHeld: a new start begins without holds.
func TestEnabledEndpointIsNotHeld(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := &receiverOf{b: b, takes: time.Hour}
	d := b.deliverer(b.Store, r)
	first := b.streams(t, d, b.event(t))
	b.change(t, store.EndpointChange{URL: new("http://hooks.test/moved")})
	r.takes = 0
	if after := b.streams(t, d, b.another(t, first)); after.Status != store.DeliverySucceeded {
		t.Errorf("got delivery %+v, want it made by the stream", after)
	}
}
