package webhook_test

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook"
	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// answering is a way out on which every endpoint answers with a status, after something
// else has happened.
type answering struct {
	status    int
	meanwhile func()
}

func (a answering) Do(context.Context, fetch.Request) (*fetch.Response, error) {
	if a.meanwhile != nil {
		a.meanwhile()
	}
	return &fetch.Response{Status: a.status, Header: http.Header{}}, nil
}

// interrupted is the store with something happening before each closing.
type interrupted struct {
	*store.Store
	before func()
}

func (i interrupted) CloseDelivery(ctx context.Context, d *store.Delivery, c store.Closing) (store.Closed, error) {
	i.before()
	return i.Store.CloseDelivery(ctx, d, c)
}

// deliverer makes one over another store and another way out.
func (b *bundle) deliverer(s webhook.Store, post webhook.Poster) *webhook.Deliverer {
	return webhook.NewDeliverer(s, b.results, b.blobs, post, b.queue, slog.New(slog.DiscardHandler), b.Clock.Now)
}

// beside delivers another event to the endpoint, which answers with a status.
func (b *bundle) beside(t *testing.T, status int) {
	t.Helper()
	d := b.replay(t, &store.Delivery{OrgID: b.org, EndpointID: b.endpoint.ID, EventID: ident.New(ident.Event), EventType: store.EventTest})
	if err := b.deliverer(b.Store, answering{status: status}).Deliver(t.Context(), b.org, d.ID); err != nil {
		t.Fatal(err)
	}
}

