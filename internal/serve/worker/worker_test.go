package worker_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/checkpoint"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/serve/worker"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/turn"
)

type (
	input  = kind.Run[json.RawMessage]
	output = kind.Output[json.RawMessage]
)

// encoded is a result as a kind.Runner gives it.
func encoded(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return raw
}

// runner is a worker.Runner that is a function.
type runner func(ctx context.Context, r input) (output, error)

func (f runner) Run(ctx context.Context, r input) (output, error) { return f(ctx, r) }

// bundle is a worker over a real store.
type bundle struct {
	*storetest.Fixture
	queue   *storetest.Queue
	results *result.Results
	org     string
	worker  *worker.Worker
}

func setup(t *testing.T, run runner) *bundle {
	t.Helper()
	return setupWithin(t, time.Minute, run)
}

// setupWithin is setup for a kind with such a ceiling.
func setupWithin(t *testing.T, ceiling time.Duration, run runner) *bundle {
	t.Helper()
	b := &bundle{Fixture: storetest.New(t), queue: &storetest.Queue{}}
	b.org = b.Org(t, 10, 5)
	blobs := &storetest.Blobs{}
	b.results = result.New(b.Store, blobs)
	about := kind.Function{Name: "url", Ceiling: ceiling}
	b.worker = worker.New(about, run, worker.Deps{
		Jobs: b.Store, Results: b.results, Checkpoints: checkpoint.New(b.Store, blobs), Queue: b.queue, Turns: turn.NewAlone(b.Clock.Now), Log: slog.New(slog.DiscardHandler),
	})
	return b
}

// admit stores a job that costs 3 credits.
func (b *bundle) admit(t *testing.T, change func(*job.Job)) *job.Job {
	t.Helper()
	j := b.Job(b.org, 3)
	if change != nil {
		change(j)
	}
	if _, _, err := b.Admit(t.Context(), store.Admission{Job: j}); err != nil {
		t.Fatal(err)
	}
	return j
}

// handle gives the worker a job's message and returns the job after it.
func (b *bundle) handle(t *testing.T, j *job.Job) (*job.Job, events.SQSEventResponse) {
	t.Helper()
	body, err := json.Marshal(queue.Job{OrgID: j.OrgID, JobID: j.ID})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := b.worker.Handle(t.Context(), events.SQSEvent{Records: []events.SQSMessage{{MessageId: "m1", Body: string(body)}}})
	if err != nil {
		t.Fatal(err)
	}
	after, err := b.Store.Job(t.Context(), j.OrgID, j.ID)
	if err != nil {
		t.Fatal(err)
	}
	return after, answer
}

func (b *bundle) balance(t *testing.T) int64 {
	t.Helper()
	got, err := b.Balance(t.Context(), b.org, 1, true)
	if err != nil || got.InFlight != 0 || got.Reserved != 0 {
		t.Fatalf("got balance %+v, error %v; want no error, InFlight 0, Reserved 0", got, err)
	}
	return got.Balance
}

func TestSuccess(t *testing.T) {
	t.Parallel()
	b := setup(t, func(_ context.Context, r input) (output, error) {
		return output{Result: encoded(map[string]string{"input": string(r.Args)}), Meta: map[string]any{"tries": 1}}, nil
	})
	j := b.admit(t, func(j *job.Job) { j.CacheKey = "ck" })
	after, answer := b.handle(t, j)
	if after.Status != job.Succeeded || string(after.Meta) != `{"tries":1}` || len(answer.BatchItemFailures) != 0 {
		t.Fatalf(`got after %+v, answer %+v; want Status "succeeded", Meta {"tries":1}, no BatchItemFailures`, after, answer)
	}
	got, err := b.results.Load(t.Context(), b.org, after.Result)
	if diff := cmp.Diff(`{"input":"{\"url\":\"http://a.test/\"}"}`, string(got)); diff != "" || err != nil {
		t.Errorf("got error %v, want no error; Load mismatch (-want +got):\n%s", err, diff)
	}
	if b.balance(t) != 7 {
		t.Error("a success gave money back")
	}
	entry, found, err := b.Cached(t.Context(), b.org, "ck", time.Minute)
	if err != nil || !found || entry.Job != j.ID {
		t.Errorf("cache: %+v, %v, %v", entry, found, err)
	}
	if _, found, _ = b.Cached(t.Context(), b.org, "ck", -time.Second); found {
		t.Error("an entry older than asked for was found")
	}
}

