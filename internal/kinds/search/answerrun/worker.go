// Package answerrun performs the answers of kind search: it searches, reads what was found
// all at once, and has a language model answer from it. It links the engines, the parsers
// and the model, so only a worker may import it.
package answerrun

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	searchkind "github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/read/answer"
	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/engine"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// What the parts of a job may take of its minute. Reading takes as long as the slowest
// page; the model has what is left.
const (
	searchTime = 20 * time.Second
	readTime   = 12 * time.Second
	modelTime  = 30 * time.Second
	reserve    = 3 * time.Second // for storing the result
)

// maxContent is the most that is read of a page and shown of it, in characters.
const maxContent = 40_000

// Worker performs answers. It is safe for concurrent use.
type Worker struct {
	searchers map[bool]*websearch.Searcher // by whether nobody but the provider may be asked
	pages     *reader.Reader
	writer    *answer.Writer
	now       func() time.Time
}

// New returns a Worker that reads what is found by pages.
func New(pages *reader.Reader, up upstream.Upstreams, m answer.Model, now func() time.Time) *Worker {
	return &Worker{
		searchers: map[bool]*websearch.Searcher{true: engine.Google(up, true), false: engine.Google(up, false)},
		pages:     pages,
		writer:    answer.New(m, now),
		now:       now,
	}
}

// Run implements kind.Worker. The meta tells under "answer" how the answer was come by,
// under "model" what the model took, and under "searchDiagnostics", when asked to, how
// asking each engine went, beside an error, too.
func (r *Worker) Run(ctx context.Context, run kind.Run[searchkind.AnswerArgs]) (Output, error) {
	args := run.Args
	found, err := r.search(ctx, args)
	out := Output{Meta: map[string]any{}}
	if args.IncludeDiagnostics {
		out.Meta["searchDiagnostics"] = websearch.Diagnostics(found)
	}
	if err != nil {
		return out, err
	}
	outcomes := r.pages.ReadAll(ctx, addresses(found.Results), reader.Options{Timeout: readTime, MaxChars: maxContent})
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	written, err := r.writer.Write(ctx, args.Q, sources(found.Results, outcomes), r.left(ctx))
	out.Meta["answer"] = written.Report
	if written.Usage.Calls > 0 {
		out.Meta["model"] = written.Usage
	}
	if err != nil {
		return out, err
	}
	out.Result = *result(args, found, outcomes, written)
	out.Incomplete = written.Status == answer.Failed || written.Status == answer.NotConfigured
	return out, nil
}

func (r *Worker) search(ctx context.Context, args searchkind.AnswerArgs) (websearch.Answer, error) {
	within, cancel := context.WithTimeoutCause(ctx, searchTime, errs.New(errs.UpstreamTimeout, "The search engines did not respond in time; try again later."))
	defer cancel()
	return r.searchers[args.StrictProvider].Search(within, websearch.Query{Text: args.Q, Count: int(args.MaxResults)})
}

// left is what the model may take.
func (r *Worker) left(ctx context.Context) time.Duration {
	end, ok := ctx.Deadline()
	if !ok {
		return modelTime
	}
	return max(0, min(modelTime, end.Sub(r.now())-reserve))
}

func addresses(found []websearch.Result) []string {
	list := make([]string, len(found))
	for i, f := range found {
		list[i] = f.URL
	}
	return list
}
