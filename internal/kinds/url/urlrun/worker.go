// Package urlrun performs jobs of kind url: fetch, distinguish walls from pages, read.
// It links the parsers, so only a worker may import it, and no browser: package
// screenshot beside it takes the pictures.
package urlrun

import (
	"context"
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/urlread"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// Fetcher is the part of fetch.Client that a Worker needs.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Worker performs jobs of kind url. It is safe for concurrent use.
type Worker struct {
	web    Fetcher
	reader *urlread.Reader
}

// New returns a Worker.
func New(web Fetcher) *Worker {
	return &Worker{web: web, reader: urlread.New()}
}

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[urlkind.Args]) (Output, error) {
	args := run.Args
	ctx, cancel := context.WithTimeoutCause(ctx, args.Options.Timeout(),
		errs.Newf(errs.UpstreamTimeout, "The page was not fetched and read within %s; increase options.timeoutMs.", args.Options.Timeout()))
	defer cancel()
	result, err := r.scrape(ctx, args)
	if err != nil && ctx.Err() != nil {
		// Which step saw the end of the time first is no caller's concern.
		return Output{}, context.Cause(ctx)
	}
	if err != nil {
		return Output{}, err
	}
	return Output{Result: *result}, nil
}

// scrape checks the headers again: the input comes from storage, and what is sent to
// a site MUST have passed SafeHeaders.
func (r *Worker) scrape(ctx context.Context, args urlkind.Args) (*urlkind.Result, error) {
	headers, err := egress.SafeHeaders(args.Options.Headers)
	if err != nil {
		return nil, err
	}
	resp, err := r.web.Do(ctx, fetch.Request{
		Method: http.MethodGet, URL: args.URL, Header: headers,
		Timeout: args.Options.Timeout(), RespectRobots: args.Options.RespectRobots,
		HeadersOnly: args.Format == urlkind.Resolve,
	})
	if err != nil {
		return nil, option.Advise(err)
	}
	result := &urlkind.Result{URL: args.URL, FinalURL: resp.URL.String(), Status: resp.Status, ContentType: resp.MediaType}
	if args.Wants(urlkind.Resolve) {
		for _, hop := range resp.Redirects {
			result.Redirects = append(result.Redirects, urlkind.Redirect{URL: hop.URL.String(), Status: hop.Status})
		}
	}
	if args.Format == urlkind.Resolve {
		return result, nil
	}
	if err := wall.Usable(resp); err != nil {
		return nil, option.Advise(err)
	}
	src := extract.Source{URL: resp.URL, MediaType: resp.MediaType, ContentType: resp.Header.Get("Content-Type"), Body: resp.Body}
	if args.Wants(urlkind.Raw) {
		if err := r.reader.Raw(result, src); err != nil {
			return nil, err
		}
	}
	if err := r.reader.Read(ctx, result, src, args); err != nil {
		return nil, err
	}
	urlread.Cut(result, &args.Options)
	return result, nil
}
