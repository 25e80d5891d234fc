// Package linkedinemployeesrun performs jobs of kind linkedin_employees: it gathers whom public pages
// name in connection with a company, and keeps those whom they confirm. It links the
// readers of pages, so only a worker may import it.
package linkedinemployeesrun

import (
	"context"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees/evidence"
	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/engine"
	"github.com/quarryapi/quarry/internal/sources/linkedin"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/wikidata"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

// A job has six minutes: the searches get the first part, since some engines want half
// a minute between two, and what is left is for profiles.
const (
	searching = 150 * time.Second
	budget    = 5*time.Minute + 15*time.Second
)

// Fetcher is the part of fetch.Client that a Worker needs.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Worker performs jobs of kind linkedin_employees. It is safe for concurrent use.
type Worker struct {
	web      Fetcher
	engine   *extract.Engine
	linkedin *linkedin.Client
	wikidata *wikidata.Client
	search   *websearch.Searcher
}

// New returns a Worker.
func New(web Fetcher, up upstream.Upstreams) *Worker {
	return &Worker{
		web: web, engine: extract.New(content.New(), charset.Decode, nil),
		linkedin: linkedin.New(up.Client(linkedin.Name)), wikidata: wikidata.New(up.Client(wikidata.Name)), search: engine.All(up),
	}
}

// hunt is one run.
type hunt struct {
	*Worker
	args    linkedinemployees.Args
	page    *linkedin.Company // nil when LinkedIn does not show it
	company evidence.Company
	names   []string
	pool    pool
	sources []linkedinemployees.Source
	// profiles is how reading profiles went: after two refusals in a row none is tried.
	refused  int
	profiles linkedinemployees.Source
}

// Run implements kind.Worker. It fails when LinkedIn does not show the company's page and
// nothing else is there to go by.
func (r *Worker) Run(ctx context.Context, run kind.Run[linkedinemployees.Args]) (Output, error) {
	h := &hunt{Worker: r, args: run.Args}
	within, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	failed := h.begin(within)
	if failed != nil && (h.args.CompanyName == "" || errs.As(failed).Permanent) {
		return Output{}, failed
	}
	h.gather(within)
	known := h.verify(within)
	if ctx.Err() != nil {
		return Output{}, context.Cause(ctx)
	}
	result := h.result(known)
	if failed != nil && result.Counts.Verified == 0 {
		return Output{}, failed
	}
	return Output{Result: result}, nil
}

// begin reads the company's page and whom it shows.
func (h *hunt) begin(ctx context.Context) error {
	page, err := h.linkedin.Company(ctx, h.args.Page())
	h.note("linkedin_company", signal.Of(linkedin.Name, err))
	h.called(h.args.CompanyName)
	if err != nil {
		return err
	}
	h.page = page
	h.called(page.Name)
	for _, who := range page.People {
		title, standing := h.company.Read(who.Headline)
		h.pool.add(sighting{
			slug: who.Username, name: who.Name, headline: who.Headline, title: title, past: standing == evidence.Past,
			Evidence: linkedinemployees.Evidence{Source: evidence.Page, URL: page.URL, Text: "Among its employees: " + joined(who.Name, who.Headline)},
		})
	}
	return nil
}

// called adds a name of the company.
func (h *hunt) called(names ...string) {
	for _, name := range names {
		if name != "" && !h.company.Is(name) {
			h.names = append(h.names, name)
			h.company = evidence.Called(h.names...)
		}
	}
}

// gather asks the company's site and Wikidata side by side, then a search engine, which
// is to know every name.
func (h *hunt) gather(ctx context.Context) {
	var site siteReading
	var entry registerReading
	var both sync.WaitGroup
	both.Go(func() { site = h.readSite(ctx) })
	both.Go(func() { entry = h.readRegister(ctx) })
	both.Wait()
	h.takeSite(site)
	h.takeRegister(entry)
	h.searchWeb(ctx)
	h.mentions(site)
	h.pool.untangle()
}

func (h *hunt) note(name string, o signal.Outcome) {
	h.sources = append(h.sources, linkedinemployees.Source{Name: name, Outcome: o})
}

func joined(name, more string) string {
	if more == "" {
		return name
	}
	return name + ", " + more
}
