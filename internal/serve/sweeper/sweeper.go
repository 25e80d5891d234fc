// Package sweeper makes up for what got lost: messages that were never sent,
// workers and deliveries that died, jobs that nobody takes. It looks only at what
// is due, and whatever it does twice does no harm. It must not know how jobs are
// performed or how deliveries are made.
//
// A message that waits in a long queue is not lost, and a second one would only make
// the queue longer. So a queued job is sent again when its worker's queue is empty,
// and else looked at again when it has waited for twice as long (ADR 0024).
package sweeper

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
)

const (
	// pageSize is how many due rows are read at once from a shard.
	pageSize = 100
	// stopBefore is how long before the function's own end a sweep stops; the next
	// one goes on. A page takes about a second.
	stopBefore = 5 * time.Second
	// overdue is after which time what waits is sent again whatever its queue says:
	// in a queue that is never empty a lost message shows by nothing else.
	overdue = job.MaxQueued / 2
	// firstLook and lastLook bound the wait until something is looked at again.
	firstLook, lastLook = 45 * time.Second, 15 * time.Minute
	// maxProblems is the most troubles of one sweep that are reported.
	maxProblems = 10
)

// Store is the part of the store that a sweep needs.
type Store interface {
	Due(ctx context.Context, q store.DueQuery) ([]store.Due, store.DueCursor, error)
	Touch(ctx context.Context, j *job.Job, wait time.Duration) (bool, error)
	TouchDelivery(ctx context.Context, d *store.Delivery, wait time.Duration, release bool) (bool, error)
	Release(ctx context.Context, j *job.Job) (bool, error)
	Finish(ctx context.Context, j *job.Job, o store.Outcome) (bool, error)
}

// Queue sends what was lost again.
type Queue interface {
	SendJob(ctx context.Context, worker string, m queue.Job, delay time.Duration) error
	SendDelivery(ctx context.Context, m queue.Delivery, delay time.Duration) error
	SendCrawl(ctx context.Context, m queue.Crawl, delay time.Duration) error
	// Waiting is how many messages of a queue nobody has taken yet.
	Waiting(ctx context.Context, queue string) (int, error)
}

// Sweeper looks after due jobs and deliveries.
type Sweeper struct {
	store Store
	queue Queue
	log   *slog.Logger
	now   func() time.Time
}

// New returns a Sweeper. A nil now is time.Now.
func New(s Store, q Queue, log *slog.Logger, now func() time.Time) *Sweeper {
	if now == nil {
		now = time.Now
	}
	return &Sweeper{store: s, queue: q, log: log, now: now}
}

// Report counts what a sweep did.
type Report struct {
	Lost       int `json:"lost"`       // queued jobs whose message was lost; it was sent again
	Overdue    int `json:"overdue"`    // jobs that wait for over an hour; sent again to be safe
	Died       int `json:"died"`       // workers that died in the middle of a job, which was released or failed
	Released   int `json:"released"`   // dead workers' jobs that may be tried again
	Failed     int `json:"failed"`     // jobs ended and refunded
	Waiting    int `json:"waiting"`    // queued jobs left in their queue
	Deliveries int `json:"deliveries"` // deliveries sent
	Crawls     int `json:"crawls"`     // crawls that stood still; they were sent again
	// Oldest is for how many seconds that queued job has waited that has waited longest, of those looked at: since a worker
	// could take it, which is later than its making when its organization ran as many as it may, or when it was given back.
	Oldest int `json:"oldestSec"`
	// OldestJob is that job's id, and OldestWorker whose queue it is in.
	OldestJob    string `json:"oldestJobId,omitempty"`
	OldestWorker string `json:"oldestWorker,omitempty"`
	// Unfinished says that the time was over before everything due was looked at.
	Unfinished bool `json:"unfinished"`
}

// Sweep handles everything that is due now, until shortly before the context's
// deadline. One row's trouble does not keep the others; the troubles come back joined.
func (s *Sweeper) Sweep(ctx context.Context) (Report, error) {
	until, cancel := early(ctx)
	defer cancel()
	r := s.round(until, s.now())
	err := r.all(ctx)
	if r.total != (Report{}) {
		s.log.Log(ctx, r.total.level(), "swept", r.total.attrs()...)
	}
	return r.total, err
}

