package webhook_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook"
	"github.com/quarryapi/quarry/internal/serve/webhook/event"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// stranger is a server that never asked for anything: it answers what it is given to answer,
// and keeps what it was sent, with the times.
type stranger struct {
	b      *bundle
	status int
	at     []time.Time
	bodies [][]byte
}

func (s *stranger) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	s.at, s.bodies = append(s.at, s.b.Clock.Now()), append(s.bodies, r.Body)
	return &fetch.Response{Status: s.status, Header: http.Header{}}, nil
}

// unproven gives the bundle an endpoint that has never responded.
func (b *bundle) unproven(t *testing.T, url string) {
	t.Helper()
	e, created, err := b.RegisterEndpoint(t.Context(), &store.Endpoint{ID: ident.New(ident.Endpoint), OrgID: b.org, URL: url, Secret: "s"})
	if err != nil || !created {
		t.Fatalf("got created %t, error %v; want true, no error", created, err)
	}
	b.endpoint = e
}

// day has the queue bring everything that is pending at its time, for a day.
func (b *bundle) day(t *testing.T, d *webhook.Deliverer) {
	t.Helper()
	for end := b.Clock.Now().Add(24 * time.Hour); ; {
		next := b.earliest(t)
		if next == nil || next.NextAttemptAt.After(end) {
			b.Clock.Move(end.Sub(b.Clock.Now()))
			return
		}
		b.Clock.Move(max(0, next.NextAttemptAt.Sub(b.Clock.Now())))
		b.bring(t, d, next)
	}
}

// earliest is the pending attempt that is to be made first.
func (b *bundle) earliest(t *testing.T) (first *store.Delivery) {
	t.Helper()
	list, _, err := b.Deliveries(t.Context(), store.DeliveryQuery{OrgID: b.org, Status: store.DeliveryPending, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		if first == nil || d.NextAttemptAt.Before(first.NextAttemptAt) {
			first = d
		}
	}
	return first
}

// TestStrangersGetFewSmallPosts: whatever an organization makes of endpoints on a host that
// never responds with 2xx, the host gets ten posts, a few a minute and none of them large.
func TestStrangersGetFewSmallPosts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := &stranger{b: b, status: http.StatusNotFound}
	d := b.deliverer(b.Store, s)
	large := `{"markdown":"` + strings.Repeat("x", 100_000) + `"}`
	for _, path := range []string{"a", "b", "c"} {
		b.unproven(t, "http://stranger.test/"+path)
		for range 8 {
			b.streams(t, d, b.ended(t, large))
		}
		b.day(t, d)
		if err := b.DeleteEndpoint(t.Context(), b.org, b.endpoint.ID); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.at) != store.MaxTries {
		t.Errorf("got %d posts in three days, want %d", len(s.at), store.MaxTries)
	}
	for i := range s.at {
		minute := 0
		for _, at := range s.at[i:] {
			if at.Sub(s.at[i]) < time.Minute {
				minute++
			}
		}
		if minute > 4 || len(s.bodies[i]) > 2000 {
			t.Errorf("post %d: got %d within a minute, of %d bytes; want 4 at most, of 2 000 at most", i, minute, len(s.bodies[i]))
		}
	}
	var first event.Event
	if err := json.Unmarshal(s.bodies[0], &first); err != nil || first.Data.ResultURL == "" || !*first.Data.ResultTruncated {
		t.Errorf("got event %+v, error %v; want its result by resultUrl, no error", first, err)
	}
}

// TestStrangersOfManyNames: whoever has a domain has any number of names in it, and all of them
// get ten posts.
func TestStrangersOfManyNames(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := &stranger{b: b, status: http.StatusNotFound}
	d := b.deliverer(b.Store, s)
	for _, host := range []string{"a.stranger.test", "B.Stranger.test", "c.d.stranger.test:443", "stranger.test."} {
		b.unproven(t, "http://"+host+"/")
		for range 6 {
			b.bring(t, d, b.event(t))
			b.Clock.Move(2 * time.Minute)
		}
	}
	if len(s.at) != store.MaxTries {
		t.Errorf("got %d posts to names of one domain, want %d", len(s.at), store.MaxTries)
	}
}

