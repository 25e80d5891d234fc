package sim_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

// task is a worker of ten functions at once.
var task = kind.Function{Name: "task", Concurrency: 10, Ceiling: time.Minute}

// fairQueue is a fair queue of SQS and the functions that it calls: the next message is of the
// organization with the fewest in flight, the oldest of equals.
type fairQueue struct {
	handle func(context.Context, events.SQSEvent) (events.SQSEventResponse, error)

	mu       sync.Mutex
	waiting  []message
	inFlight map[string]int
}

type message struct {
	queue.Job

	visible time.Time
}

func (*fairQueue) SendCrawl(context.Context, queue.Crawl, time.Duration) error { return nil }

func (q *fairQueue) SendJob(_ context.Context, _ string, j queue.Job, delay time.Duration) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, message{j, time.Now().Add(delay)})
	return nil
}

// take returns the message that is next, if any is visible.
func (q *fairQueue) take() (m message, found bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	best := -1
	for i, m := range q.waiting {
		if m.visible.After(time.Now()) {
			continue
		}
		if best < 0 || q.inFlight[m.OrgID] < q.inFlight[q.waiting[best].OrgID] {
			best = i
		}
	}
	if best < 0 {
		return message{}, false
	}
	m = q.waiting[best]
	q.waiting = slices.Delete(q.waiting, best, best+1)
	q.inFlight[m.OrgID]++
	return m, true
}

// serve calls functions until the context ends.
func (q *fairQueue) serve(ctx context.Context) {
	for ctx.Err() == nil {
		m, found := q.take()
		if !found {
			time.Sleep(time.Millisecond)
			continue
		}
		_, _ = q.handle(ctx, sqsMessage(m.Job)) // nothing fails here
		q.mu.Lock()
		q.inFlight[m.OrgID]--
		q.mu.Unlock()
	}
}

func sqsMessage(j queue.Job) events.SQSEvent {
	body, _ := json.Marshal(j) // two texts
	return events.SQSEvent{Records: []events.SQSMessage{{MessageId: "m", Body: string(body)}}}
}

// sites are what the jobs ask: the input is how long a site takes.
type sites struct {
	mu      sync.Mutex
	running map[string]int
	most    map[string]int
}

func (s *sites) Run(ctx context.Context, r kind.Run[json.RawMessage]) (kind.Output[json.RawMessage], error) {
	s.mu.Lock()
	s.running[r.OrgID]++
	s.most[r.OrgID] = max(s.most[r.OrgID], s.running[r.OrgID])
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.running[r.OrgID]--
	}()
	var long time.Duration
	if err := json.Unmarshal(r.Args, &long); err != nil {
		return kind.Output[json.RawMessage]{}, err
	}
	select {
	case <-time.After(long):
		return kind.Output[json.RawMessage]{Result: json.RawMessage(`{}`)}, nil
	case <-ctx.Done():
		return kind.Output[json.RawMessage]{}, ctx.Err()
	}
}

// nothing keeps no results and no checkpoints.
type nothing struct{}

func (nothing) Save(context.Context, *job.Job, json.RawMessage) (*job.ResultRef, error) {
	return &job.ResultRef{Item: "r#1", Size: 2}, nil
}

func (nothing) Of(*job.Job) kind.Checkpoint { return nil }

// street is a service on which two organizations live.
type street struct {
	*store.Store

	t                   *testing.T
	queue               *fairQueue
	sites               *sites
	neighbour, attacker string
}

func newStreet(t *testing.T, share bool) *street {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	db := &contended{DB: tables.New(nil, store.Tables("core", "edge")...), random: random, held: map[string]bool{}}
	s := &street{
		Store: store.New(db, "core", "edge", nil).WithRandom(random.Int64N), t: t,
		queue:     &fairQueue{inFlight: map[string]int{}},
		sites:     &sites{running: map[string]int{}, most: map[string]int{}},
		neighbour: ident.New(ident.Org), attacker: ident.New(ident.Org),
	}
	for _, org := range []string{s.neighbour, s.attacker} {
		if err := s.CreateOrg(t.Context(), &store.Org{ID: org, Name: org, InFlightCap: 200}); err != nil {
			t.Fatalf("organization: got error %v, want none", err)
		}
		if err := s.Grant(t.Context(), org, ident.New(ident.Grant), 1000, "start"); err != nil {
			t.Fatalf("grant: got error %v, want none", err)
		}
	}
	about := task
	if !share {
		about.Concurrency = 1 << 20 // of which half is more than there are jobs
	}
	s.queue.handle = worker.New(about, s.sites, worker.Deps{
		Jobs: s.Store, Results: nothing{}, Checkpoints: nothing{}, Queue: s.queue, Log: slog.New(slog.DiscardHandler),
	}).Handle
	return s
}