func TestPassingResultsAreNotCached(t *testing.T) {
	t.Parallel()
	b := setup(t, func(context.Context, input) (output, error) {
		return output{Result: json.RawMessage(`{}`), Incomplete: true}, nil
	})
	after, _ := b.handle(t, b.admit(t, func(j *job.Job) { j.CacheKey = "ck" }))
	_, found, err := b.Cached(t.Context(), b.org, "ck", time.Minute)
	if after.Status != job.Succeeded || found || err != nil {
		t.Errorf(`got after %+v, found %v, error %v; want Status "succeeded", found false, no error`, after, found, err)
	}
}

// TestOnlySuccessesAreCached: equal calls never get a failure, nor what a job found that was
// ended by another meanwhile.
func TestOnlySuccessesAreCached(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		meanwhile func(*testing.T, *bundle, string)
		fails     error
		want      job.Status
	}{
		"a failure": {fails: errs.New(errs.UpstreamBlocked, "walled"), want: job.Failed},
		"cancelled meanwhile": {want: job.Cancelled, meanwhile: func(t *testing.T, b *bundle, id string) {
			t.Helper()
			j, err := b.Store.Job(t.Context(), b.org, id)
			if err != nil {
				t.Error(err)
				return
			}
			if mine, err := b.Finish(t.Context(), j, store.Outcome{Status: job.Cancelled}); !mine || err != nil {
				t.Errorf("got cancelled %t, error %v; want true, no error", mine, err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b *bundle
			b = setup(t, func(_ context.Context, r input) (output, error) {
				if c.meanwhile != nil {
					c.meanwhile(t, b, r.JobID)
				}
				return output{Result: json.RawMessage(`{}`)}, c.fails
			})
			after, _ := b.handle(t, b.admit(t, func(j *job.Job) { j.CacheKey = "ck" }))
			entry, found, err := b.Cached(t.Context(), b.org, "ck", time.Hour)
			if after.Status != c.want || found || err != nil {
				t.Errorf("got status %s, cache entry %+v, found %t, error %v; want %s, nothing found, no error", after.Status, entry, found, err, c.want)
			}
		})
	}
}

// TestAJobWhoseWorkersDiedEnds: the message of a job that was claimed as often as may be ends
// it with its charge refunded.
func TestAJobWhoseWorkersDiedEnds(t *testing.T) {
	t.Parallel()
	b := setup(t, func(context.Context, input) (output, error) {
		t.Error("the job was run once more")
		return output{}, nil
	})
	j := b.admit(t, nil)
	for range job.MaxAttempts {
		if _, claim, err := b.Claim(t.Context(), b.org, j.ID, store.Terms{Lease: time.Minute}); claim != store.Claimed || err != nil {
			t.Fatalf("got claim %v, error %v; want claim %v, no error", claim, err, store.Claimed)
		}
		b.Clock.Move(time.Minute + time.Second)
	}
	after, answer := b.handle(t, j)
	if after.Status != job.Failed || after.Error.Code != errs.JobInterrupted || after.Refunded != 3 || len(answer.BatchItemFailures) != 0 {
		t.Fatalf("got job %+v, answer %+v; want it failed by job_interrupted, 3 credits refunded, no failure of the message", after, answer)
	}
	if got := b.balance(t); got != 10 {
		t.Errorf("got balance %d, want 10", got)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		run  runner
		want job.Failure
	}{
		{
			"a typed error is told",
			func(context.Context, input) (output, error) {
				return output{}, errs.New(errs.UpstreamBlocked, "walled")
			},
			job.Failure{Code: errs.UpstreamBlocked, Message: "walled", Retryable: true},
		},
		{
			"another is not",
			func(context.Context, input) (output, error) { return output{}, errors.New("secret path") },
			job.Failure{Code: errs.InternalError, Message: errs.InternalError.Text(), Retryable: true},
		},
		{
			"a panic ends the job alone",
			func(context.Context, input) (output, error) { panic("secret") },
			job.Failure{Code: errs.InternalError, Message: errs.InternalError.Text(), Retryable: true},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, c.run)
			after, answer := b.handle(t, b.admit(t, nil))
			if after.Status != job.Failed || len(answer.BatchItemFailures) != 0 {
				t.Errorf(`got after %+v, answer %+v; want Status "failed", no BatchItemFailures`, after, answer)
			}
			if diff := cmp.Diff(&c.want, after.Error); diff != "" {
				t.Errorf("after.Error mismatch (-want +got):\n%s", diff)
			}
			if b.balance(t) != 10 || after.Refunded != 3 {
				t.Error("a failure was not refunded")
			}
		})
	}
}

