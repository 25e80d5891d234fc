package sweeper_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/checkpoint"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/serve/sweeper"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

// bundle is the path of a job: store, queue, worker and sweeper.
type bundle struct {
	*storetest.Fixture
	queue *storetest.Queue
	org   string
	sweep *sweeper.Sweeper
	work  *worker.Worker
}

var about = kind.Function{Name: "url", Ceiling: 30 * time.Second}

func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{Fixture: storetest.New(t), queue: &storetest.Queue{}}
	b.org = b.Org(t, 100, 50)
	log, blobs := slog.New(slog.DiscardHandler), &storetest.Blobs{}
	b.sweep = sweeper.New(b.Store, b.queue, log, b.Clock.Now)
	b.work = worker.New(about, succeed{}, worker.Deps{
		Jobs: b.Store, Results: result.New(b.Store, blobs), Checkpoints: checkpoint.New(b.Store, blobs), Queue: b.queue, Log: log,
	})
	return b
}

type succeed struct{}

func (succeed) Run(context.Context, kind.Run[json.RawMessage]) (kind.Output[json.RawMessage], error) {
	return kind.Output[json.RawMessage]{Result: json.RawMessage(`{}`)}, nil
}

func (b *bundle) admit(t *testing.T) *job.Job {
	t.Helper()
	j := b.Job(b.org, 1)
	j.Webhook = &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
	if _, _, err := b.Admit(t.Context(), store.Admission{Job: j}); err != nil {
		t.Fatal(err)
	}
	return j
}

// report is what a sweep did; how long the oldest has waited is oldest's.
func (b *bundle) report(t *testing.T) sweeper.Report {
	t.Helper()
	r, err := b.sweep.Sweep(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r.Oldest, r.OldestJob, r.OldestWorker = 0, "", ""
	return r
}

// drain lets the worker handle what was sent.
func (b *bundle) drain(ctx context.Context) {
	for _, m := range b.queue.Jobs() {
		body, _ := json.Marshal(m)
		_, _ = b.work.Handle(ctx, events.SQSEvent{Records: []events.SQSMessage{{MessageId: "m", Body: string(body)}}})
	}
}

func TestLostSend(t *testing.T) {
	t.Parallel()
	b := setup(t)
	j := b.admit(t)
	if r := b.report(t); r != (sweeper.Report{}) {
		t.Errorf("at once: %+v", r)
	}
	b.Clock.Move(46 * time.Second)
	if r := b.report(t); r != (sweeper.Report{Lost: 1}) {
		t.Errorf("after 46 s: %+v", r)
	}
	if diff := cmp.Diff([]queue.Job{{OrgID: b.org, JobID: j.ID}}, b.queue.Jobs()); diff != "" {
		t.Errorf("Jobs mismatch (-want +got):\n%s", diff)
	}
	if r := b.report(t); r != (sweeper.Report{}) {
		t.Errorf("again at once: %+v", r)
	}
}

func TestDeadWorker(t *testing.T) {
	t.Parallel()
	b := setup(t)
	j := b.admit(t)
	lease := worker.Timeout(about)
	for attempt := range job.MaxAttempts {
		if _, claim, err := b.Claim(t.Context(), b.org, j.ID, store.Terms{Lease: lease}); claim != store.Claimed || err != nil {
			t.Fatalf("got claim %v, error %v; want claim 0, no error", claim, err)
		}
		b.Clock.Move(lease + time.Second)
		want := sweeper.Report{Died: 1, Released: 1}
		if attempt == job.MaxAttempts-1 {
			want = sweeper.Report{Died: 1, Failed: 1}
		}
		if r := b.report(t); r != want {
			t.Errorf("attempt %d: %+v", attempt, r)
		}
	}
	after, err := b.Store.Job(t.Context(), b.org, j.ID)
	if err != nil || after.Status != job.Failed || after.Error.Code != errs.JobInterrupted || after.Refunded != 1 {
		t.Errorf(`got after %+v, error %v; want no error, Status "failed" by job_interrupted, Refunded 1`, after, err)
	}
}

// TestALeaseHoldsToItsEnd: at the last moment of its lease, when the job is due already, no
// worker could claim it, and the sweeper leaves it as well.
func TestALeaseHoldsToItsEnd(t *testing.T) {
	t.Parallel()
	b := setup(t)
	j := b.admit(t)
	held, claim, err := b.Claim(t.Context(), b.org, j.ID, store.Terms{Lease: time.Minute})
	if claim != store.Claimed || err != nil {
		t.Fatalf("got claim %v, error %v; want claim %v, no error", claim, err, store.Claimed)
	}
	b.Clock.Move(time.Minute)
	if r := b.report(t); r != (sweeper.Report{}) {
		t.Errorf("got report %+v of a living worker's job, want nothing done", r)
	}
	if mine, err := b.Finish(t.Context(), held, store.Outcome{Status: job.Cancelled}); !mine || err != nil {
		t.Errorf("got ended %t, error %v by its worker; want true, no error", mine, err)
	}
}

func TestQueuedForTooLong(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.admit(t)
	b.Clock.Move(2*time.Hour + time.Second)
	if r := b.report(t); r != (sweeper.Report{Failed: 1}) {
		t.Errorf("got report %+v, want sweeper.Report{Failed: 1}", r)
	}
}

func TestRecoverTakesWhatADeadProcessHeld(t *testing.T) {
	t.Parallel()
	b := setup(t)
	held, waiting := b.admit(t), b.admit(t)
	if _, claim, err := b.Claim(t.Context(), b.org, held.ID, store.Terms{Lease: time.Hour}); claim != store.Claimed || err != nil {
		t.Fatalf("got claim %v, error %v; want claim 0, no error", claim, err)
	}
	r, err := b.sweep.Recover(t.Context())
	if err != nil || r != (sweeper.Report{Lost: 1, Died: 1, Released: 1}) {
		t.Fatalf("got report %+v, error %v; want no error, report sweeper.Report{Lost: 1, Died: 1, Released: 1}", r, err)
	}
	b.drain(t.Context())
	for _, j := range []*job.Job{held, waiting} {
		after, err := b.Store.Job(t.Context(), b.org, j.ID)
		if err != nil || after.Status != job.Succeeded {
			t.Errorf(`got after %+v, error %v; want no error, Status "succeeded"`, after, err)
		}
	}
}

// paged is a store with small pages.
type paged struct{ *store.Store }

func (p paged) Due(ctx context.Context, q store.DueQuery) ([]store.Due, store.DueCursor, error) {
	q.Limit = 3
	return p.Store.Due(ctx, q)
}

func TestManyDueRowsOfOneShard(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.org = b.Org(t, 10_000, 5_000)
	const many = 300
	for range many {
		b.admit(t)
	}
	b.Clock.Move(time.Minute)
	b.sweep = sweeper.New(paged{b.Store}, b.queue, slog.New(slog.DiscardHandler), b.Clock.Now)
	if r := b.report(t); r != (sweeper.Report{Lost: many}) {
		t.Errorf("got report %+v, want Lost %d", r, many)
	}
	once := func(when string) {
		t.Helper()
		seen := map[string]bool{}
		for _, m := range b.queue.Jobs() {
			if seen[m.JobID] {
				t.Fatalf("%s: %s was sent twice", when, m.JobID)
			}
			seen[m.JobID] = true
		}
		if len(seen) != many {
			t.Errorf("%s: got %d jobs sent, want %d", when, len(seen), many)
		}
	}
	once("swept")
	// What a recovery touches is due later, and still within its range.
	if r, err := b.sweep.Recover(t.Context()); err != nil || r != (sweeper.Report{Lost: many}) {
		t.Errorf("got report %+v, error %v; want Lost %d, no error", r, err, many)
	}
	once("recovered")
}

// TestCrashAtEveryCall cuts everything off at the nth call to database or queue,
// before it happens or after, as a crash would. After a restart every job must end
// once, its event must be written once and the books must balance.
func TestCrashAtEveryCall(t *testing.T) {
	t.Parallel()
	const calls = 7 // admit, send, claim, result, finish and one to spare each way
	for n := range calls {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprintf("call %d, after it %v", n, after), func(t *testing.T) {
				t.Parallel()
				b := setup(t)
				j := b.Job(b.org, 1)
				j.Webhook = &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
				admitted := b.crash(t, j, n, after)
				b.recover(t)
				b.check(t, j, admitted)
			})
		}
	}
}