// waiting are the attempts of an event that are still to be made.
func (b *bundle) waiting(t *testing.T, eventID string) (n int) {
	t.Helper()
	list, _, err := b.Deliveries(t.Context(), store.DeliveryQuery{OrgID: b.org, Status: store.DeliveryPending, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		if d.EventID == eventID {
			n++
		}
	}
	return n
}

// TestNothingIsGivenUpWhileTheEndpointIsActive lets something happen to the endpoint while
// an attempt is under way that would disable it, or after its verdict. Either the endpoint
// is disabled by this attempt, or the event is tried again.
func TestNothingIsGivenUpWhileTheEndpointIsActive(t *testing.T) {
	t.Parallel()
	const moved = "http://hooks.test/moved"
	off, on := store.EndpointChange{Status: new(store.EndpointDisabled)}, store.EndpointChange{Status: new(store.EndpointActive)}
	there, back := store.EndpointChange{URL: new(moved)}, store.EndpointChange{URL: new("http://hooks.test/in")}
	for _, c := range []struct {
		name      string
		meanwhile func(t *testing.T, b *bundle)
		disabled  [2]bool // by the attempt: with 410, after 120 hours
		status    [2]string
	}{
		{
			"nothing", func(*testing.T, *bundle) {},
			[2]bool{true, true},
			[2]string{store.EndpointDisabled, store.EndpointDisabled},
		},
		{
			"a new URL", func(t *testing.T, b *bundle) { t.Helper(); b.change(t, there) },
			[2]bool{false, false},
			[2]string{store.EndpointActive, store.EndpointActive},
		},
		{
			"a new URL and the old one again", func(t *testing.T, b *bundle) { t.Helper(); b.change(t, there); b.change(t, back) },
			[2]bool{true, false},
			[2]string{store.EndpointDisabled, store.EndpointActive},
		},
		{
			"disabled by its owner", func(t *testing.T, b *bundle) { t.Helper(); b.change(t, off) },
			[2]bool{false, false},
			[2]string{store.EndpointDisabled, store.EndpointDisabled},
		},
		{
			"disabled and enabled", func(t *testing.T, b *bundle) { t.Helper(); b.change(t, off); b.change(t, on) },
			[2]bool{true, false},
			[2]string{store.EndpointDisabled, store.EndpointActive},
		},
		{
			"another secret", func(t *testing.T, b *bundle) {
				t.Helper()
				if _, err := b.RotateSecret(t.Context(), b.org, b.endpoint.ID, signing.NewSecret(), 0); err != nil {
					t.Fatal(err)
				}
			},
			[2]bool{true, true},
			[2]string{store.EndpointDisabled, store.EndpointDisabled},
		},
		{
			"deleted", func(t *testing.T, b *bundle) {
				t.Helper()
				if err := b.DeleteEndpoint(t.Context(), b.org, b.endpoint.ID); err != nil {
					t.Fatal(err)
				}
			},
			[2]bool{false, false},
			[2]string{},
		},
		{
			"deleted and registered again", func(t *testing.T, b *bundle) {
				t.Helper()
				if err := b.DeleteEndpoint(t.Context(), b.org, b.endpoint.ID); err != nil {
					t.Fatal(err)
				}
				again := *b.endpoint
				again.ID = ident.New(ident.Endpoint)
				if _, created, err := b.RegisterEndpoint(t.Context(), &again); err != nil || !created {
					t.Fatalf("got created %t, error %v; want true, no error", created, err)
				}
			},
			[2]bool{false, false},
			[2]string{},
		},
		{
			"a success", func(t *testing.T, b *bundle) { t.Helper(); b.beside(t, http.StatusOK) },
			[2]bool{true, false},
			[2]string{store.EndpointDisabled, store.EndpointActive},
		},
		{
			"another 410", func(t *testing.T, b *bundle) { t.Helper(); b.beside(t, http.StatusGone) },
			[2]bool{false, false},
			[2]string{store.EndpointDisabled, store.EndpointDisabled},
		},
	} {
		for reason, status := range []int{http.StatusGone, http.StatusInternalServerError} {
			for _, when := range []string{"during the post", "before it is recorded"} {
				t.Run(http.StatusText(status)+", "+c.name+" "+when, func(t *testing.T) {
					t.Parallel()
					b := setup(t)
					if status != http.StatusGone {
						b.beside(t, status)
						b.Clock.Move(120 * time.Hour)
					}
					d := b.replay(t, &store.Delivery{OrgID: b.org, EndpointID: b.endpoint.ID, EventID: ident.New(ident.Event), EventType: store.EventTest})
					happened := false
					happen := func() {
						if !happened {
							happened = true
							c.meanwhile(t, b)
						}
					}
					s, post := interrupted{b.Store, func() {}}, answering{status: status}
					if when == "during the post" {
						post.meanwhile = happen
					} else {
						s.before = happen
					}
					if err := b.deliverer(s, post).Deliver(t.Context(), b.org, d.ID); err != nil {
						t.Fatal(err)
					}
					e, err := b.Endpoint(t.Context(), b.org, b.endpoint.ID)
					if want := c.status[reason]; want == "" && !errs.Is(err, errs.EndpointNotFound) || want != "" && (err != nil || e.Status != want) {
						t.Errorf("got endpoint %+v, error %v; want status %q", e, err, want)
					}
					want := 1
					if c.disabled[reason] {
						want = 0
					}
					if n := b.waiting(t, d.EventID); n != want {
						t.Errorf("got %d attempts that wait, want %d", n, want)
					}
					if after, err := b.Delivery(t.Context(), b.org, d.ID); err != nil || after.Status != store.DeliveryFailed {
						t.Errorf("got delivery %+v, error %v; want status %s", after, err, store.DeliveryFailed)
					}
				})
			}
		}
	}
}

// TestSuccessCountsBeforeItIsRecorded has another attempt fail, after 120 hours of failures,
// between the answer to a success and its record.
func TestSuccessCountsBeforeItIsRecorded(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.beside(t, http.StatusInternalServerError)
	b.Clock.Move(120 * time.Hour)
	d := b.replay(t, &store.Delivery{OrgID: b.org, EndpointID: b.endpoint.ID, EventID: ident.New(ident.Event), EventType: store.EventTest})
	s := interrupted{b.Store, func() { b.beside(t, http.StatusInternalServerError) }}
	if err := b.deliverer(s, answering{status: http.StatusOK}).Deliver(t.Context(), b.org, d.ID); err != nil {
		t.Fatal(err)
	}
	if e, err := b.Endpoint(t.Context(), b.org, b.endpoint.ID); err != nil || e.Status != store.EndpointActive {
		t.Errorf("got endpoint %+v, error %v; want status %s", e, err, store.EndpointActive)
	}
}

// TestDisabledEndpointThatIsEnabledIsPosted enables the endpoint after an attempt has seen it
// disabled.
func TestDisabledEndpointThatIsEnabledIsPosted(t *testing.T) {
	t.Parallel()
	on, off := store.EndpointChange{Status: new(store.EndpointActive)}, store.EndpointChange{Status: new(store.EndpointDisabled)}
	t.Run("once", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.change(t, off)
		d := b.replay(t, &store.Delivery{OrgID: b.org, EndpointID: b.endpoint.ID, EventID: ident.New(ident.Event), EventType: store.EventTest})
		s := interrupted{b.Store, func() { b.change(t, on) }}
		if err := b.deliverer(s, b.post).Deliver(t.Context(), b.org, d.ID); err != nil {
			t.Fatal(err)
		}
		after, err := b.Delivery(t.Context(), b.org, d.ID)
		if n := len(b.receiver.Received()); err != nil || after.Status != store.DeliverySucceeded || n != 1 {
			t.Errorf("got delivery %+v, error %v, %d posts; want status %s, one post", after, err, n, store.DeliverySucceeded)
		}
	})
	t.Run("and disabled again", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.change(t, off)
		d := b.replay(t, &store.Delivery{OrgID: b.org, EndpointID: b.endpoint.ID, EventID: ident.New(ident.Event), EventType: store.EventTest})
		s := restless{b.Store, func() { b.change(t, on) }, func() { b.change(t, off) }}
		if err := b.deliverer(s, b.post).Deliver(t.Context(), b.org, d.ID); err == nil {
			t.Error("got no error, want one, so that the message comes again")
		}
		if n := b.waiting(t, d.EventID); n != 1 || len(b.receiver.Received()) != 0 {
			t.Errorf("got %d attempts that wait, %d posts; want 1, none", n, len(b.receiver.Received()))
		}
	})
}

