// Package worker performs jobs from a queue: decode, claim, run until the deadline,
// store the result, finish. It alone decides what is acknowledged, tried again or
// refunded. It must not know any kind, nor how messages reach it.
package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"runtime/debug"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/core/seal"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/meter"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/turn"
)

const (
	// StopBefore is how long before the function's own end a run is stopped, so
	// that there is time to say so honestly.
	StopBefore = 20 * time.Second
	// TimeoutMargin is what a worker function has beyond its kind's ceiling.
	TimeoutMargin = 30 * time.Second
	// leaseMargin is what a lease has beyond the function's time-out.
	leaseMargin = 30 * time.Second
	// retryDelay is how long a released job waits before its second try.
	retryDelay = 2 * time.Second
	// writeTime bounds the writes after a run: the run's own time may be over.
	writeTime = 15 * time.Second
	// watchEvery is how often a run's job is looked at, so that one that was cancelled
	// stops. Most runs end before the first look, which costs a read.
	watchEvery = 10 * time.Second
)

// Jobs is the part of the store that a worker needs.
type Jobs interface {
	Claim(ctx context.Context, org, id string, t store.Terms) (*job.Job, store.Claim, error)
	Crowd(ctx context.Context, j *job.Job) (store.Crowd, error)
	Postpone(ctx context.Context, j *job.Job, wait, grace time.Duration) (bool, error)
	Release(ctx context.Context, j *job.Job) (bool, error)
	NoteProgress(ctx context.Context, j *job.Job, p job.Progress) (bool, error)
	HandOver(ctx context.Context, j *job.Job, to string, spent time.Duration) (bool, error)
	Finish(ctx context.Context, j *job.Job, o store.Outcome) (bool, error)
	LeavePlace(ctx context.Context, j *job.Job) error
	PutCache(ctx context.Context, j *job.Job) error
	Job(ctx context.Context, org, id string) (*job.Job, error)
}

// Results stores what a run gives.
type Results interface {
	Save(ctx context.Context, j *job.Job, value json.RawMessage) (*job.ResultRef, error)
}

// Checkpoints keeps what runs have so far.
type Checkpoints interface {
	Of(j *job.Job) kind.Checkpoint
}

// Queue sends a job to be tried again.
type Queue interface {
	SendJob(ctx context.Context, worker string, m queue.Job, delay time.Duration) error
	// SendCrawl has a crawl go on, after the end of one of its pages.
	SendCrawl(ctx context.Context, m queue.Crawl, delay time.Duration) error
}

// Runner runs jobs by their actions: a kind.Runner.
type Runner interface {
	Run(ctx context.Context, run kind.Run[json.RawMessage]) (kind.Output[json.RawMessage], error)
}

// Deps are what a Worker is built of.
type Deps struct {
	Jobs        Jobs
	Results     Results
	Checkpoints Checkpoints
	Queue       Queue
	Turns       turn.Taker  // of hosts, which pages of crawls wait for
	Seals       seal.Sealer // opens what callers keep secret
	Log         *slog.Logger
	// SharePercent is how much of a function one organization may have; 0 is the usual part.
	SharePercent int
	Now          func() time.Time // nil is time.Now
}

// Worker performs the jobs of one queue.
type Worker struct {
	Deps
	about  kind.Function
	runner Runner
	log    *slog.Logger
}

// New returns what does the work that a kind declares.
func New(about kind.Function, runner Runner, d Deps) *Worker {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Worker{Deps: d, about: about, runner: runner, log: d.Log.With("worker", about.Name)}
}

// Timeout is how long a worker's function may take.
func Timeout(about kind.Function) time.Duration { return about.Ceiling + TimeoutMargin }

// Handle performs the jobs of one batch and names the messages that SQS is to give
// again: those whose job could not even be claimed or given back.
func (w *Worker) Handle(ctx context.Context, batch events.SQSEvent) (events.SQSEventResponse, error) {
	answer := events.SQSEventResponse{BatchItemFailures: []events.SQSBatchItemFailure{}}
	for _, m := range batch.Records {
		if err := w.message(ctx, m); err != nil {
			w.log.ErrorContext(ctx, "job message left for another try", "message_id", m.MessageId, "error", err)
			answer.BatchItemFailures = append(answer.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: m.MessageId})
		}
	}
	return answer, nil
}

