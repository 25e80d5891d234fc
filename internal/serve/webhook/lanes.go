package webhook

import (
	"context"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
)

const (
	// perEndpoint is how many posts this process has under way to one endpoint at once.
	perEndpoint = 8
	// busyPause is about how long an attempt waits for an endpoint that has as many.
	busyPause = 2 * time.Second
	// An endpoint that does not respond is left alone for half of the time that it has not,
	// within these bounds. The longest and its jitter are within what a queue holds.
	shortestHold, longestHold = 10 * time.Second, 10 * time.Minute
	// holdSpread is the share of a hold over which those that waited come back.
	holdSpread = 0.25
)

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

// hold is how long new events wait for an endpoint that does not respond.
func hold(e *store.Endpoint, now time.Time) time.Duration {
	if e.FailingSince.IsZero() {
		return shortestHold
	}
	return max(shortestHold, min(now.Sub(e.FailingSince)/2, longestHold))
}

// pass returns a time at which an attempt is to be made in place of now, or zero, and then
// the caller must leave the lane. An endpoint that is slow is left to the queue, where no
// batch of others' events waits behind it. What waits for one that times out are new events:
// retries come at their times, and tests and replays at once, since somebody waits for them.
func (d *Deliverer) pass(ctx context.Context, e *store.Endpoint, delivery *store.Delivery, most time.Duration) (time.Time, error) {
	now := d.now()
	held := !e.HeldUntil.IsZero() && delivery.Attempt == 1 && delivery.Trigger == store.TriggerScheduled && delivery.JobID != ""
	switch {
	case held && e.HeldUntil.After(now):
		return d.spread(now, e.HeldUntil), nil
	case most < postTime && e.SlowUntil.After(now):
		return now, nil
	case !d.lanes.enter(e.ID):
		return now.Add(busyPause/2 + time.Duration(d.random()*float64(busyPause))), nil
	case !held:
		return time.Time{}, nil
	}
	if probe, err := d.store.Probe(ctx, e, hold(e, now)+postTime); err != nil || !probe {
		d.lanes.leave(e.ID)
		return d.spread(now, now.Add(postTime)), err
	}
	return time.Time{}, nil
}

// spread is a time soon after a hold, so that not all come back at once.
func (d *Deliverer) spread(now, until time.Time) time.Time {
	return until.Add(time.Duration(d.random() * holdSpread * float64(until.Sub(now))))
}

// postpone gives an attempt back and has the queue bring it at its new time.
func (d *Deliverer) postpone(ctx context.Context, delivery *store.Delivery, at time.Time) error {
	mine, err := d.store.PostponeDelivery(ctx, delivery, at)
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
		d.log.WarnContext(ctx, "attempt not sent", "delivery_id", delivery.ID, "error", err)
	}
}
