// Package companyrun performs jobs of kind company: it gathers side by side what other
// kinds gather, reads the pages about the company, and has package profile merge it.
// It links all of their work, so only a worker may import it.
package companyrun

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/signal"
	brandkind "github.com/quarryapi/quarry/internal/kinds/brand"
	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/kinds/company/profile"
	infrakind "github.com/quarryapi/quarry/internal/kinds/infra"
	seokind "github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/page/shell"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

// Fetcher is the part of fetch.Client that a Worker needs.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Brand profiles a brand without a model.
type Brand interface {
	Profile(ctx context.Context, url string) (*brandkind.Result, error)
}

// Infra takes a snapshot of a domain's infrastructure.
type Infra interface {
	Snapshot(ctx context.Context, args infrakind.Args) (*infrakind.Result, error)
}

// SEO takes a snapshot of how a site stands.
type SEO interface {
	Snapshot(ctx context.Context, args seokind.Args) (*seokind.Result, error)
}

// Worker performs jobs of kind company. It is safe for concurrent use.
type Worker struct {
	web    Fetcher
	brand  Brand
	infra  Infra
	seo    SEO
	engine *extract.Engine
}

// New returns a Worker.
func New(web Fetcher, brand Brand, infra Infra, seo SEO) *Worker {
	return &Worker{web: web, brand: brand, infra: infra, seo: seo, engine: extract.New(content.New(), charset.Decode, nil)}
}

// gathered is what the parts gave, each with its error.
type gathered struct {
	pages reading
	brand *brandkind.Result
	infra *infrakind.Result
	seo   *seokind.Result

	pagesErr, brandErr, infraErr, seoErr error
}

// Run implements kind.Worker. It fails with the pages' error when no source could even
// say what the company is called.
func (r *Worker) Run(ctx context.Context, run kind.Run[company.Args]) (Output, error) {
	args := run.Args
	run.Report(ctx, 0, steps, "reading the site")
	g := r.gather(ctx, args, func(done int) { run.Report(ctx, done, steps, "gathering") })
	if ctx.Err() != nil {
		return Output{}, context.Cause(ctx)
	}
	result := g.merge(args)
	if result.Name == nil && g.pagesErr != nil {
		return Output{}, g.pagesErr
	}
	return Output{Result: result}, nil
}

// steps are the pages and what is asked of the other kinds.
const steps = 4

// gather runs all parts at once. The first page determines for the others where the site
// really is and what the company calls itself, so they begin with it.
func (r *Worker) gather(ctx context.Context, args company.Args, report func(done int)) *gathered {
	g := &gathered{}
	var all sync.WaitGroup
	var done atomic.Int64
	part := func(do func()) {
		all.Go(func() {
			do()
			report(int(done.Add(1)))
		})
	}
	part(func() { g.infra, g.infraErr = r.snapshotInfra(ctx, args) })
	if args.URL != "" {
		g.pages, g.pagesErr = r.read(ctx, args.URL)
	} else {
		g.pages, g.pagesErr = r.home(ctx, args.Domain)
	}
	report(int(done.Add(1)))
	start := args.URL
	if g.pagesErr == nil {
		start = g.pages.url
	}
	name := args.CompanyName
	early := gathered{pages: g.pages} // what the other parts give is still being written
	if f := early.profile(args).Name; name == "" && f != nil {
		name = f.Value
	}
	part(func() { g.seo, g.seoErr = r.snapshotSEO(ctx, args.Domain, start, name) })
	if g.pagesErr == nil {
		part(func() { g.brand, g.brandErr = r.brand.Profile(ctx, start) })
	} else {
		g.brandErr = g.pagesErr // the same pages, met by the same wall
	}
	all.Wait()
	return g
}

func (r *Worker) snapshotInfra(ctx context.Context, args company.Args) (*infrakind.Result, error) {
	a := infrakind.Args{Domain: args.Domain, URL: args.URL}
	if _, err := a.Prepare(kind.Caller{}); err != nil {
		return nil, err
	}
	return r.infra.Snapshot(ctx, a)
}

func (r *Worker) snapshotSEO(ctx context.Context, domain, page, name string) (*seokind.Result, error) {
	a := seokind.Args{
		Domain: domain, URL: page, CompanyName: name,
		Signals: []seokind.Signal{seokind.SignalTechnical, seokind.SignalBlogFeed, seokind.SignalTranco, seokind.SignalWikidata},
	}
	if _, err := a.Prepare(kind.Caller{}); err != nil {
		return nil, err
	}
	return r.seo.Snapshot(ctx, a)
}

// profile is what can be said of the company with what there is so far.
func (g *gathered) profile(args company.Args) company.Result {
	e := profile.Evidence{
		Domain: args.Domain, URL: g.pages.url, First: g.pages.first, Objects: g.pages.objects, Social: g.pages.social, SEO: g.seo,
	}
	if e.URL == "" {
		e.URL = args.URL
	}
	if e.URL == "" {
		e.URL = "https://" + args.Domain + "/"
	}
	if g.infra != nil && g.infra.Registration.Registrant != nil {
		c := g.infra.Registration.Registrant
		e.Registrant = profile.Registrant{Organization: c.Organization, Region: c.Region, Country: c.Country}
	}
	return profile.Merge(e)
}

func (g *gathered) merge(args company.Args) company.Result {
	result := g.profile(args)
	result.Brand, result.Infra, result.SEO = g.brand, g.infra, g.seo
	for _, part := range []struct {
		name string
		err  error
	}{{"pages", g.pagesErr}, {"brand", g.brandErr}, {"infra", g.infraErr}, {"seo", g.seoErr}} {
		outcome := signal.Of("site", part.err)
		if part.name == "pages" && g.pages.shell {
			outcome.Reason = shell.Missing
		}
		result.Parts = append(result.Parts, company.Part{Name: part.name, Outcome: outcome})
	}
	return result
}