// message performs one job. An error means that the message must come again.
func (w *Worker) message(ctx context.Context, m events.SQSMessage) error {
	var name queue.Job
	if err := json.Unmarshal([]byte(m.Body), &name); err != nil || name.JobID == "" || name.OrgID == "" {
		// Never ours: coming again would not help, and there is no job to fail.
		w.log.ErrorContext(ctx, "message is not a job", "message_id", m.MessageId)
		return nil //nolint:nilerr // acknowledged on purpose
	}
	log := w.log.With("job_id", name.JobID, "org_id", name.OrgID)
	j, claim, err := w.Jobs.Claim(ctx, name.OrgID, name.JobID, store.Terms{Worker: w.about.Name, Lease: Timeout(w.about) + leaseMargin, Most: Share(w.about, w.SharePercent)})
	if err != nil {
		return err
	}
	if j != nil {
		log = log.With(meter.About(j)...)
	}
	switch claim {
	case store.Claimed:
		return w.perform(ctx, log, j)
	case store.Exhausted:
		return w.fail(ctx, log, j, errs.Of(errs.JobInterrupted), done{})
	case store.Crowded:
		return w.postpone(ctx, log, j)
	case store.Ended, store.Leased, store.Missing, store.Elsewhere:
		log.InfoContext(ctx, "nothing to do for a message", "claim", int(claim))
	}
	return nil
}

// perform runs a claimed job and ends it. Writes go on after the run's time.
func (w *Worker) perform(ctx context.Context, log *slog.Logger, j *job.Job) error {
	runCtx, cancel := w.deadline(ctx)
	defer cancel()
	progress := w.reporter(j)
	runCtx, unwatch := w.watch(meter.With(runCtx, log), j)
	began := w.Now()
	made, err := w.run(runCtx, j, progress)
	timedOut, stopped := errors.Is(context.Cause(runCtx), context.DeadlineExceeded), errors.Is(ctx.Err(), context.Canceled)
	unwatch()
	writes, stop := context.WithTimeout(context.WithoutCancel(ctx), writeTime)
	defer stop()
	if errors.Is(err, errElsewhere) {
		return w.handOver(writes, log, j, w.Now().Sub(began))
	}
	switch {
	case err == nil: // in time, if only just
	case stopped: // the process ends, and the job is not to blame
		err = errs.Of(errs.ServiceUnavailable)
	case timedOut:
		err = errs.Newf(errs.JobTimeout, "The job was stopped after %s, its maximum duration.", w.about.Ceiling)
	}
	outcome := store.Outcome{
		Status: job.Succeeded, Meta: made.meta, Refund: made.undelivered, Unneeded: made.unneeded, Found: made.found,
	}
	if err == nil {
		outcome.Result, err = w.Results.Save(writes, j, made.value)
	}
	if err != nil {
		if again, retryErr := w.retry(writes, log, j, err); again {
			return retryErr
		}
		return w.fail(writes, log, j, err, made)
	}
	return w.end(writes, log, j, outcome)
}

// watch ends the run's context once the job is not this run's any more: somebody
// cancelled it, or another worker has it. A look that fails decides nothing.
func (w *Worker) watch(ctx context.Context, j *job.Job) (watched context.Context, stop func()) {
	watched, cancel := context.WithCancelCause(ctx)
	go func() {
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-watched.Done():
				return
			case <-tick.C:
			}
			now, err := w.Jobs.Job(watched, j.OrgID, j.ID)
			if err == nil && (now.Status != job.Running || now.Fence != j.Fence) {
				cancel(errs.Of(errs.Cancelled))
				return
			}
		}
	}()
	return watched, func() { cancel(nil) }
}

// deadline gives the run its kind's ceiling, or less when the function ends
// before.
func (w *Worker) deadline(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := w.about.Ceiling
	if end, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(end)-StopBefore) //nolint:forbidigo // contexts end by the real clock
	}
	return context.WithTimeout(ctx, limit)
}

// done is what a run gave.
type done struct {
	value, meta json.RawMessage
	// What one that succeeds gives back of its charge.
	undelivered, unneeded int64
	found                 []byte
}

// turn waits for the turn at its host of a page of a crawl that keeps a delay. The crawl admits such pages about when that
// is, and messages take what time they take.
func (w *Worker) turn(ctx context.Context, j *job.Job) error {
	p := j.Page
	if p == nil || p.SiteDelay+p.OwnDelay == 0 {
		return nil
	}
	target, err := url.Parse(j.Target)
	if err != nil {
		return errs.Internal(err)
	}
	return turn.Visit(ctx, w.Turns, w.Now, turn.Visitor{Host: target.Hostname(), Org: j.OrgID, SiteDelay: p.SiteDelay, OwnDelay: p.OwnDelay})
}

