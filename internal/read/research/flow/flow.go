// Package flow leads a topic through all stages of research, within its time, and keeps
// what it has after each, so that another worker can go on where one was lost: what was
// fetched is not fetched again, and no answer of a model is paid for twice. It must not
// know jobs, nor the shape of answers.
package flow

import (
	"cmp"
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/read/claims"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/collect"
	"github.com/quarryapi/quarry/internal/read/research/lane"
	"github.com/quarryapi/quarry/internal/read/research/plan"
	"github.com/quarryapi/quarry/internal/read/research/score"
)

// Model is the part of model.Client that is needed.
type Model interface {
	plan.Model
	score.Embedder
	Ready() error
}

// Keeper keeps the state of a run; kind.Run does. The errors of Keep end the run.
type Keeper interface {
	Resume(ctx context.Context, state any) (found bool, err error)
	Keep(ctx context.Context, state any) error
}

// Limits are how long the parts of a run may take. What is zero is the default.
type Limits struct {
	Collect time.Duration // all searching and reading; at most 7 tenths of the time that there is
	Lanes   time.Duration // of it, the searches of the first round
	Second  time.Duration // and those of the second
	Model   time.Duration // proposals of a model, and its vectors
	Judge   time.Duration // its judgements of claims
}

// The defaults. Web engines without a key answer twice a minute.
const (
	collectTime = 7 * time.Minute
	lanesTime   = 4 * time.Minute
	secondTime  = 90 * time.Second
	modelTime   = time.Minute
	judgeTime   = 75 * time.Second
)

// Flow does research. It is safe for concurrent use.
type Flow struct {
	engines   lane.Engines
	collector *collect.Collector
	model     Model
	limits    Limits
	now       func() time.Time
}

// Parts are what a Flow is built of.
type Parts struct {
	Engines   lane.Engines
	Collector *collect.Collector
	Model     Model // one that is not ready is done without
	Limits    Limits
	Now       func() time.Time // time.Now when nil
}

// New returns a Flow.
func New(p Parts) *Flow {
	f := &Flow{engines: p.Engines, collector: p.Collector, model: p.Model, limits: p.Limits, now: p.Now}
	if f.now == nil {
		f.now = time.Now
	}
	f.limits.Collect = cmp.Or(f.limits.Collect, collectTime)
	f.limits.Lanes = cmp.Or(f.limits.Lanes, lanesTime)
	f.limits.Second = cmp.Or(f.limits.Second, secondTime)
	f.limits.Model = cmp.Or(f.limits.Model, modelTime)
	f.limits.Judge = cmp.Or(f.limits.Judge, judgeTime)
	return f
}

// Run is one research.
type Run struct {
	ID       string
	Org      string
	Topic    research.Topic
	Settings research.Settings
	Keeper   Keeper
	// Report takes how far the run has come; nil takes nothing.
	Report func(ctx context.Context, done, total int, stage string)
}

// Outcome is what research gives.
type Outcome struct {
	Began      time.Time // by the first worker
	Took       time.Duration
	Candidates []research.Candidate
	Chosen     []research.Candidate
	Documents  []research.Document
	Evidence   []score.Evidence
	Claims     []claims.Claim
	Reports    []research.Report
	Method     string // of semantic scores
	Judged     string // by whom claims were judged: "rules", or "model:ID and rules"
	Notes      []string
	Spent      bool
	Usage      model.Usage // of the model that proposes and judges
	Embedding  model.Usage // of the one that compares passages with the topic
}

// Do does it. Beside an error, which has the code of what failed when nothing could be
// read, the outcome has the reports of the lanes, as far as there are any, and what the
// models took. When ctx ends the error is its cause.
func (f *Flow) Do(ctx context.Context, r Run) (Outcome, error) {
	t := &task{Flow: f, Run: r, state: state{Began: f.now().UTC()}}
	t.until = f.now().Add(f.share(ctx))
	if err := t.resume(ctx); err != nil {
		return Outcome{}, err
	}
	stages := t.stages()
	for i, stage := range stages {
		if r.Report != nil {
			r.Report(ctx, i, len(stages), stage.name)
		}
		if err := stage.do(ctx); err != nil {
			return Outcome{Reports: t.reports(), Usage: t.Usage, Embedding: t.Embedding}, err
		}
	}
	return t.outcome(), nil
}

// stage is a part of a run, and what its progress calls it.
type stage struct {
	name string
	do   func(context.Context) error
}

func (t *task) stages() []stage {
	return []stage{
		{"planning", t.plan},
		{"searching", t.search},
		{"reading", t.collect},
		{"searching again", t.second},
		{"reading again", t.collect},
		{"weighing", t.settle},
	}
}

// share is how long the run may search and read: something must be left for the rest.
func (f *Flow) share(ctx context.Context) time.Duration {
	end, ok := ctx.Deadline()
	if !ok {
		return f.limits.Collect
	}
	return min(f.limits.Collect, end.Sub(f.now())*7/10)
}

// task is a Run under way.
type task struct {
	*Flow
	Run
	state

	until  time.Time        // when searching and reading ends
	ranked []score.Evidence // once settled
}

// left is how much time there is for searching and reading.
func (t *task) left() time.Duration { return t.until.Sub(t.now()) }

func (t *task) outcome() Outcome {
	return Outcome{
		Began: t.Began, Took: t.now().Sub(t.Began), Candidates: t.Candidates, Chosen: t.Chosen, Documents: t.Documents,
		Evidence: t.ranked, Claims: *t.Claims, Reports: t.reports(), Method: t.Meaning.Method, Judged: t.Judged,
		Notes: t.notes(), Spent: t.Spent, Usage: t.Usage, Embedding: t.Embedding,
	}
}
