// Package sitemaprun performs jobs of kind sitemap. It links the parsers, so only a worker
// may import it.
package sitemaprun

import (
	"context"
	"net/url"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds/sitemap"
	"github.com/quarryapi/quarry/internal/read/page/shell"
	"github.com/quarryapi/quarry/internal/read/sitemap/crawl"
	"github.com/quarryapi/quarry/internal/read/sitemap/listing"
	"github.com/quarryapi/quarry/internal/read/social"
)

// Worker performs jobs of kind sitemap. It is safe for concurrent use.
type Worker struct{ crawler *crawl.Crawler }

// New returns a Worker. A nil now is time.Now.
func New(web crawl.Web, now func() time.Time) *Worker { return &Worker{crawl.New(web, now)} }

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[sitemap.Args]) (Output, error) {
	args := run.Args
	request, err := requestOf(&args)
	if err != nil {
		return Output{}, errs.Internal(err)
	}
	request.Report = func(files int) { run.Report(ctx, files, 0, "reading sitemaps") }
	found, err := r.crawler.Run(ctx, request)
	if err != nil {
		return Output{}, err
	}
	return Output{Result: sitemap.Result{
		Domain: args.Domain, Method: found.Method, StoppedBy: found.Stop, Exhausted: found.Stop == "", Coverage: coverage(found.Stop, found.Shell),
		Counts: found.Counts, Sources: found.Sources, Items: found.URLs,
	}}, nil
}

// coverage says what is missing of a list that something ended.
func coverage(by listing.Stop, isShell bool) social.Coverage {
	if by == "" && isShell {
		return social.Coverage{Reason: shell.Missing}
	}
	return social.Coverage{Complete: by == "", Reason: map[listing.Stop]string{
		listing.ByLimit: "There are more pages, or may be; send a higher limit.",
		listing.ByTime:  "There are files that were not read within 50 seconds.",
		listing.ByFiles: "There are more files than the 500 that were read.",
		listing.BySize:  "There are more pages than fit into a result of 24 MB.",
	}[by]}
}

// requestOf reads arguments that Prepare has made canonical.
func requestOf(args *sitemap.Args) (crawl.Request, error) {
	q := crawl.Request{
		Domain: args.Domain, Limit: int(args.Limit), PathContains: args.PathContains,
		Since: args.Since.Time(), RespectRobots: args.Options.RespectRobots == nil || *args.Options.RespectRobots,
	}
	var err error
	if args.SitemapURL != "" {
		q.Sitemap, err = url.Parse(args.SitemapURL)
	}
	return q, err
}
