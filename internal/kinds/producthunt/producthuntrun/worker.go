// Package producthuntrun performs jobs of kind producthunt: it reads Product Hunt's pages, and
// where those are closed to machines returns what its API and its feed have. It links the
// readers of pages, so only a worker may import it.
package producthuntrun

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/signal"
	producthuntkind "github.com/quarryapi/quarry/internal/kinds/producthunt"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/engine"
	"github.com/quarryapi/quarry/internal/sources/producthunt"
	"github.com/quarryapi/quarry/internal/sources/producthunt/official"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// A job has a minute. Tracking links are asked for one a second, and a search engine may
// have others wait before us.
const (
	budget    = 55 * time.Second
	linking   = 20 * time.Second
	searching = 25 * time.Second
)

// Fetcher is the part of fetch.Client that a Worker needs.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Searcher is the part of websearch.Searcher that a Worker needs.
type Searcher interface {
	Search(ctx context.Context, q websearch.Query) (websearch.Answer, error)
}

// Worker performs jobs of kind producthunt. It is safe for concurrent use.
type Worker struct {
	site   *producthunt.Client
	api    *official.Client
	search Searcher
}

// New returns a Worker.
func New(web Fetcher, up upstream.Upstreams) *Worker {
	return &Worker{
		site: producthunt.New(up.Client(producthunt.Name), web), api: official.New(up.Client(official.Name)), search: engine.Google(up, false),
	}
}

// visit is one run.
type visit struct {
	*Worker
	args   producthuntkind.Args
	result producthuntkind.Result
}

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[producthuntkind.Args]) (Output, error) {
	v := &visit{Worker: r, args: run.Args}
	v.result.Page, v.result.Sources = v.args.Page, []producthuntkind.Asked{}
	within, cancel := context.WithTimeoutCause(ctx, budget, errs.New(errs.UpstreamTimeout, "Product Hunt did not respond in time; try again later."))
	defer cancel()
	err := v.read(within)
	if ctx.Err() != nil {
		return Output{}, context.Cause(ctx)
	}
	if err != nil {
		return Output{}, err
	}
	v.result.Exhausted = v.result.Coverage.Complete
	return Output{Result: v.result, Incomplete: slices.ContainsFunc(v.result.Sources, lacking)}, nil
}

// lacking reports whether a surface may answer at another time.
func lacking(a producthuntkind.Asked) bool {
	return a.Status == signal.Blocked || a.Status == signal.Error
}

func (v *visit) read(ctx context.Context) error {
	switch v.args.Page {
	case producthuntkind.Discover:
		return v.discover(ctx)
	case producthuntkind.Product:
		return v.product(ctx)
	case producthuntkind.Launches:
		return v.launches(ctx)
	case producthuntkind.Alternatives:
		return v.alternatives(ctx)
	case producthuntkind.Profile:
		return v.profile(ctx)
	case producthuntkind.Resolve:
		return v.resolve(ctx)
	}
	return errs.Newf(errs.InternalError, "There is no page %q.", v.args.Page)
}

// asked notes how asking a surface went.
func (v *visit) asked(name string, o signal.Outcome) {
	v.result.Sources = append(v.result.Sources, producthuntkind.Asked{Name: name, Outcome: o})
}

// definite reports an answer about what was asked for, or the end of the job's time: no
// other surface is to be asked.
func definite(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errs.As(err).Permanent || errs.Is(err, errs.InvalidTarget)
}

// instead notes that another surface replaces the pages.
func (v *visit) instead(source string, err error, what string) {
	v.result.Source, v.result.Coverage.Complete = source, false
	v.result.Coverage.Reason = what + " Product Hunt's page could not be read: " + signal.Of("", err).Reason
}

// listed cuts a list at maxCandidates, and notes it.
func listed[T any](v *visit, all []T) []T {
	if most := int(v.args.MaxCandidates); len(all) > most {
		v.result.Coverage.Complete = false
		v.result.Coverage.Reason = cmp.Or(v.result.Coverage.Reason, fmt.Sprintf("The first %d of %d; increase maxCandidates for more.", most, len(all)))
		return all[:most]
	}
	return all
}

// plain are the launches of the API without what it has there about products.
func plain(posts []official.Post) []shape.Launch {
	all := []shape.Launch{}
	for _, p := range posts {
		all = append(all, p.Launch)
	}
	return all
}