// Recover handles everything unfinished as if its time had come and its message were
// lost. It is for a start of a service whose workers and queues ended with the process
// before.
func (s *Sweeper) Recover(ctx context.Context) (Report, error) {
	r := s.round(ctx, s.now().Add(store.FarFuture))
	r.dead = true
	err := r.all(ctx)
	s.log.InfoContext(ctx, "recovered", r.total.attrs()...)
	return r.total, err
}

// early ends a while before the context does.
func early(ctx context.Context) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, end.Add(-stopBefore))
}

// level is that of a warning when something was lost or nobody takes it: the stack
// counts those lines, and alarms. Jobs that wait their turn and later attempts of
// deliveries are everyday work; how long is for the stack to judge, which counts lines of information as well.
func (r Report) level() slog.Level {
	if r.Lost+r.Overdue+r.Released+r.Failed > 0 {
		return slog.LevelWarn
	}
	return slog.LevelInfo
}

func (r Report) attrs() []any {
	return []any{
		"lost", r.Lost, "overdue", r.Overdue, "died", r.Died, "released", r.Released, "failed", r.Failed,
		"waiting", r.Waiting, "deliveries", r.Deliveries, "crawls", r.Crawls, "oldest_s", r.Oldest, "unfinished", r.Unfinished,
		"oldest_job", r.OldestJob, "oldest_worker", r.OldestWorker,
	}
}

func (r Report) plus(o Report) Report {
	first := r
	if o.Oldest > r.Oldest || r.OldestJob == "" {
		first = o
	}
	return Report{
		r.Lost + o.Lost, r.Overdue + o.Overdue, r.Died + o.Died, r.Released + o.Released, r.Failed + o.Failed,
		r.Waiting + o.Waiting, r.Deliveries + o.Deliveries, r.Crawls + o.Crawls, first.Oldest, first.OldestJob, first.OldestWorker, r.Unfinished || o.Unfinished,
	}
}

// round is one sweep.
type round struct {
	*Sweeper
	until context.Context //nolint:containedctx // the end of the sweep, earlier than that of its calls
	by    time.Time
	dead  bool // the process with the workers and the queues died
	// seen are the ids that a recovery handled, by shard: what it moves stays within its range.
	seen [store.DueShards]map[string]bool

	mu       sync.Mutex
	total    Report
	problems []error
	depths   map[string]*depth
}

// depth is a queue's, read once a round.
type depth struct {
	once     sync.Once
	messages int
	err      error
}

func (s *Sweeper) round(until context.Context, by time.Time) *round {
	return &round{Sweeper: s, until: until, by: by, depths: map[string]*depth{}}
}

// all sweeps lane after lane.
func (r *round) all(ctx context.Context) error {
	for _, lane := range store.Lanes() {
		var wait sync.WaitGroup
		for shard := range store.DueShards {
			wait.Go(func() { r.shard(ctx, lane, shard) })
		}
		wait.Wait()
	}
	return errors.Join(r.problems...)
}

// shard sweeps one partition of the index from its start to its end. What a sweep handled
// is due later and does not come again.
func (r *round) shard(ctx context.Context, lane store.Lane, shard int) {
	q := store.DueQuery{Lane: lane, Shard: shard, By: r.by, Limit: pageSize}
	for more := true; more; more = q.After.More() {
		if r.until.Err() != nil {
			r.count(Report{Unfinished: true}, nil)
			return
		}
		due, after, err := r.store.Due(ctx, q)
		if err != nil {
			r.count(Report{}, err)
			return
		}
		q.After = after
		for _, d := range due {
			if !r.dead || r.first(shard, idOf(d)) {
				r.count(r.handle(ctx, d))
			}
		}
	}
}

// first reports whether a recovery meets an id for the first time. A shard is swept by one
// goroutine at a time.
func (r *round) first(shard int, id string) bool {
	if r.seen[shard] == nil {
		r.seen[shard] = map[string]bool{}
	}
	met := r.seen[shard][id]
	r.seen[shard][id] = true
	return !met
}

func (r *round) count(more Report, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total = r.total.plus(more)
	if err != nil && len(r.problems) < maxProblems {
		r.problems = append(r.problems, err)
	}
}

func idOf(d store.Due) string {
	switch {
	case d.Job != nil:
		return d.Job.ID
	case d.Crawl != nil:
		return d.Crawl.ID
	}
	return d.Delivery.ID
}
