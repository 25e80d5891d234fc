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
	"github.com/quarryapi/quarry/internal/read/sitemap/crawl"
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
		Domain: args.Domain, Method: found.Method, Truncated: found.Stop != "", TruncatedBy: found.Stop,
		Counts: found.Counts, Sources: found.Sources, URLs: found.URLs,
	}}, nil
}

// requestOf reads arguments that Prepare has made canonical.
func requestOf(args *sitemap.Args) (crawl.Request, error) {
	q := crawl.Request{
		Domain: args.Domain, Limit: int(args.Limit), PathContains: args.PathContains,
		RespectRobots: args.Options.RespectRobots == nil || *args.Options.RespectRobots,
	}
	var err error
	if args.Since != "" {
		if q.Since, err = time.Parse(time.RFC3339, args.Since); err != nil {
			return q, err
		}
	}
	if args.SitemapURL != "" {
		q.Sitemap, err = url.Parse(args.SitemapURL)
	}
	return q, err
}
