package job

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
)

// Spec is what a kind declares. Routes, validation, price, cache time, queue,
// function, alarms and documentation all follow from it.
type Spec struct {
	Kind string // "url": the public name, the queue's and the function's
	Call        // that makes jobs of the kind

	// Variants are further calls that make such jobs, each under actions of its own:
	// the runner tells them apart by Run.Action.
	Variants []Call
	// Batch, when there is one, is the call that makes many jobs of the kind.
	Batch *Batch

	CacheTTL  time.Duration // reuse time when the caller names none; 0 is no caching
	AsyncOnly bool          // never waits: always 202

	Worker Worker // that performs the kind's jobs
	// Others are workers of some actions that need more than the kind's own has.
	Others []Worker
}

// Worker is a queue of jobs and the function that performs them.
type Worker struct {
	// Name is the queue's and the function's; that of a kind's own worker is the
	// kind's, and need not be given.
	Name string
	// Actions are those whose jobs it performs, for workers that Others names.
	Actions []credit.Action

	Ceiling     time.Duration // the longest a run may take
	Browser     bool          // the runner needs Chromium
	Model       bool          // the runner asks the installation's language or embedding model
	MemoryMB    int           // of the function
	Concurrency int           // the most runs at once in one installation
}

// GOARCH is the processor that the worker's function is built for and runs on, by
// Go's name: Chromium exists for amd64 only, and arm64 is cheaper.
func (w Worker) GOARCH() string {
	if w.Browser {
		return "amd64"
	}
	return "arm64"
}

// Workers returns every worker of the kind, its own first.
func (s Spec) Workers() []Worker {
	own := s.Worker
	own.Name = s.Kind
	return append([]Worker{own}, s.Others...)
}

// WorkerOf returns the worker that performs the jobs of an action.
func (s Spec) WorkerOf(action credit.Action) Worker {
	workers := s.Workers()
	for _, w := range workers[1:] {
		if slices.Contains(w.Actions, action) {
			return w
		}
	}
	return workers[0]
}

// Calls returns every call that makes one job of the kind.
func (s Spec) Calls() []Call { return append([]Call{s.Call}, s.Variants...) }

// Call is a call that makes one job.
type Call struct {
	Path    string // below /v1/public: "/scrape"
	Title   string // a few words for the documentation: "Scrape a URL"
	Summary string // and a sentence

	// Args returns a pointer to new, empty arguments. Its exported fields with
	// their json, doc and validation tags are the call's part of the body.
	Args func() Args
	// Result is what a job gives, by example, for the documentation.
	Result any
	// Examples are bodies that the documentation shows, the plainest first. A test
	// sends each of them to a service with the sample web for the internet, which
	// answers for https://example.com/, and each must succeed.
	Examples []Example
	// Actions are what jobs are booked under.
	Actions []credit.Action
	// Refuses are the codes with which Prepare refuses, beside invalid_request.
	Refuses []errs.Code
}

// Args are the decoded arguments of a kind. After Prepare their JSON is the
// canonical input: equal calls give equal bytes.
type Args interface {
	// Prepare checks what tags cannot say, fills defaults, clamps what is too
	// large and says what the job is about and what it costs. It MUST return an
	// *errs.Error with the field's name for everything that it refuses.
	Prepare(Caller) (Plan, error)
}

// Labelled are Args of which a field only names the job for its caller. Such a name is
// part of the input, and no reason for the cache to keep another result.
type Labelled interface {
	Args
	// Unlabelled returns the arguments without the name. It is called after Prepare.
	Unlabelled() Args
}

// Batch is a call that makes many jobs of a kind at once.
type Batch struct {
	Path    string // below /v1/public: "/scrape/batch"
	Title   string // a few words for the documentation
	Summary string // and a sentence
	// Args returns a pointer to new, empty arguments of the call.
	Args     func() BatchArgs
	Examples []Example
}

// Example is a request that works as it stands.
type Example struct {
	Name    string // a word: "markdown"
	Summary string // half a sentence
	Body    string // JSON
}

// BatchArgs are the decoded arguments of a batch call.
type BatchArgs interface {
	// Entries returns the arguments of each job, in the order of the answer. An
	// invalid_url of an entry's Prepare is that entry's own; any other error of one
	// refuses the batch.
	Entries() []Entry
}

// Entry is one job that a batch asks for.
type Entry struct {
	Name string // as the caller wrote it: the URL
	Args Args
}

// Caller is who asks for a job.
type Caller struct {
	OrgID string
	Grants
	// Cursors opens what a former job of the caller's gave as nextCursor.
	Cursors cursor.Sealer
}

// Grants are the abilities that the operator gave an organization.
type Grants struct {
	ExtendedCeilings bool
	Deep             bool
}

// Plan is the outcome of Prepare.
type Plan struct {
	Target string
	Quote  credit.Quote
	// Deprecated says that the call uses a field that is to go away.
	Deprecated bool
}

// Run is one execution of a job, as the runner sees it.
type Run struct {
	JobID  string
	OrgID  string
	Action credit.Action // what it is booked under
	Input  json.RawMessage
	// Progress keeps what the run has so far; nil keeps nothing. See Resume and Keep.
	Progress Progress
}

// Progress keeps what a job's runs have got so far, until the job ends.
type Progress interface {
	// Load returns what an earlier run of the job saved last, nil when there is nothing.
	Load(ctx context.Context) (json.RawMessage, error)
	// Save replaces it. The error is cancelled when the job was ended or is another
	// worker's now: the run is to stop.
	Save(ctx context.Context, state json.RawMessage) error
}

// Resume fills state with what an earlier run of the same job kept, when its worker was
// lost; found is false when there was none. A long kind begins with it.
func (r Run) Resume(ctx context.Context, state any) (found bool, err error) {
	if r.Progress == nil {
		return false, nil
	}
	kept, err := r.Progress.Load(ctx)
	if err != nil || kept == nil {
		return false, err
	}
	if err := json.Unmarshal(kept, state); err != nil {
		return false, fmt.Errorf("progress of %s: %w", r.JobID, err)
	}
	return true, nil
}

// Keep saves what the run has so far, for Resume. Its error ends the run.
func (r Run) Keep(ctx context.Context, state any) error {
	if r.Progress == nil {
		return nil
	}
	raw, err := json.Marshal(state)
	if err != nil {
		return fmt.Errorf("progress of %s: %w", r.JobID, err)
	}
	return r.Progress.Save(ctx, raw)
}

// Output is what a run gives.
type Output struct {
	Result any            // marshals to a JSON object
	Meta   map[string]any // told beside the result, under data.meta
	// Passing says that some of the result is missing for a reason that may be over at the
	// next call, which must not be given it from the cache.
	Passing bool
}

// Runner performs jobs of one kind. It MUST end soon after ctx does and return
// *errs.Error with a job-level code for every failure that a caller can
// understand; anything else is told as internal_error. Beside an error the Output's Meta
// is told, and its Result is not.
type Runner interface {
	Run(ctx context.Context, run Run) (Output, error)
}
