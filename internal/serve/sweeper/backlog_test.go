package sweeper_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/sweeper"
)

// TestBacklogIsNotSentAgain drains a queue at 10 jobs in 30 seconds, with a sweep each 30
// seconds: jobs wait for up to 20 minutes, each has one message in all, and each is looked
// at when its age has doubled and not at every sweep.
func TestBacklogIsNotSentAgain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const many, step = 400, 10
	b.org = b.Org(t, many, many)
	for range many {
		j := b.admit(t)
		if err := b.queue.SendJob(t.Context(), "url", queue.Job{OrgID: b.org, JobID: j.ID}, 0); err != nil {
			t.Fatal(err)
		}
	}
	line := b.queue.Jobs()
	var total sweeper.Report
	for len(line) > 0 {
		b.Clock.Move(30 * time.Second)
		b.queue.Hold(len(line)) // what is left waits in the queue
		r := b.report(t)
		total.Waiting += r.Waiting
		if r.Waiting = 0; r != (sweeper.Report{}) || len(b.queue.Jobs()) > 0 {
			t.Fatalf("with %d jobs in the queue: got report %+v, want nothing lost", len(line), r)
		}
		for _, m := range line[:step] {
			if _, claim, err := b.Claim(t.Context(), m.OrgID, m.JobID, store.Terms{Lease: time.Hour}); claim != store.Claimed || err != nil {
				t.Fatalf("got claim %v, error %v; want claim 0, no error", claim, err)
			}
		}
		line = line[step:]
	}
	if total.Waiting > 5*many {
		t.Errorf("got %d looks at %d jobs, want at most 5 at each", total.Waiting, many)
	}
}

func TestLooksAreFartherAndFartherApart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.admit(t)
	b.queue.Hold(1) // another's message: the queue is never empty
	var looks, sends []time.Duration
	const step = 45 * time.Second
	for age := time.Duration(0); ; age += step {
		switch r := b.report(t); r {
		case sweeper.Report{}:
		case sweeper.Report{Waiting: 1}:
			looks = append(looks, age)
		case sweeper.Report{Overdue: 1}:
			sends = append(sends, age)
			b.queue.Jobs()
		case sweeper.Report{Failed: 1}:
			const s, m = time.Second, time.Minute
			// One is as soon as it has waited for job.LongQueued.
			if diff := cmp.Diff([]time.Duration{45 * s, 90 * s, 3 * m, 5*m + 15*s, 10*m + 30*s, 21 * m, 36 * m, 51 * m}, looks); diff != "" {
				t.Errorf("looks mismatch (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]time.Duration{66 * m, 81 * m, 96 * m, 111 * m}, sends); diff != "" {
				t.Errorf("sends mismatch (-want +got):\n%s", diff)
			}
			if want := 2*time.Hour + step; age != want {
				t.Errorf("the job failed after %v, want %v", age, want)
			}
			return
		default:
			t.Fatalf("after %v: got report %+v, want one that waits, is overdue or failed", age, r)
		}
		b.Clock.Move(step)
	}
}

// TestLostInABacklog: a lost message is found at the first look after its queue is empty.
func TestLostInABacklog(t *testing.T) {
	t.Parallel()
	b := setup(t)
	j := b.admit(t)
	b.queue.Hold(1)
	b.Clock.Move(46 * time.Second)
	if r := b.report(t); r != (sweeper.Report{Waiting: 1}) {
		t.Errorf("in a long queue: got report %+v, want Waiting 1", r)
	}
	b.queue.Hold(0)
	b.Clock.Move(47 * time.Second)
	if r := b.report(t); r != (sweeper.Report{Lost: 1}) {
		t.Errorf("in an empty queue: got report %+v, want Lost 1", r)
	}
	if diff := cmp.Diff([]queue.Job{{OrgID: b.org, JobID: j.ID}}, b.queue.Jobs()); diff != "" {
		t.Errorf("sent jobs mismatch (-want +got):\n%s", diff)
	}
}

// TestDeadWorkersComeBeforeABacklog: a sweep that has time for little gives back the jobs
// of dead workers, though a thousand queued ones were due before them.
func TestDeadWorkersComeBeforeABacklog(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.org = b.Org(t, 1000, 1000)
	for range 300 {
		b.admit(t)
	}
	b.Clock.Move(time.Minute)
	held := b.admit(t)
	if _, claim, err := b.Claim(t.Context(), b.org, held.ID, store.Terms{Lease: time.Second}); claim != store.Claimed || err != nil {
		t.Fatalf("got claim %v, error %v; want claim 0, no error", claim, err)
	}
	b.Clock.Move(2 * time.Second)
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	s := &short{Store: b.Store, lane: store.LaneQueued, end: cancel}
	first, err := sweeper.New(s, b.queue, slog.New(slog.DiscardHandler), b.Clock.Now).Sweep(ctx)
	if first.Released != 1 || !first.Unfinished {
		t.Errorf("got report %+v, error %v; want Released 1, Unfinished", first, err)
	}
	b.queue.Jobs()
	if r := b.report(t); first.Lost+r.Lost != 300 || r.Unfinished {
		t.Errorf("the next sweep: got report %+v after %d lost, want the rest of 300", r, first.Lost)
	}
}

