package store

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	// lastDeliveryGrain is how exact LastDeliveryAt is, so that a busy endpoint's row is not
	// written for every delivery.
	lastDeliveryGrain = time.Minute
	// slowFor is how long an endpoint counts as slow at least: one that responds slowly now
	// and then would otherwise be tried among others' events each time.
	slowFor = time.Hour
	// MaxFailures is how far failures in a row are counted.
	MaxFailures = 5
)

// Note is what an attempt says of its endpoint.
type Note struct {
	Succeeded bool
	Slow      bool          // it took long to respond, or did not
	Took      time.Duration // how long, when slow
	Hold      time.Duration // of a failure: how long new events are to wait; 0 is not at all
}

// NoteDelivery keeps an endpoint's record of success and failure after an attempt,
// writing only what changes. What happened counts only for the URL that e had. The first
// success proves that the URL wants what it gets, and ends the count of tries.
func (s *Store) NoteDelivery(ctx context.Context, e *Endpoint, n Note) error {
	now := s.now()
	c, changed := n.change(e, now)
	if !changed {
		return nil
	}
	actions := []types.TransactWriteItem{c.action(s.core)}
	if n.Succeeded && e.ProvenAt.IsZero() {
		for _, c := range forgetTries(e, now) {
			actions = append(actions, c.action(s.core))
		}
	}
	// Others change the row in transactions, and transact tries again after those.
	err := s.transact(ctx, actions)
	if _, other := errors.AsType[*cancelled](err); other {
		return nil // an endpoint that was deleted or leads elsewhere needs no record
	}
	return err
}

// change is what a note changes of an endpoint's row, if anything.
func (n Note) change(e *Endpoint, now time.Time) (c change, changed bool) {
	w := noting{change: change{key: endpointKey(e.OrgID, e.ID).item(), condition: "#url = :url", values: values{":url": e.URL}}}
	if n.Succeeded {
		w.success(e, now)
	} else {
		w.failure(e, now)
	}
	switch {
	case n.Slow && (e.SlowUntil.Sub(now) < slowFor/2 || differs(n.Took, e.Took)):
		w.set("#slowUntil = :slow", ":slow", millis(now.Add(slowFor)))
		w.set("#tookMs = :took", ":took", n.Took.Milliseconds())
	case n.Succeeded && !n.Slow && !e.SlowUntil.IsZero() && !e.SlowUntil.After(now):
		w.removes = append(w.removes, "#slowUntil", "#tookMs", "#turnAt")
	}
	if n.Hold > 0 {
		w.set("#heldUntil = :held", ":held", millis(now.Add(n.Hold)))
	}
	return w.done()
}

// noting gathers what a note changes.
type noting struct {
	change        change
	sets, removes []string
}

func (w *noting) set(expression, name string, value int64) {
	w.sets = append(w.sets, expression)
	w.change.values[name] = value
}

func (w *noting) success(e *Endpoint, now time.Time) {
	first := e.ProvenAt.IsZero()
	if !first && e.FailingSince.IsZero() && now.Sub(e.LastDeliveryAt) < lastDeliveryGrain {
		return
	}
	w.set("#lastDeliveryAt = :now", ":now", millis(now))
	w.removes = append(w.removes, "#failingSince", "#failures", "#heldUntil")
	if first {
		w.sets = append(w.sets, "#provenAt = if_not_exists(#provenAt, :now)")
	}
}

func (w *noting) failure(e *Endpoint, now time.Time) {
	if e.FailingSince.IsZero() {
		w.set("#failingSince = if_not_exists(#failingSince, :now)", ":now", millis(now))
	}
	if e.Failures < MaxFailures {
		w.set("#failures = :failures", ":failures", int64(e.Failures)+1)
	}
}

// done returns the change, and whether there is one.
func (w *noting) done() (change, bool) {
	if len(w.sets) > 0 {
		w.change.set = "SET " + strings.Join(w.sets, ", ")
	}
	if len(w.removes) > 0 {
		w.change.set += " REMOVE " + strings.Join(w.removes, ", ")
	}
	return w.change, w.change.set != ""
}

// differs reports whether times are apart by more than a half of the one that was kept.
func differs(took, kept time.Duration) bool { return (took - kept).Abs() > kept/2 }

// Probe lets one of those that wait for a held endpoint try it: the first that asks after
// the hold has ended. It holds the others for as long again.
func (s *Store) Probe(ctx context.Context, e *Endpoint, hold time.Duration) (bool, error) {
	return s.takeTime(ctx, e, "heldUntil", e.HeldUntil, hold)
}

// Turn lets one of those that wait for a slow endpoint post to it, the first that asks after
// the time of the next post has come. The one after it waits for gap, so that posts which
// take so many gaps are as many at once, whoever makes them.
func (s *Store) Turn(ctx context.Context, e *Endpoint, gap time.Duration) (bool, error) {
	return s.takeTime(ctx, e, "turnAt", e.TurnAt, gap)
}

// takeTime moves a time in an endpoint's row by a wait from now, if it still is what was seen.
func (s *Store) takeTime(ctx context.Context, e *Endpoint, column string, seen time.Time, wait time.Duration) (bool, error) {
	until := millis(s.now().Add(wait))
	c := change{
		key: endpointKey(e.OrgID, e.ID).item(), set: "SET #" + column + " = :until",
		condition: "#" + column + " = :seen", values: values{":seen": millis(seen), ":until": until},
	}
	if seen.IsZero() {
		c.condition = present + " AND attribute_not_exists(#" + column + ")"
		delete(c.values, ":seen")
	}
	found, ok, err := s.update(ctx, s.core, c)
	if err != nil {
		return false, err
	}
	var row endpointItem
	if err := decode(found, &row); err != nil {
		return false, err
	}
	stored := map[string]int64{"heldUntil": row.HeldUntil, "turnAt": row.TurnAt}[column]
	return ok || stored == until, nil // refused and stored: the answer was lost
}
