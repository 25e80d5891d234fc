// Package answerer performs the jobs of kind search that write an answer. It links the
// engines, the reader and the model, so only a worker may import it.
package answerer

import (
	"context"
	"encoding/json"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/job"
	searchkind "github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/runner"
	"github.com/quarryapi/quarry/internal/websearch"
	"github.com/quarryapi/quarry/internal/websearch/engine"
)

// Fetcher is the part of fetch.Client that an Answerer needs.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Model is the part of model.Client that an Answerer needs.
type Model interface {
	Ready() error
}

// Answerer performs answers. It is safe for concurrent use.
type Answerer struct {
	web     Fetcher
	model   Model
	strict  *websearch.Searcher
	lenient *websearch.Searcher
}

// New returns an Answerer.
func New(web Fetcher, up engine.Upstreams, m Model) *Answerer {
	return &Answerer{web: web, model: m, strict: engine.Google(up, true), lenient: engine.Google(up, false)}
}

// Run implements job.Runner.
func (a *Answerer) Run(ctx context.Context, run job.Run) (job.Output, error) {
	var args searchkind.AnswerArgs
	if err := json.Unmarshal(run.Input, &args); err != nil {
		return job.Output{}, errs.Wrap(err, errs.InternalError, errs.InternalError.Text())
	}
	search := a.lenient
	if args.StrictProvider {
		search = a.strict
	}
	found, err := search.Search(ctx, websearch.Query{Text: args.Q, Count: int(args.MaxResults)})
	out := job.Output{}
	if args.IncludeDiagnostics {
		out.Meta = map[string]any{"searchDiagnostics": websearch.Diagnostics(found)}
	}
	if err != nil {
		return out, err
	}
	result := searchkind.AnswerResult{
		Query: args.Q, Provider: engine.Provider(found.Engine), Results: []searchkind.AnswerItem{},
		Answer: searchkind.Answer{Status: searchkind.NotConfigured, Citations: []searchkind.Citation{}},
	}
	for _, item := range runner.Items(found.Results) {
		result.Results = append(result.Results, searchkind.AnswerItem{Item: item, SourceStatus: searchkind.SourceUnsupported})
	}
	out.Result = result
	return out, nil
}
