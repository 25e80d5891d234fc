package worker_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

// table holds one running job in memory, whose clock can stand still.
type table struct {
	mu       sync.Mutex
	job      job.Job
	looks    int
	finished []store.Outcome
	noted    []job.Progress
	left     []int64 // the fences of the runs that left their place
}

func (s *table) Claim(context.Context, string, string, store.Terms) (*job.Job, store.Claim, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.job.Status, s.job.Fence = job.Running, s.job.Fence+1
	return new(s.job), store.Claimed, nil
}

func (s *table) Job(context.Context, string, string) (*job.Job, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looks++
	return new(s.job), nil
}

func (*table) Crowd(context.Context, *job.Job) (store.Crowd, error) { return store.Crowd{}, nil }

func (*table) Postpone(context.Context, *job.Job, time.Duration, time.Duration) (bool, error) {
	return true, nil
}

func (s *table) change(change func(*job.Job)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.job)
}

func (s *table) Finish(_ context.Context, j *job.Job, o store.Outcome) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.job.Status != job.Running || s.job.Fence != j.Fence {
		return false, nil
	}
	s.job.Status = o.Status
	s.finished = append(s.finished, o)
	return true, nil
}

func (*table) Release(context.Context, *job.Job) (bool, error) { return false, nil }
func (*table) HandOver(context.Context, *job.Job, string, time.Duration) (bool, error) {
	return false, nil
}

func (s *table) NoteProgress(_ context.Context, _ *job.Job, p job.Progress) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noted = append(s.noted, p)
	return true, nil
}

func (s *table) LeavePlace(_ context.Context, j *job.Job) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left = append(s.left, j.Fence)
	return nil
}

func (*table) PutCache(context.Context, *job.Job) error { return nil }
func (*table) Of(*job.Job) kind.Checkpoint              { return nil }

func (*table) Save(context.Context, *job.Job, json.RawMessage) (*job.ResultRef, error) {
	return &job.ResultRef{Item: "r"}, nil
}

func (*table) SendCrawl(context.Context, queue.Crawl, time.Duration) error { return nil }

func (*table) SendJob(context.Context, string, queue.Job, time.Duration) error { return nil }

// TestRunIsStopped: a run learns within seconds that nobody waits for it any more.
func TestRunIsStopped(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(*job.Job){
		"cancelled":     func(j *job.Job) { j.Status = job.Cancelled },
		"taken over":    func(j *job.Job) { j.Fence++ },
		"given up upon": func(j *job.Job) { j.Status = job.Failed },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &table{job: job.Job{ID: "job_1", OrgID: "org_1"}}
				began := time.Now()
				run := runner(func(ctx context.Context, _ input) (output, error) {
					s.change(lose)
					<-ctx.Done()
					if !errs.Is(context.Cause(ctx), errs.Cancelled) {
						t.Errorf("the cause is %v", context.Cause(ctx))
					}
					return output{}, context.Cause(ctx)
				})
				perform(t, s, run)
				if took := time.Since(began); took > 15*time.Second {
					t.Errorf("it ran on for %s", took)
				}
				if len(s.finished) != 0 {
					t.Errorf("a lost run ended the job: %+v", s.finished)
				}
				if len(s.left) != 1 || s.left[0] != 1 {
					t.Errorf("got places left by runs %v, want once, by the first", s.left)
				}
			})
		})
	}
}

// TestRunIsLeftAlone: looks neither stop a run that is still wanted nor outlive it.
func TestRunIsLeftAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &table{job: job.Job{ID: "job_1", OrgID: "org_1"}}
		perform(t, s, func(ctx context.Context, _ input) (output, error) {
			select {
			case <-ctx.Done():
				return output{}, context.Cause(ctx)
			case <-time.After(45 * time.Second):
				return output{Result: json.RawMessage(`{}`)}, nil
			}
		})
		if s.job.Status != job.Succeeded || s.looks != 4 {
			t.Errorf("%s after %d looks", s.job.Status, s.looks)
		}
	})
}

// TestMetaOfFailure: what a kind tells of its ways is there when they led nowhere.
func TestMetaOfFailure(t *testing.T) {
	t.Parallel()
	s := &table{job: job.Job{ID: "job_1", OrgID: "org_1"}}
	perform(t, s, func(context.Context, input) (output, error) {
		return output{Meta: map[string]any{"tried": 3}}, errs.New(errs.UpstreamBlocked, "walled")
	})
	if len(s.finished) != 1 || s.finished[0].Status != job.Failed || string(s.finished[0].Meta) != `{"tried":3}` {
		t.Errorf(`got finished %+v, want length 1, [0].Status "failed", [0].Meta {"tried":3}`, s.finished)
	}
}

// perform gives a worker the table's job.
func perform(t *testing.T, s *table, run runner) {
	t.Helper()
	w := worker.New(kind.Function{Name: "url", Ceiling: time.Minute}, run, worker.Deps{
		Jobs: s, Results: s, Checkpoints: s, Queue: s, Log: slog.New(slog.DiscardHandler),
	})
	answer, err := w.Handle(t.Context(), events.SQSEvent{Records: []events.SQSMessage{{MessageId: "m", Body: `{"orgId":"org_1","jobId":"job_1"}`}}})
	if err != nil || len(answer.BatchItemFailures) > 0 {
		t.Fatalf("got answer %+v, error %v; want no error, no BatchItemFailures", answer, err)
	}
}