// short is a store that a sweep's time ends at, once it comes to a lane.
type short struct {
	*store.Store
	lane store.Lane
	end  func()
}

func (s *short) Due(ctx context.Context, q store.DueQuery) ([]store.Due, store.DueCursor, error) {
	if q.Lane == s.lane {
		s.end()
	}
	return s.Store.Due(ctx, q)
}

// TestSweepStopsBeforeItsEnd: a lane with more and more pages does not hold a sweep beyond
// its time, and what is left is no error.
func TestSweepStopsBeforeItsEnd(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second) // less than the time before the end
	defer cancel()
	r, err := sweeper.New(nil, nil, slog.New(slog.DiscardHandler), nil).Sweep(ctx)
	if err != nil || r != (sweeper.Report{Unfinished: true}) {
		t.Errorf("got report %+v, error %v; want only Unfinished, no error", r, err)
	}
}

// TestUnknownDepth: when a queue does not say how long it is, its jobs stay due, others go on.
func TestUnknownDepth(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.admit(t)
	b.Clock.Move(46 * time.Second)
	away := errors.New("queue is away")
	b.queue.Fail = func() error { return away }
	if r, err := b.sweep.Sweep(t.Context()); !errors.Is(err, away) || r != (sweeper.Report{}) {
		t.Errorf("got report %+v, error %v; want an empty one and %v", r, err, away)
	}
	b.queue.Fail = nil
	if r := b.report(t); r != (sweeper.Report{Lost: 1}) {
		t.Errorf("the next sweep: got report %+v, want Lost 1", r)
	}
}

// TestDeliveriesSentOnce: attempts that wait in a long queue are not sent at each sweep;
// those that no queue can hold are sent when their time comes, however long it is.
func TestDeliveriesSentOnce(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		attempt int
		wait    time.Duration // from its planning to its moment
		want    []time.Duration
	}{
		"a first attempt, lost by the stream": {1, 0, []time.Duration{time.Minute}},
		"a retry that its queue holds":        {2, 5 * time.Second, nil},
		"a retry that is too far off":         {3, 30 * time.Minute, []time.Duration{time.Minute}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			now := b.Clock.Now()
			d := &store.Delivery{
				ID: "dlv_1", OrgID: b.org, EndpointID: "whe_1", EventID: "evt_1", Status: store.DeliveryPending, Attempt: c.attempt,
				Trigger: store.TriggerScheduled, CreatedAt: now, NextAttemptAt: now.Add(c.wait),
			}
			if err := b.PutDelivery(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			b.queue.Hold(1)
			b.Clock.Move(c.wait)
			var sent []time.Duration
			for age := time.Duration(0); age < 50*time.Minute; age += 30 * time.Second {
				if r := b.report(t); r.Deliveries > 0 {
					sent = append(sent, age)
				}
				b.Clock.Move(30 * time.Second)
			}
			if diff := cmp.Diff(c.want, sent); diff != "" {
				t.Errorf("sends mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDiedDelivery: who died with a delivery had taken its message, so it is sent again
// whatever its queue says.
func TestDiedDelivery(t *testing.T) {
	t.Parallel()
	b := setup(t)
	now := b.Clock.Now()
	d := &store.Delivery{
		ID: "dlv_1", OrgID: b.org, EndpointID: "whe_1", EventID: "evt_1", Status: store.DeliveryPending, Attempt: 2,
		Trigger: store.TriggerScheduled, CreatedAt: now, NextAttemptAt: now,
	}
	if err := b.PutDelivery(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := b.ClaimDelivery(t.Context(), b.org, d.ID, 20*time.Second); !ok || err != nil {
		t.Fatalf("got claimed %t, error %v; want true, no error", ok, err)
	}
	b.queue.Hold(1)
	b.Clock.Move(21 * time.Second)
	if r := b.report(t); r.Deliveries != 1 {
		t.Errorf("got report %+v, want Deliveries 1", r)
	}
}

// TestAttemptThatWasPutOffIsNotSentAgain: its message is in the queue, although the stream
// brought it first.
func TestAttemptThatWasPutOffIsNotSentAgain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := b.Attempt(t, b.org, "whe_1")
	if mine, err := b.PostponeDelivery(t.Context(), d, b.Clock.Now(), store.WaitSlow); !mine || err != nil {
		t.Fatalf("got postponed %t, error %v; want true, no error", mine, err)
	}
	b.queue.Hold(100) // a long queue, in which its message waits
	b.Clock.Move(2 * time.Minute)
	if r := b.report(t); r.Deliveries != 0 || len(b.queue.Deliveries()) != 0 {
		t.Errorf("got report %+v, want nothing sent again", r)
	}
	b.queue.Hold(0)
	b.Clock.Move(5 * time.Minute)
	if r := b.report(t); r.Deliveries != 1 {
		t.Errorf("got report %+v of an empty queue, want its message sent again", r)
	}
}