func TestRunBeyondItsCeilingIsStopped(t *testing.T) {
	t.Parallel()
	b := setupWithin(t, 50*time.Millisecond, func(ctx context.Context, _ input) (output, error) {
		<-ctx.Done()
		return output{}, ctx.Err()
	})
	after, _ := b.handle(t, b.admit(t, nil))
	want := &job.Failure{Code: errs.JobTimeout, Message: "The job was stopped after 50ms, its maximum duration.", Retryable: true}
	if diff := cmp.Diff(want, after.Error); diff != "" || b.balance(t) != 10 {
		t.Errorf("got balance %v, want 10; Error mismatch (-want +got):\n%s", b.balance(t), diff)
	}
}

func TestDuplicateMessageRunsNothing(t *testing.T) {
	t.Parallel()
	runs := 0
	b := setup(t, func(context.Context, input) (output, error) {
		runs++
		return output{Result: json.RawMessage(`{}`)}, nil
	})
	j := b.admit(t, nil)
	for range 3 {
		if _, answer := b.handle(t, j); len(answer.BatchItemFailures) != 0 {
			t.Error("a duplicate was not acknowledged")
		}
	}
	if runs != 1 {
		t.Errorf("%d runs", runs)
	}
}

func TestForeignMessagesAreDropped(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	for _, body := range []string{"", "{}", "[1]", `{"orgId":"o","jobId":"job_unknown"}`} {
		answer, err := b.worker.Handle(t.Context(), events.SQSEvent{Records: []events.SQSMessage{{MessageId: "m", Body: body}}})
		if err != nil || len(answer.BatchItemFailures) != 0 {
			t.Errorf("%q: got answer %+v, error %v; want no error, no BatchItemFailures", body, answer, err)
		}
	}
}

func TestDatabaseAwayLeavesTheMessage(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	j := b.admit(t, nil)
	b.Fault.Before(func(operation string) (*http.Response, error) {
		if operation == "UpdateItem" {
			return nil, errors.New("away")
		}
		return nil, nil
	})
	after, answer := b.handle(t, j)
	if after.Status != job.Queued || len(answer.BatchItemFailures) != 1 {
		t.Errorf(`got after %+v, answer %+v; want Status "queued", 1 BatchItemFailures`, after, answer)
	}
}

func TestResultNotStoredIsTriedOnceMore(t *testing.T) {
	t.Parallel()
	b := setup(t, func(context.Context, input) (output, error) {
		return output{Result: json.RawMessage(`{}`)}, nil
	})
	j := b.admit(t, nil)
	b.Fault.Before(func(operation string) (*http.Response, error) {
		if operation == "PutItem" {
			return nil, errors.New("away")
		}
		return nil, nil
	})
	after, _ := b.handle(t, j)
	if after.Status != job.Queued || len(b.queue.Jobs()) != 1 {
		t.Fatalf(`got after %+v, want Status "queued", 1 queue.Jobs()`, after)
	}
	after, _ = b.handle(t, j)
	if after.Status != job.Failed || after.Error.Code != errs.ServiceUnavailable || b.balance(t) != 10 {
		t.Errorf(`got after %+v, after.Error %+v; want Status "failed", Error.Code "service_unavailable", balance(t) 10`, after, after.Error)
	}
}

func TestStoppedProcessGivesTheJobBack(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	b := setup(t, func(runCtx context.Context, _ input) (output, error) {
		stop()
		<-runCtx.Done()
		return output{}, runCtx.Err()
	})
	j := b.admit(t, nil)
	body, _ := json.Marshal(queue.Job{OrgID: j.OrgID, JobID: j.ID})
	if _, err := b.worker.Handle(ctx, events.SQSEvent{Records: []events.SQSMessage{{Body: string(body)}}}); err != nil {
		t.Fatal(err)
	}
	after, err := b.Store.Job(t.Context(), j.OrgID, j.ID)
	if err != nil || after.Status != job.Queued {
		t.Errorf(`got after %+v, error %v; want no error, Status "queued"`, after, err)
	}
}

