// Package urlrun performs jobs of kind url: fetch, distinguish walls from pages, read.
// It links the parsers, so only a worker may import it, and no browser: package
// screenshot beside it takes the pictures.
package urlrun

import (
	"context"
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
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
	web     Fetcher
	archive Archive
	reader  *urlread.Reader
}

// New returns a Worker that has PDFs read by documents; nil refuses them.
func New(web Fetcher, archive Archive, documents extract.PDF) *Worker {
	return &Worker{web: web, archive: archive, reader: urlread.New(documents)}
}

// Run implements kind.Worker. A page that its scripts have yet to write, and whose content is not
// in its data, is handed over to the function with the browser, unless the caller wants none.
func (r *Worker) Run(ctx context.Context, run kind.Run[urlkind.Args]) (Output, error) {
	args := run.Args
	ctx, cancel := context.WithTimeoutCause(ctx, args.Options.Timeout(),
		errs.Newf(errs.UpstreamTimeout, "The page was not fetched and read within %s; increase options.timeoutMs.", args.Options.Timeout()))
	defer cancel()
	if run.Page != nil {
		args.Follow()
	}
	result, shell, err := r.scrape(ctx, args, run.Page)
	if err != nil && ctx.Err() != nil {
		// Which step saw the end of the time first is no caller's concern.
		return Output{}, context.Cause(ctx)
	}
	switch {
	case err != nil && result != nil:
		return Output{Found: result.Found}, err
	case err != nil:
		return Output{}, err
	case run.Page != nil && result.Found != nil && result.Found.Same:
		return Output{Result: *result, Found: result.Found, Refund: args.Known(run.Charged)}, nil
	case shell && args.Judged() && args.Render != urlkind.Never:
		return Output{HandOver: true}, nil
	case shell:
		result.Warnings = append(result.Warnings, urlkind.NeedsRendering)
	}
	// A copy is not cached: the next call tries the page itself again.
	return Output{
		Result: *result, Found: result.Found, Incomplete: result.Archive != nil, Unneeded: args.Unneeded(run.Charged),
	}, nil
}

// scrape gets the page, or where that cannot be had and the caller wants it so, an archive's copy.
// A result beside an error has only what a crawl goes on with.
func (r *Worker) scrape(ctx context.Context, args urlkind.Args, page *job.Page) (result *urlkind.Result, shell bool, err error) {
	resp, err := r.get(ctx, args, page)
	if err == nil && args.Format != urlkind.Resolve && !urlread.Unchanged(resp, page) {
		err = wall.Usable(resp)
	}
	if err != nil {
		err = option.Advise(err)
		if ctx.Err() == nil && lost(resp, err) {
			result, err = r.instead(ctx, args, resp, err)
		}
		if err != nil && resp != nil {
			result = failedBy(resp)
		}
		return result, false, err
	}
	result = &urlkind.Result{URL: args.URL, FinalURL: resp.URL.String(), Status: resp.Status, ContentType: resp.MediaType}
	if args.Wants(urlkind.Resolve) {
		urlread.Resolve(result, resp.Redirects)
	}
	if args.Format == urlkind.Resolve {
		return result, false, nil
	}
	if urlread.Unchanged(resp, page) {
		urlread.Keep(result, resp, page)
		return result, false, nil
	}
	src := extract.Source{URL: resp.URL, MediaType: resp.MediaType, ContentType: resp.Header.Get("Content-Type"), Body: resp.Body}
	shell, err = r.read(ctx, result, src, args)
	if err == nil {
		r.reader.Warn(ctx, result, src, args, shell)
		urlread.Cut(result, &args.Options)
		urlread.Complete(result, resp, page)
	}
	return result, shell, err
}

// get checks the headers again: the input comes from storage, and what is sent to
// a site MUST have passed SafeHeaders.
func (r *Worker) get(ctx context.Context, args urlkind.Args, page *job.Page) (*fetch.Response, error) {
	o := &args.Options
	headers, err := egress.SafeHeaders(o.Sent(o.Headers))
	if err != nil {
		return nil, err
	}
	way, err := o.Way()
	if err != nil {
		return nil, err
	}
	return r.web.Do(ctx, fetch.Request{
		Method: http.MethodGet, URL: args.URL, Header: urlread.Conditional(headers, page), Proxy: way,
		Timeout: o.LiveTimeout(), FirstByte: o.LiveTimeout(), RespectRobots: o.RespectRobots,
		HeadersOnly: args.Format == urlkind.Resolve,
	})
}

// read fills in the formats, from the page's data where its scripts have yet to write it. It
// reports whether they are still to do so.
func (r *Worker) read(ctx context.Context, result *urlkind.Result, src extract.Source, args urlkind.Args) (shell bool, err error) {
	if args.Wants(urlkind.Raw) {
		if err := r.reader.Raw(result, src); err != nil {
			return false, err
		}
	}
	if err := r.reader.Read(ctx, result, src, args); err != nil {
		return false, err
	}
	if !args.Judged() {
		return r.reader.NeedsScripts(ctx, src, args), nil
	}
	if !r.reader.IsShell(result, src) {
		return false, nil
	}
	found, err := r.reader.ReadData(ctx, result, src, args)
	return !found, err
}

// failedBy is what a crawl learns of a page that is no answer.
func failedBy(resp *fetch.Response) *urlkind.Result {
	result := &urlkind.Result{}
	result.Found = &job.Found{Status: resp.Status}
	return result
}