// run calls the runner. A panic is the runner's failure and not the worker's.
func (w *Worker) run(ctx context.Context, j *job.Job, progress *reporter) (d done, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errs.Internal(fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	secrets, err := w.Seals.Open(j.SealedFor(), j.Sealed)
	if err != nil {
		return done{}, errs.Internal(err)
	}
	args, err := seal.Restore(j.Input, secrets) // as the caller sent them
	if err != nil {
		return done{}, errs.Internal(err)
	}
	ctx = egress.Naming(ctx, named(j)...) // what the caller names is open to the run
	var out kind.Output[json.RawMessage]
	failed := w.turn(ctx, j)
	if failed == nil {
		out, failed = w.runner.Run(ctx, kind.Run[json.RawMessage]{
			JobID: j.ID, OrgID: j.OrgID, Action: j.Quote.Action, Args: args, Checkpoint: w.Checkpoints.Of(j),
			Page: j.Page, Reporter: progress.report, HandedOver: j.HandedOver != "", Spent: j.Spent, Charged: j.Quote.Credits,
		})
	}
	if len(out.Meta) > 0 {
		if d.meta, err = json.Marshal(out.Meta); err != nil {
			return done{}, fmt.Errorf("meta: %w", errors.Join(err, failed))
		}
	}
	if failed != nil && errs.As(failed).Unasked {
		out.Found = &job.Found{Unasked: true}
	}
	if out.Found != nil && j.Page != nil {
		if d.found, err = out.Found.Pack(); err != nil {
			return done{}, errs.Internal(err)
		}
	}
	if failed != nil {
		return d, failed
	}
	if out.HandOver && w.about.HandsTo != "" {
		return done{}, errElsewhere
	}
	if out.HandOver {
		return done{}, errs.Internal(fmt.Errorf("%s hands over to no function", w.about.Name))
	}
	if out.Incomplete {
		j.CacheKey = ""
	}
	d.value, d.meta = seal.Hide(out.Result, secrets), seal.Hide(d.meta, secrets)
	d.undelivered, d.unneeded = out.Refund, out.Unneeded
	return d, nil
}

// retry gives a job back when our own parts failed and it may be tried again. What
// the target did is the job's answer and is never tried here.
func (w *Worker) retry(ctx context.Context, log *slog.Logger, j *job.Job, cause error) (bool, error) {
	if !errs.Is(cause, errs.ServiceUnavailable) || j.Attempts >= job.MaxAttempts {
		return false, nil
	}
	log.WarnContext(ctx, "job given back", "attempts", j.Attempts, "error", cause)
	mine, err := w.Jobs.Release(ctx, j)
	if err != nil {
		return true, err
	}
	if !mine {
		return true, w.leave(ctx, log, j)
	}
	// A send that fails is made up for by the sweeper.
	if err := w.Queue.SendJob(ctx, j.Worker, queue.Job{OrgID: j.OrgID, JobID: j.ID}, retryDelay); err != nil {
		log.WarnContext(ctx, "retry not sent", "error", err)
	}
	return true, nil
}

func (w *Worker) fail(ctx context.Context, log *slog.Logger, j *job.Job, cause error, d done) error {
	f := job.FailureOf(cause)
	f.Message = seal.Text(f.Message)
	if f.Code == errs.InternalError || f.Code == errs.JobInterrupted {
		meter.Fault(ctx, log, cause)
	}
	return w.end(ctx, log.With("code", f.Code), j, store.Outcome{Status: job.Failed, Error: f, Meta: d.meta, Found: d.found})
}

// leave is for a run whose job was ended or claimed by another: only now does it keep nobody out.
// When it fails the message comes again, and finds the job ended.
func (w *Worker) leave(ctx context.Context, log *slog.Logger, j *job.Job) error {
	log.WarnContext(ctx, "job was ended or claimed by another")
	return w.Jobs.LeavePlace(ctx, j)
}

// end finishes a job and offers its result to later equal calls.
func (w *Worker) end(ctx context.Context, log *slog.Logger, j *job.Job, o store.Outcome) error {
	mine, err := w.Jobs.Finish(ctx, j, o)
	if err != nil {
		return err
	}
	if !mine {
		return w.leave(ctx, log, j)
	}
	if j.Page != nil {
		// A send that fails is made up for by the sweeper.
		if err := w.Queue.SendCrawl(ctx, queue.Crawl{OrgID: j.OrgID, CrawlID: j.Page.CrawlID}, 0); err != nil {
			log.WarnContext(ctx, "crawl not sent", "crawl_id", j.Page.CrawlID, "error", err)
		}
	}
	if j.Status == job.Succeeded && j.CacheKey != "" {
		if err := w.Jobs.PutCache(ctx, j); err != nil {
			log.WarnContext(ctx, "result not cached", "error", err)
		}
	}
	return nil
}