func TestHugeResultIsCut(t *testing.T) {
	t.Parallel()
	b := setup(t, func(context.Context, input) (output, error) {
		return output{Result: encoded(map[string]any{"url": "u", "raw": strings.Repeat("x", result.MaxInline)})}, nil
	})
	after, _ := b.handle(t, b.admit(t, nil))
	if !after.Result.Truncated() || after.Result.Size <= result.MaxInline {
		t.Fatalf("got after.Result %+v, want Truncated() true, Size over 4194304", after.Result)
	}
	got, err := b.results.Load(t.Context(), b.org, after.Result)
	if string(got) != `{"url":"u"}` || err != nil {
		t.Errorf(`got raw message %s, error %v; want {"url":"u"}, no error`, got, err)
	}
	if link, err := b.results.URL(t.Context(), after.Result); link == "" || err != nil {
		t.Errorf("got link %q, error %v; want a link, no error", link, err)
	}
}

func TestDeadLetters(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	dead := worker.NewDeadLetters(b.Store, slog.New(slog.DiscardHandler))
	j := b.admit(t, nil)
	body, _ := json.Marshal(queue.Job{OrgID: j.OrgID, JobID: j.ID})
	for range 2 { // a second letter about the same job finds it ended
		answer, err := dead.Handle(t.Context(), events.SQSEvent{Records: []events.SQSMessage{
			{MessageId: "a", Body: string(body)}, {MessageId: "b", Body: "?"},
		}})
		if err != nil || len(answer.BatchItemFailures) != 0 {
			t.Fatalf("got answer %+v, error %v; want no error, no BatchItemFailures", answer, err)
		}
	}
	after, err := b.Store.Job(t.Context(), j.OrgID, j.ID)
	if err != nil || after.Status != job.Failed || b.balance(t) != 10 {
		t.Errorf(`got after %+v, error %v; want no error, Status "failed", balance(t) 10`, after, err)
	}
}

// TestCallersNames holds that a run may go to the mapped names that its call names, and
// to no others.
func TestCallersNames(t *testing.T) {
	t.Parallel()
	hosts, err := egress.ParseHosts([]string{"mine.test=127.0.0.1:3000", "also.test=127.0.0.1:3001", "other.test=127.0.0.1:3002"})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	b := setup(t, func(ctx context.Context, _ input) (output, error) {
		for _, host := range []string{"mine.test", "also.test", "other.test"} {
			got[host] = hosts.Permits(ctx, host)
		}
		return output{Result: encoded(map[string]string{})}, nil
	})
	b.handle(t, b.admit(t, func(j *job.Job) {
		j.Input = json.RawMessage(`{"url":"http://mine.test/a","about":{"domains":["also.test"]},"query":"what is other.test"}`)
	}))
	if diff := cmp.Diff(map[string]bool{"mine.test": true, "also.test": true, "other.test": false}, got); diff != "" {
		t.Errorf("names that the run may go to mismatch (-want +got):\n%s", diff)
	}
}

// TestUnasked: a page of a crawl whose host was not asked says so to its crawl, and a job of none keeps nothing.
func TestUnasked(t *testing.T) {
	t.Parallel()
	for name, page := range map[string]*job.Page{"a page": {CrawlID: "crl_1", Number: 2}, "a job of its own": nil} {
		b := setup(t, func(context.Context, input) (output, error) {
			e := errs.Of(errs.UpstreamRateLimited)
			e.Unasked = true
			return output{}, e
		})
		after, _ := b.handle(t, b.admit(t, func(j *job.Job) { j.Page = page }))
		found, err := job.UnpackFound(after.Found)
		if want := page != nil; after.Status != job.Failed || err != nil || found.Unasked != want {
			t.Errorf("%s: got %s, error %v, unasked %t; want failed, none, %t", name, after.Status, err, found.Unasked, want)
		}
	}
}

// TestTurnsOfPages: a page of a crawl that keeps a delay is not asked for before its turn, and one that does not come to it is
// not run.
func TestTurnsOfPages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		site, own time.Duration
		runs      int
	}{"no delay": {0, 0, 2}, "its own": {0, time.Minute, 1}, "the site's": {time.Minute, 0, 1}} {
		runs := 0
		b := setup(t, func(context.Context, input) (output, error) {
			runs++
			return output{}, nil
		})
		var last *job.Job
		for n := range int64(2) {
			last, _ = b.handle(t, b.admit(t, func(j *job.Job) {
				j.Target, j.Page = "http://a.test/x", &job.Page{CrawlID: "crl_1", Number: n + 1, SiteDelay: c.site, OwnDelay: c.own}
			}))
		}
		found, err := job.UnpackFound(last.Found)
		if runs != c.runs || err != nil || found.Unasked != (c.runs == 1) {
			t.Errorf("%s: got %d runs, error %v, unasked %t; want %d, none, %t", name, runs, err, found.Unasked, c.runs, c.runs == 1)
		}
	}
}
