// Package searchrun performs the searches of kind search: it asks the engines of a provider
// and reports how that went. It links the engines, so only a worker may import it.
package searchrun

import (
	"cmp"
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kind"
	searchkind "github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/engine"
	"github.com/quarryapi/quarry/internal/read/websearch/query"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/weburl"
)

// budget is for all engines together: a worker has a minute, and needs the rest to store
// what was found.
const budget = 50 * time.Second

// Worker performs searches. It is safe for concurrent use.
type Worker struct {
	// searchers are those of the providers, by whether nobody else may be asked.
	searchers map[searchkind.Provider]map[bool]*websearch.Searcher
	within    time.Duration // for all engines together
}

// Within returns a Worker that takes at most so long for a search.
func (r *Worker) Within(d time.Duration) *Worker { return &Worker{r.searchers, d} }

// New returns a Worker.
func New(up upstream.Upstreams) *Worker {
	r := &Worker{searchers: map[searchkind.Provider]map[bool]*websearch.Searcher{}, within: budget}
	for provider, searcher := range map[searchkind.Provider]func(upstream.Upstreams, bool) *websearch.Searcher{
		searchkind.Google: engine.Google, searchkind.DuckDuckGo: engine.DuckDuckGo, searchkind.News: engine.News, searchkind.Research: engine.Scholarly,
	} {
		r.searchers[provider] = map[bool]*websearch.Searcher{true: searcher(up, true), false: searcher(up, false)}
	}
	return r
}

// Run implements kind.Worker. The meta tells under "searchDiagnostics", when asked to, how
// asking each engine went, beside an error, too.
func (r *Worker) Run(ctx context.Context, run kind.Run[searchkind.Args]) (Output, error) {
	args := run.Args
	answer, err := r.search(ctx, args)
	out := Output{}
	if args.IncludeDiagnostics {
		out.Meta = map[string]any{"searchDiagnostics": websearch.Diagnostics(answer)}
	}
	if err != nil {
		return out, err
	}
	out.Result = searchkind.Result{
		Query: args.Q, Provider: engine.Provider(answer.Engine), Ignored: ignored(answer), Results: Items(args.Q, answer.Results),
		Exhausted: len(answer.Results) == 0, Coverage: args.Covered(len(answer.Results)),
	}
	return out, nil
}

func (r *Worker) search(ctx context.Context, args searchkind.Args) (websearch.Answer, error) {
	searcher, ok := r.searchers[args.Provider][args.StrictProvider]
	if !ok {
		return websearch.Answer{}, errs.Of(errs.InternalError)
	}
	within, cancel := context.WithTimeoutCause(ctx, r.within, errs.New(errs.UpstreamTimeout, "The search engines did not respond in time; try again later."))
	defer cancel()
	return searcher.Search(within, websearch.Query{Text: args.Q, Count: int(args.MaxResults), Filter: websearch.Filter{
		Include: args.IncludeDomains, Exclude: args.ExcludeDomains, Country: args.Country, Language: args.Language,
		Since: args.Since.Time(), Until: args.Until.Time(),
	}})
}

// ignored are the options that the engine of an answer did not honour.
func ignored(a websearch.Answer) []string {
	if len(a.Attempts) == 0 {
		return nil
	}
	return a.Attempts[len(a.Attempts)-1].Unheard
}

// Items are results in the form of both calls of the kind.
func Items(q string, found []websearch.Result) []searchkind.Item {
	words := websearch.Words(query.Words(q))
	items := make([]searchkind.Item, len(found))
	for i, f := range found {
		items[i] = searchkind.Item{
			Index: i + 1, Title: cmp.Or(f.Title, f.URL), URL: f.URL, DisplayURL: cmp.Or(f.DisplayURL, weburl.Display(f.URL)),
			Snippet: f.Snippet, PublishedAt: instant.Known(f.Published), Source: f.Source,
			Score: websearch.Score(words, f, i),
		}
	}
	return items
}
