package webhook_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook"
)

// slowly answers well, after a time in which nothing ends: its posts are under way until
// they are let go.
type slowly struct {
	mu    sync.Mutex
	under int
	most  int
	begun chan struct{}
	end   chan struct{}
}

func newSlowly() *slowly { return &slowly{begun: make(chan struct{}, 100), end: make(chan struct{})} }

func (s *slowly) enter() {
	s.mu.Lock()
	s.under++
	s.most = max(s.most, s.under)
	s.mu.Unlock()
	s.begun <- struct{}{}
	<-s.end
	s.mu.Lock()
	s.under--
	s.mu.Unlock()
}

// TestNoBatchWaitsTwiceForOneThatIsSlow: two seconds are within what the stream waits, and
// yet its batches would wait for them again and again.
func TestNoBatchWaitsTwiceForOneThatIsSlow(t *testing.T) {
	t.Parallel()
	b := setup(t)
	slow := &receiverOf{b: b, takes: 2 * time.Second}
	d := b.deliverer(b.Store, slow)
	first := b.streams(t, d, b.event(t))
	if first.Status != store.DeliverySucceeded {
		t.Fatalf("got delivery %+v, want status %s", first, store.DeliverySucceeded)
	}
	for range 3 {
		if after := b.streams(t, d, b.another(t, first)); after.Status != store.DeliveryPending || slow.posts() != 1 {
			t.Errorf("got delivery %+v after %d posts; want it left to the queue", after, slow.posts())
		}
	}
}

// TestSlowOneGetsNoEventTwiceEachHour: an endpoint counts as slow until it responds quickly.
func TestSlowOneGetsNoEventTwiceEachHour(t *testing.T) {
	t.Parallel()
	b := setup(t)
	slow := &receiverOf{b: b, takes: 5 * time.Second}
	d := b.deliverer(b.Store, slow)
	first := b.streams(t, d, b.event(t))
	b.Clock.Move(6 * time.Second)
	b.bring(t, d, b.pending(t))
	for range 3 {
		b.Clock.Move(2 * time.Hour)
		next := b.another(t, first)
		if after := b.streams(t, d, next); after.Status != store.DeliveryPending {
			t.Fatalf("got delivery %+v hours later, want it left to the queue", after)
		}
		if after := b.bring(t, d, next); after.Status != store.DeliverySucceeded {
			t.Fatalf("got delivery %+v, want status %s", after, store.DeliverySucceeded)
		}
	}
	b.Clock.Move(2 * time.Hour)
	slow.takes = 0
	b.bring(t, d, b.another(t, first))
	posts := slow.posts()
	if after := b.streams(t, d, b.another(t, first)); after.Status != store.DeliverySucceeded || slow.posts() != posts+1 {
		t.Errorf("got delivery %+v after a quick response, want it made by the stream", after)
	}
}

// TestBreakerOpensAfterFailuresInARow, however quick they are.
func TestBreakerOpensAfterFailuresInARow(t *testing.T) {
	t.Parallel()
	b := setup(t)
	posts := 0
	d := b.deliverer(b.Store, answering{status: http.StatusInternalServerError, meanwhile: func() { posts++ }})
	first := b.streams(t, d, b.event(t))
	for range 30 {
		b.Clock.Move(100 * time.Millisecond)
		b.streams(t, d, b.another(t, first))
	}
	if posts > 8 {
		t.Errorf("got %d posts to an endpoint that fails at once, want 8 at most in three seconds", posts)
	}
}

// TestFewPostsAtOnceOverAllProcesses: a limit within one process does not bound the whole.
func TestFewPostsAtOnceOverAllProcesses(t *testing.T) {
	t.Parallel()
	b := setup(t)
	// Once it takes 14 s.
	b.bring(t, b.deliverer(b.Store, &receiverOf{b: b, takes: 14 * time.Second}), b.event(t))
	s := newSlowly()
	var wait sync.WaitGroup
	first := b.event(t)
	for range 20 { // processes
		d := b.deliverer(b.Store, answering{status: http.StatusOK, meanwhile: s.enter})
		next := b.another(t, first)
		done := make(chan struct{})
		wait.Go(func() {
			defer close(done)
			if err := d.Deliver(t.Context(), next.OrgID, next.ID); err != nil {
				t.Error(err)
			}
		})
		select {
		case <-s.begun:
		case <-done:
		}
		b.Clock.Move(500 * time.Millisecond)
	}
	close(s.end)
	wait.Wait()
	if s.most < 2 || s.most > 4 {
		t.Errorf("got %d posts at once to an endpoint that takes 14 s, want 2 to 4", s.most)
	}
}

// outturned is the store where another is always the first to take a turn.
type outturned struct{ *store.Store }

func (o outturned) Turn(ctx context.Context, e *store.Endpoint, gap time.Duration) (bool, error) {
	if _, err := o.Store.Turn(ctx, e, gap+time.Second); err != nil {
		return false, err
	}
	return o.Store.Turn(ctx, e, gap)
}

// TestWhoHasNoTurnWaits has another take the turn between the look at the endpoint and the post.
func TestWhoHasNoTurnWaits(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := &receiverOf{b: b, takes: 4 * time.Second}
	b.bring(t, b.deliverer(b.Store, r), b.event(t))
	d, next := b.deliverer(outturned{b.Store}, r), b.event(t)
	for range 10 {
		b.Clock.Move(time.Minute)
		if after := b.bring(t, d, next); after.Status != store.DeliveryPending || after.Waits != store.WaitSlow || r.posts() != 1 {
			t.Fatalf("got delivery %+v after %d posts; want it to wait for its turn", after, r.posts())
		}
	}
	b.Clock.Move(10 * time.Minute)
	if after := b.bring(t, b.deliverer(b.Store, r), next); after.Status != store.DeliverySucceeded {
		t.Errorf("got delivery %+v, want status %s", after, store.DeliverySucceeded)
	}
}

var _ webhook.Poster = (*receiverOf)(nil)