// TestLogSaysWhyStrangersGetNothing, and what proves an endpoint that was mended.
func TestLogSaysWhyStrangersGetNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := &stranger{b: b, status: http.StatusNotFound}
	d := b.deliverer(b.Store, s)
	b.unproven(t, "http://stranger.test/")
	b.streams(t, d, b.event(t))
	if waits := b.streams(t, d, b.event(t)); waits.Status != store.DeliveryPending || waits.Waits != store.WaitUnproven {
		t.Errorf("got delivery %+v, want it to wait because the endpoint is %s", waits, store.WaitUnproven)
	}
	for range store.MaxTries {
		b.streams(t, d, b.event(t))
	}
	b.day(t, d)
	const why = "stranger.test has never responded with 2xx, in 10 attempts. Once it does, set the endpoint's status to active and send it a test event."
	e, err := b.Endpoint(t.Context(), b.org, b.endpoint.ID)
	if err != nil || e.Status != store.EndpointDisabled || e.DisabledReason != why {
		t.Fatalf("got endpoint %+v, error %v; want it disabled because %q", e, err, why)
	}
	if after := b.bring(t, d, b.event(t)); after.Status != store.DeliveryFailed || after.Response.Error != "The endpoint is disabled: "+why {
		t.Errorf("got delivery %+v, want it failed with the same reason", after)
	}
	b.change(t, store.EndpointChange{Status: new(store.EndpointActive)})
	posts := len(s.at)
	if after := b.bring(t, d, b.event(t)); after.Status != store.DeliveryFailed || after.Response.Error != why || len(s.at) != posts {
		t.Errorf("got delivery %+v after %d posts; want it failed, and no post", after, len(s.at)-posts)
	}
	b.change(t, store.EndpointChange{Status: new(store.EndpointActive)})
	s.status = http.StatusOK
	test := b.another(t, &store.Delivery{OrgID: b.org, EndpointID: b.endpoint.ID, EventType: store.EventTest})
	if after := b.bring(t, d, test); after.Status != store.DeliverySucceeded {
		t.Errorf("got test event %+v, want status %s", after, store.DeliverySucceeded)
	}
	for range 3 {
		if after := b.streams(t, d, b.event(t)); after.Status != store.DeliverySucceeded {
			t.Errorf("got delivery %+v of a proven endpoint, want status %s", after, store.DeliverySucceeded)
		}
	}
}

// TestTestsOfStrangersAreSlow: tests are not counted out, and cannot be used as posts.
func TestTestsOfStrangersAreSlow(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := &stranger{b: b, status: http.StatusNotFound}
	d := b.deliverer(b.Store, s)
	b.unproven(t, "http://stranger.test/")
	begin := b.Clock.Now()
	for range 12 {
		b.another(t, &store.Delivery{OrgID: b.org, EndpointID: b.endpoint.ID, EventType: store.EventTest})
	}
	for len(s.at) < 15 {
		next := b.earliest(t)
		b.Clock.Move(max(0, next.NextAttemptAt.Sub(b.Clock.Now())))
		b.bring(t, d, next)
	}
	if took := s.at[14].Sub(begin); took < 11*time.Minute {
		t.Errorf("got 15 tests in %s, want one a minute after the first few", took)
	}
}

// TestTestsWaitForNoEvents: who has mended an endpoint tries it at once, whatever waits for it.
func TestTestsWaitForNoEvents(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := &stranger{b: b, status: http.StatusNotFound}
	d := b.deliverer(b.Store, s)
	b.unproven(t, "http://stranger.test/")
	for range 3 {
		b.bring(t, d, b.event(t))
		b.Clock.Move(20 * time.Second)
	}
	if waits := b.bring(t, d, b.event(t)); waits.Waits != store.WaitUnproven {
		t.Fatalf("got event %+v, want it to wait because the endpoint is %s", waits, store.WaitUnproven)
	}
	s.status = http.StatusOK
	test := b.another(t, &store.Delivery{OrgID: b.org, EndpointID: b.endpoint.ID, EventType: store.EventTest})
	if after := b.bring(t, d, test); after.Status != store.DeliverySucceeded {
		t.Errorf("got test event %+v, want status %s", after, store.DeliverySucceeded)
	}
}

