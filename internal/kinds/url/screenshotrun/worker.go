// Package screenshotrun performs jobs of kind url with format screenshot: it shows the
// page in the browser, takes its picture and reads the other formats that are wanted of
// what is shown. It links the browser, so only the worker that has one may import it; package
// urlrun performs jobs without a screenshot.
package screenshotrun

import (
	"context"
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/view/visit"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/urlread"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Fetcher is the part of fetch.Client that a Worker needs.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Worker takes pictures. It is safe for concurrent use.
type Worker struct {
	browser visit.Browser
	web     Fetcher
	reader  *urlread.Reader
}

// New returns a Worker.
func New(b visit.Browser, web Fetcher) *Worker {
	return &Worker{browser: b, web: web, reader: urlread.New()}
}

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[urlkind.Args]) (Output, error) {
	args := run.Args
	ctx, cancel := visit.Within(ctx, args.Options.Timeout(), args.Options.Options)
	defer cancel()
	result, err := r.take(ctx, args)
	if err != nil && ctx.Err() != nil {
		// Which step saw the end of the time first is no caller's concern.
		return Output{}, context.Cause(ctx)
	}
	if err != nil {
		return Output{}, err
	}
	return Output{Result: *result}, nil
}

func (r *Worker) take(ctx context.Context, args urlkind.Args) (*urlkind.Result, error) {
	o := &args.Options
	if o.RespectRobots {
		if err := r.allowed(ctx, args); err != nil {
			return nil, err
		}
	}
	page, err := visit.Open(ctx, r.browser, visit.Request{
		URL: args.URL, Headers: o.Headers, View: o.Options, Timeout: o.Timeout(), Format: string(o.Picture),
		Scripts: scripts(args),
	})
	if err != nil {
		return nil, err
	}
	shot := page.Screenshot
	if shot == nil {
		return nil, errs.Newf(errs.UnsupportedContent, "%s returned %d %s, which has no content; check the URL", page.URL.Hostname(), page.Status, http.StatusText(page.Status))
	}
	result := &urlkind.Result{
		URL: args.URL, FinalURL: page.URL.String(), Status: page.Status, Title: page.Title, ContentType: page.MediaType,
		Screenshot: shot.Data, ScreenshotFormat: o.Picture, Width: shot.Width, Height: shot.Height, Clipped: shot.Clipped,
	}
	if args.Format == urlkind.Screenshot {
		return result, nil
	}
	return result, r.others(ctx, result, page, args)
}

// allowed asks robots.txt where the URL leads, which the browser does not: the answer's
// headers are enough for that, and its body is not fetched.
func (r *Worker) allowed(ctx context.Context, args urlkind.Args) error {
	headers, err := egress.SafeHeaders(args.Options.Headers)
	if err != nil {
		return err
	}
	_, err = r.web.Do(ctx, fetch.Request{
		Method: http.MethodGet, URL: args.URL, Header: headers, RespectRobots: true, HeadersOnly: true, Timeout: args.Options.Timeout(),
	})
	return option.Advise(err)
}
