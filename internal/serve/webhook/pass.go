package webhook

import (
	"context"
	"fmt"
	"time"

	"github.com/quarryapi/quarry/internal/serve/store"
)

const (
	// slowTime is what a response may take for its endpoint to have the stream post to it.
	slowTime = time.Second
	// atOnce is how many posts to a slow endpoint are under way at once, whoever makes them.
	atOnce = 4
	// busyPause is about how long an attempt waits for an endpoint that has as many posts as
	// it may have.
	busyPause = 2 * time.Second
	// longestLook is the longest pause between two looks of an event that waits for its turn.
	longestLook = time.Minute
	// breakerAt is how many failures in a row hold new events back, however quick they are.
	breakerAt = store.MaxFailures
	// What an endpoint that fails is left alone for is half of the time that it has failed,
	// within these bounds. The longest and its jitter are within what a queue holds.
	shortestHold, longestHold = 10 * time.Second, 10 * time.Minute
	// holdSpread is the share of a hold over which those that waited come back.
	holdSpread = 0.25
)

// way is who brings an attempt, and so how long it may take.
type way struct {
	time time.Duration
	// stream is the way of first attempts, on which others' events wait behind each.
	stream bool
}

var (
	byStream = way{time: firstTime, stream: true}
	byQueue  = way{time: postTime}
)

// passage is what an endpoint has for an attempt: the attempt is to be made, or to wait, or
// there is none.
type passage struct {
	why    store.Wait // to wait; empty when the attempt is to be made
	at     time.Time  // when it comes again
	refuse string     // why there is none
}

func (p passage) open() bool { return p.why == "" && p.refuse == "" }

// pass decides about an attempt by its endpoint's record. When the passage is open, the
// caller must leave the lane. No batch of the stream waits for an endpoint that is known to
// be slow, or busy: its events go to the queue. What waits for one that fails are new events:
// retries come at their times, and tests and replays at once, since somebody waits for them.
func (d *Deliverer) pass(ctx context.Context, e *store.Endpoint, delivery *store.Delivery, w way) (passage, error) {
	now := d.now()
	held := !e.ProvenAt.IsZero() && !e.HeldUntil.IsZero() && isNew(delivery)
	switch {
	case held && e.HeldUntil.After(now):
		return passage{why: store.WaitFailing, at: d.spread(now, e.HeldUntil)}, nil
	case w.stream && !e.SlowUntil.IsZero():
		return passage{why: store.WaitSlow, at: now}, nil
	case d.lanes.enter(e.ID):
	case w.stream:
		return passage{why: store.WaitBusy, at: now}, nil
	default:
		return passage{why: store.WaitBusy, at: d.soon(now, busyPause)}, nil
	}
	p, err := d.turn(ctx, e, delivery, held)
	if err != nil || !p.open() {
		d.lanes.leave(e.ID)
	}
	return p, err
}

// isNew reports whether a delivery is the first attempt of a job's event.
func isNew(d *store.Delivery) bool {
	return d.Attempt == 1 && d.Trigger == store.TriggerScheduled && d.JobID != ""
}

// turn asks the endpoint's record, which all processes share, for a post to an endpoint of
// which only few are made.
func (d *Deliverer) turn(ctx context.Context, e *store.Endpoint, delivery *store.Delivery, held bool) (passage, error) {
	now := d.now()
	switch {
	case e.ProvenAt.IsZero():
		return d.try(ctx, e, delivery)
	case held:
		probe, err := d.store.Probe(ctx, e, hold(e, now)+postTime)
		if err != nil || !probe {
			return passage{why: store.WaitFailing, at: d.spread(now, now.Add(postTime))}, err
		}
	case !e.SlowUntil.IsZero():
		next := e.TurnAt
		if !next.After(now) {
			gap := min(e.Took, postTime) / atOnce
			if mine, err := d.store.Turn(ctx, e, gap); err != nil || mine {
				return passage{}, err
			}
			next = now.Add(gap)
		}
		return passage{why: store.WaitSlow, at: d.soon(next, d.look(delivery, now))}, nil
	}
	return passage{}, nil
}

// try asks for one of the posts that an endpoint gets which has never responded with 2xx.
func (d *Deliverer) try(ctx context.Context, e *store.Endpoint, delivery *store.Delivery) (passage, error) {
	t, err := d.store.TryReceiver(ctx, delivery, e)
	switch {
	case err != nil || t.Granted:
		return passage{}, err
	case t.Spent:
		return passage{refuse: fmt.Sprintf("%s has never responded with 2xx, in %d attempts. Once it does, set the endpoint's status to active and send it a test event.", t.Of, store.MaxTries)}, nil
	}
	return passage{why: store.WaitUnproven, at: d.spread(d.now(), t.At)}, nil
}

// look is about the pause until an attempt that waits for its turn comes again: as long as it
// has waited, so that a long line costs few looks. Somebody waits for tests and replays.
func (d *Deliverer) look(delivery *store.Delivery, now time.Time) time.Duration {
	if !isNew(delivery) {
		return busyPause
	}
	return max(busyPause, min(now.Sub(delivery.CreatedAt), longestLook))
}

// soon is a time after another, by half of a pause to one and a half.
func (d *Deliverer) soon(after time.Time, pause time.Duration) time.Time {
	return after.Add(pause/2 + time.Duration(d.random()*float64(pause)))
}

// hold is how long new events wait for an endpoint that fails.
func hold(e *store.Endpoint, now time.Time) time.Duration {
	if e.FailingSince.IsZero() {
		return shortestHold
	}
	return max(shortestHold, min(now.Sub(e.FailingSince)/2, longestHold))
}

// spread is a time soon after a hold, so that not all come back at once.
func (d *Deliverer) spread(now, until time.Time) time.Time {
	return until.Add(time.Duration(d.random() * holdSpread * float64(until.Sub(now))))
}
