package webhook

import (
	"context"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// perEndpoint is how many posts this process has under way to one endpoint at once.
const perEndpoint = 8

// lanes counts the posts that are under way, by endpoint.
type lanes struct {
	mu    sync.Mutex
	under map[string]int
}

// enter takes one of an endpoint's posts, unless all are taken.
func (l *lanes) enter(endpoint string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.under[endpoint] >= perEndpoint {
		return false
	}
	if l.under == nil {
		l.under = map[string]int{}
	}
	l.under[endpoint]++
	return true
}

func (l *lanes) leave(endpoint string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.under[endpoint]--; l.under[endpoint] == 0 {
		delete(l.under, endpoint)
	}
}

// postpone gives an attempt back and has the queue bring it at its new time.
func (d *Deliverer) postpone(ctx context.Context, delivery *store.Delivery, at time.Time, why store.Wait) error {
	mine, err := d.store.PostponeDelivery(ctx, delivery, at, why)
	if err != nil || !mine {
		return err
	}
	d.send(ctx, delivery, at.Sub(d.now()))
	return nil
}

// send has the queue bring an attempt. Where that fails, or the queue holds nothing for so
// long, the sweeper sends it.
func (d *Deliverer) send(ctx context.Context, delivery *store.Delivery, wait time.Duration) {
	if wait > queue.MaxDelay {
		return
	}
	if err := d.queue.SendDelivery(ctx, queue.Delivery{OrgID: delivery.OrgID, DeliveryID: delivery.ID}, wait); err != nil {
		d.about(delivery).WarnContext(ctx, "attempt not sent", "error", err)
	}
}