// restless enables the endpoint before each closing and disables it behind.
type restless struct {
	*store.Store
	before, after func()
}

func (r restless) CloseDelivery(ctx context.Context, d *store.Delivery, c store.Closing) (store.Closed, error) {
	r.before()
	defer r.after()
	return r.Store.CloseDelivery(ctx, d, c)
}

// TestLateAttemptDoesNotCloseAnothers lets the lease of an attempt run out while its post is
// under way, another claim it, and the first answer come before the second.
func TestLateAttemptDoesNotCloseAnothers(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := b.replay(t, &store.Delivery{OrgID: b.org, EndpointID: b.endpoint.ID, EventID: ident.New(ident.Event), EventType: store.EventTest})
	posted, answer, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	second := answering{status: http.StatusInternalServerError, meanwhile: func() {
		close(posted)
		<-answer
	}}
	first := answering{status: http.StatusOK, meanwhile: func() {
		b.Clock.Move(2 * time.Minute)
		go func() { ended <- b.deliverer(b.Store, second).Deliver(t.Context(), b.org, d.ID) }()
		<-posted
	}}
	if err := b.deliverer(b.Store, first).Deliver(t.Context(), b.org, d.ID); err != nil {
		t.Fatal(err)
	}
	if n := b.waiting(t, d.EventID); n != 1 {
		t.Errorf("got %d attempts that wait while the newest is under way, want 1", n)
	}
	close(answer)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	after, err := b.Delivery(t.Context(), b.org, d.ID)
	if err != nil || after.Status != store.DeliveryFailed || after.Response.Status != http.StatusInternalServerError {
		t.Errorf("got delivery %+v, error %v; want that of the newest claim", after, err)
	}
	if n := b.waiting(t, d.EventID); n != 1 {
		t.Errorf("got %d attempts that wait, want the next", n)
	}
}