// TestWaitsAreInTheLog: an attempt that is put off shows why.
func TestWaitsAreInTheLog(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		takes time.Duration
		want  store.Wait
	}{
		{"hangs", time.Hour, store.WaitFailing},
		{"slow", 2 * time.Second, store.WaitSlow},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			r := &receiverOf{b: b, takes: c.takes}
			d := b.deliverer(b.Store, r)
			b.streams(t, d, b.event(t))
			next := b.event(t)
			if after := b.streams(t, d, next); after.Waits != c.want || after.Status != store.DeliveryPending {
				t.Fatalf("got delivery %+v, want it to wait because of %q", after, c.want)
			}
			b.Clock.Move(time.Hour)
			if after := b.bring(t, d, next); after.Waits != "" || after.Status == store.DeliveryPending {
				t.Errorf("got delivery %+v, want it made and waiting for nothing", after)
			}
		})
	}
}

// TestProofIsOfAURL: another URL has to prove itself, and a success on a host gives others
// there their tries.
func TestProofIsOfAURL(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := &stranger{b: b, status: http.StatusNotFound}
	d := b.deliverer(b.Store, s)
	b.unproven(t, "http://stranger.test/a")
	for range store.MaxTries - 1 {
		b.bring(t, d, b.event(t))
		b.Clock.Move(2 * time.Minute)
	}
	s.status = http.StatusOK
	if after := b.bring(t, d, b.event(t)); after.Status != store.DeliverySucceeded {
		t.Fatalf("got delivery %+v, want status %s", after, store.DeliverySucceeded)
	}
	b.Clock.Move(2 * time.Minute)
	b.change(t, store.EndpointChange{URL: new("http://stranger.test/moved")})
	e, err := b.Endpoint(t.Context(), b.org, b.endpoint.ID)
	if err != nil || !e.ProvenAt.IsZero() {
		t.Errorf("got endpoint %+v, error %v; want it unproven at its new URL", e, err)
	}
	s.status = http.StatusNotFound
	posts := len(s.at)
	for range 2 * store.MaxTries {
		b.bring(t, d, b.event(t))
		b.Clock.Move(2 * time.Minute)
	}
	if n := len(s.at) - posts; n != store.MaxTries {
		t.Errorf("got %d posts at the new URL, want %d", n, store.MaxTries)
	}
}

// TestHostsOfAProvenDomain: once a host of a domain has responded with 2xx, a host beside it that
// does not holds up no other, and uses up no other's posts.
func TestHostsOfAProvenDomain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := &stranger{b: b, status: http.StatusOK}
	d := b.deliverer(b.Store, s)
	b.unproven(t, "http://first.stranger.test/")
	b.bring(t, d, b.event(t))
	s.status = http.StatusNotFound
	b.unproven(t, "http://dead.stranger.test/")
	for range 2 {
		b.bring(t, d, b.event(t))
		b.Clock.Move(2 * time.Second)
	}
	b.unproven(t, "http://healthy.stranger.test/")
	s.status = http.StatusOK
	if after := b.bring(t, d, b.event(t)); after.Status != store.DeliverySucceeded {
		t.Errorf("got delivery %+v beside a host that is waited for, want status %s", after, store.DeliverySucceeded)
	}
	posts := len(s.at)
	s.status = http.StatusNotFound
	b.unproven(t, "http://spent.stranger.test/")
	for range 2 * store.MaxTries {
		b.bring(t, d, b.event(t))
		b.Clock.Move(2 * time.Minute)
	}
	if n := len(s.at) - posts; n != store.MaxTries {
		t.Errorf("got %d posts at a host that never responds with 2xx, want %d", n, store.MaxTries)
	}
	s.status = http.StatusOK
	b.unproven(t, "http://last.stranger.test/")
	if after := b.bring(t, d, b.event(t)); after.Status != store.DeliverySucceeded {
		t.Errorf("got delivery %+v after another host's posts are spent, want status %s", after, store.DeliverySucceeded)
	}
}