// job is one at a site that takes so long.
func (s *street) job(org string, long time.Duration) *job.Job {
	input, _ := json.Marshal(long) // a number
	now := time.Now().UTC()
	return &job.Job{
		ID: ident.New(ident.Job), OrgID: org, Kind: "task", Worker: task.Name, Status: job.Queued, Input: input,
		Quote: credit.Quote{Action: "sim.job", Units: 1, Credits: 1}, CreatedAt: now, ExpiresAt: now.Add(job.Retention),
	}
}

// scrapes are how long jobs of the neighbour take, one after the other, each at a site that
// takes 10 ms; the longest comes last.
func (s *street) scrapes(n int) []time.Duration {
	s.t.Helper()
	var took []time.Duration
	for range n {
		begin, j := time.Now(), s.job(s.neighbour, 10*time.Millisecond)
		if _, _, err := s.Admit(s.t.Context(), store.Admission{Job: j, Shards: 1}); err != nil {
			s.t.Fatalf("admission: got error %v, want none", err)
		}
		_ = s.queue.SendJob(s.t.Context(), task.Name, queue.Job{OrgID: s.neighbour, JobID: j.ID}, 0)
		for !j.Status.Terminal() {
			time.Sleep(time.Millisecond)
			now, err := s.Job(s.t.Context(), s.neighbour, j.ID)
			if err != nil {
				s.t.Fatalf("job: got error %v, want none", err)
			}
			j = now
		}
		if j.Status != job.Succeeded {
			s.t.Fatalf("got a job %s, %+v; want it succeeded", j.Status, j.Error)
		}
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	return took
}

// attack makes a hundred jobs of the attacker, in batches, at sites that take a minute.
func (s *street) attack() {
	s.t.Helper()
	for range 2 {
		jobs := make([]*job.Job, 50)
		for i := range jobs {
			jobs[i] = s.job(s.attacker, time.Hour)
		}
		b := store.BatchAdmission{ID: ident.New(ident.Batch), OrgID: s.attacker, Jobs: jobs, Shards: 1}
		if err := s.AdmitBatch(s.t.Context(), b); err != nil {
			s.t.Errorf("batch: got error %v, want none", err)
		}
		for _, j := range jobs {
			_ = s.queue.SendJob(s.t.Context(), task.Name, queue.Job{OrgID: s.attacker, JobID: j.ID}, 0)
		}
	}
}

// besideAttack has a neighbour scrape n times alone, from the moment of an attack, and while it lasts.
func besideAttack(t *testing.T, share bool, n int) (alone, arriving, later []time.Duration, running int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newStreet(t, share)
		ctx, stop := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for range task.Concurrency {
			all.Go(func() { s.queue.serve(ctx) })
		}
		alone = s.scrapes(n)
		all.Go(s.attack)
		arriving = s.scrapes(n)
		time.Sleep(5 * time.Second)
		later = s.scrapes(n)
		stop()
		all.Wait()
		running = s.sites.most[s.attacker]
	})
	return alone, arriving, later, running
}

// TestHostileNeighbour: on AWS, where nobody can say before a message is received whose job it is, a
// neighbour's scrape beside a hundred jobs that hang takes at most three times what it takes alone, the longest of
// forty from the moment of the attack and of forty later. The time is that of the simulation, so that the ratio is of
// what waits for what, and not of a processor.
func TestHostileNeighbour(t *testing.T) {
	t.Parallel()
	alone, arriving, later, running := besideAttack(t, true, 40)
	longest := len(alone) - 1
	t.Logf("alone %s to %s, at the attack %s to %s, later %s to %s", alone[0], alone[longest], arriving[0], arriving[longest], later[0], later[longest])
	for name, beside := range map[string][]time.Duration{"at the attack": arriving, "later": later} {
		for what, i := range map[string]int{"median": longest / 2, "95th percentile": longest * 95 / 100, "longest": longest} {
			if beside[i] > 3*alone[i] {
				t.Errorf("%s: got a %s of %s beside the attack and %s alone, want at most three times as long", name, what, beside[i], alone[i])
			}
		}
	}
	if running != worker.Share(task, 0) {
		t.Errorf("got %d jobs of the attacker at once, want its share of %d", running, worker.Share(task, 0))
	}
}

// TestTheShareIsWhatFreesANeighbour: the same without a share waits for the attack's jobs to
// end, so the former test can fail.
func TestTheShareIsWhatFreesANeighbour(t *testing.T) {
	t.Parallel()
	alone, arriving, _, running := besideAttack(t, false, 2)
	if longest := len(alone) - 1; arriving[longest] < 100*alone[longest] || running != task.Concurrency {
		t.Errorf("got %s beside %d jobs and %s alone, want to see the starvation", arriving[longest], running, alone[longest])
	}
}
