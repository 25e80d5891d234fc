package kind

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/read/page/glyph"
)

// Worker performs jobs whose arguments are A and whose result is R. It MUST be safe for
// concurrent use, end soon after ctx does and return *errs.Error with a job-level code
// for every failure that a caller can understand; anything else is reported as
// internal_error. Beside an error the Output's Meta is kept, and its Result is not.
type Worker[A, R any] interface {
	Run(ctx context.Context, run Run[A]) (Output[R], error)
}

// Run is one execution of a job, as its worker sees it.
type Run[A any] struct {
	JobID  string
	OrgID  string
	Action credit.Action // what it is booked under
	Args   A             // as Prepare left them
	// Charged are the credits of admission.
	Charged int64
	// HandedOver says that another function handed the job over to this one, and Spent how
	// much of the caller's time that one took.
	HandedOver bool
	Spent      time.Duration
	// Page is of a job that is a page of a crawl, which wants Output.Found; nil for any other.
	Page *job.Page
	// Checkpoint keeps what the run has so far; nil keeps nothing. See Resume and Keep.
	Checkpoint Checkpoint
	// Reporter takes how far the run has come; nil takes nothing. See Report.
	Reporter Reporter
}

// Reporter takes how far a run has come. It MUST be safe for concurrent use, and bounds what
// a report costs: a run may report each unit.
type Reporter func(ctx context.Context, p job.Progress)

// Report has pollers see how far the run has come: done units of total in a stage, which has
// a name of one or two words. Total is 0 where it is not known. What it costs is bounded, so
// not every report is seen.
func (r Run[A]) Report(ctx context.Context, done, total int, stage string) {
	if r.Reporter != nil {
		r.Reporter(ctx, job.Progress{Done: int64(done), Total: int64(total), Stage: stage})
	}
}

// Output is what a run gives.
type Output[R any] struct {
	Result R              // marshals to a JSON object
	Meta   map[string]any // shown beside the result, under data.meta
	// Incomplete says that a part of the result is missing for a temporary reason. The
	// job succeeds, and its result is not cached, so that the next call tries again.
	Incomplete bool
	// Refund are credits for what was charged at admission and not delivered by a job that succeeds,
	// in the transaction that ends it. More than the charge is the charge. A result that gives some
	// back is never cached: from the cache it would be charged in full.
	Refund int64
	// Unneeded are credits that were charged at admission for what the run then did not need, and that
	// go back as Refund's do. The result may be cached, and costs from there what was left.
	Unneeded int64
	// Found is what a crawl goes on with; only of a run with a Page.
	Found *job.Found
	// HandOver gives the job to the function that its own hands to, in place of a result.
	HandOver bool
}

// Checkpoint keeps what a job's runs have got so far, until the job ends.
type Checkpoint interface {
	// Load returns what an earlier run of the job saved last, nil when there is nothing.
	Load(ctx context.Context) (json.RawMessage, error)
	// Save replaces it. The error is cancelled when the job was ended or is another
	// worker's now: the run is to stop.
	Save(ctx context.Context, state json.RawMessage) error
}

// Resume fills state with what an earlier run of the same job kept, when its worker was
// lost; found is false when there was none. A long kind begins with it.
func (r Run[A]) Resume(ctx context.Context, state any) (found bool, err error) {
	if r.Checkpoint == nil {
		return false, nil
	}
	kept, err := r.Checkpoint.Load(ctx)
	if err != nil || kept == nil {
		return false, err
	}
	if err := json.Unmarshal(kept, state); err != nil {
		return false, fmt.Errorf("checkpoint of %s: %w", r.JobID, err)
	}
	return true, nil
}

// Keep saves what the run has so far, for Resume. Its error ends the run.
func (r Run[A]) Keep(ctx context.Context, state any) error {
	if r.Checkpoint == nil {
		return nil
	}
	raw, err := json.Marshal(state)
	if err != nil {
		return fmt.Errorf("checkpoint of %s: %w", r.JobID, err)
	}
	return r.Checkpoint.Save(ctx, raw)
}

// Runner performs jobs of the calls that it was paired with. It decodes the canonical
// input and encodes the result, so that workers see neither.
type Runner struct{ pairs []pair }

type pair struct {
	actions []credit.Action
	run     func(context.Context, Run[json.RawMessage]) (Output[json.RawMessage], error)
}

// Pair joins a call with what performs its jobs. Arguments, result and worker that do
// not belong together do not compile.
func Pair[A, R any](call Typed[A, R], w Worker[A, R]) Runner {
	return Runner{[]pair{{call.Actions(), func(ctx context.Context, raw Run[json.RawMessage]) (Output[json.RawMessage], error) {
		return perform(ctx, w, raw)
	}}}}
}

// Join is a Runner of the calls of all of them, for a function that performs several.
func Join(runners ...Runner) Runner {
	var all Runner
	for _, r := range runners {
		all.pairs = append(all.pairs, r.pairs...)
	}
	return all
}

// Performs reports whether jobs of an action have a worker here.
func (r Runner) Performs(action credit.Action) bool {
	return slices.ContainsFunc(r.pairs, func(p pair) bool { return slices.Contains(p.actions, action) })
}

// Run performs a job by the worker of its action. An input that cannot be decoded and an
// action that no call has are internal errors: the API admitted neither.
func (r Runner) Run(ctx context.Context, raw Run[json.RawMessage]) (Output[json.RawMessage], error) {
	for _, p := range r.pairs {
		if slices.Contains(p.actions, raw.Action) {
			return p.run(ctx, raw)
		}
	}
	return Output[json.RawMessage]{}, errs.Internal(fmt.Errorf("no worker of action %q", raw.Action))
}

func perform[A, R any](ctx context.Context, w Worker[A, R], raw Run[json.RawMessage]) (Output[json.RawMessage], error) {
	run := Run[A]{
		JobID: raw.JobID, OrgID: raw.OrgID, Action: raw.Action, Checkpoint: raw.Checkpoint, Reporter: raw.Reporter,
		HandedOver: raw.HandedOver, Spent: raw.Spent, Charged: raw.Charged, Page: raw.Page,
	}
	if err := json.Unmarshal(raw.Args, &run.Args); err != nil {
		return Output[json.RawMessage]{}, errs.Internal(fmt.Errorf("input: %w", err))
	}
	out, err := w.Run(ctx, run)
	encoded := Output[json.RawMessage]{
		Meta: out.Meta, Incomplete: out.Incomplete || out.Refund > 0, Refund: out.Refund, Unneeded: out.Unneeded,
		HandOver: out.HandOver, Found: out.Found,
	}
	if err != nil || out.HandOver {
		return encoded, err
	}
	result, err := json.Marshal(out.Result)
	if err != nil {
		return encoded, errs.Internal(fmt.Errorf("result: %w", err))
	}
	encoded.Result = glyph.JSON(result, verbatim(out.Result)...)
	return encoded, nil
}

// Verbatim is implemented by results some of whose members are bytes as they were served. Of all others the characters
// that nobody sees are taken out, since language models would read them.
type Verbatim interface {
	// Verbatim are the names of those members, at the top of the result.
	Verbatim() []string
}

func verbatim(result any) []string {
	if v, ok := result.(Verbatim); ok {
		return v.Verbatim()
	}
	return nil
}