var errCrash = errors.New("crashed")

// crash runs a job's path until its nth call and reports whether it was admitted.
func (b *bundle) crash(t *testing.T, j *job.Job, n int, after bool) (admitted bool) {
	t.Helper()
	left, dead := n, false
	count := func() error {
		if left == 0 || dead {
			dead = true
			return errCrash
		}
		left--
		return nil
	}
	counted := func(string) (*http.Response, error) { return nil, count() }
	gone := func(string) (*http.Response, error) {
		if dead {
			return nil, errCrash
		}
		return nil, nil
	}
	if after {
		b.Fault.Before(gone)
		b.Fault.After(counted)
	} else {
		b.Fault.Before(counted)
	}
	b.queue.Fail = count
	_, _, err := b.Admit(t.Context(), store.Admission{Job: j, IdempotencyKey: "k"})
	if err == nil {
		_ = b.queue.SendJob(t.Context(), "url", queue.Job{OrgID: j.OrgID, JobID: j.ID}, 0)
		b.drain(t.Context())
	}
	b.Fault.Before(nil)
	b.Fault.After(nil)
	b.queue.Fail = nil
	_, err = b.Store.Job(t.Context(), b.org, j.ID)
	return err == nil
}

// recover lets time pass and the sweeper and workers go on.
func (b *bundle) recover(t *testing.T) {
	t.Helper()
	for range 4 {
		b.Clock.Move(3 * time.Minute)
		b.report(t)
		b.drain(t.Context())
	}
}

func (b *bundle) check(t *testing.T, j *job.Job, admitted bool) {
	t.Helper()
	books, err := b.Books(t.Context(), b.org)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{}, admin.Differences(books[b.org])); diff != "" {
		t.Errorf("Differences mismatch (-want +got):\n%s", diff)
	}
	if !admitted {
		if books[b.org].Debits != 0 {
			t.Error("a job that does not exist was charged")
		}
		return
	}
	after, err := b.Store.Job(t.Context(), b.org, j.ID)
	if err != nil || after.Status != job.Succeeded {
		t.Errorf(`got after %+v, error %v; want no error, Status "succeeded"`, after, err)
	}
	events := map[string]bool{}
	for _, d := range b.queue.Deliveries() {
		events[d.DeliveryID] = true
	}
	if len(events) != 1 || books[b.org].Debits != 1 {
		t.Errorf("%d events, %d debits", len(events), books[b.org].Debits)
	}
}
