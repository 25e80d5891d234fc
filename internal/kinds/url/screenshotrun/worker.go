// Package screenshotrun performs the jobs of kind url that need a browser: it shows the page and
// takes its picture, or reads what its scripts have made of it, or both. It needs the browser, so
// only the worker that has one may import it; package urlrun performs the other jobs without.
package screenshotrun

import (
	"context"
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/view/visit"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/urlread"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// Fetcher is the part of fetch.Client that a Worker needs.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Worker takes pictures and reads rendered pages. It is safe for concurrent use.
type Worker struct {
	browser visit.Browser
	web     Fetcher
	reader  *urlread.Reader
}

// New returns a Worker that has PDFs read by documents; nil refuses them.
func New(b visit.Browser, web Fetcher, documents extract.PDF) *Worker {
	return &Worker{browser: b, web: web, reader: urlread.New(documents)}
}

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[urlkind.Args]) (Output, error) {
	args, perform := run.Args, r.take
	if run.Page != nil {
		args.Follow()
	}
	if !args.Wants(urlkind.Screenshot) {
		perform = r.render
	}
	left := args.Options.Timeout() - run.Spent // what handed the job over has used its part
	ctx, cancel := visit.Within(ctx, max(left, leastTime), args.Options.Options)
	defer cancel()
	result, err := perform(ctx, args, max(left, leastTime))
	if err != nil && ctx.Err() != nil {
		// Which step saw the end of the time first is no caller's concern.
		return Output{}, context.Cause(ctx)
	}
	if err != nil {
		out := Output{Meta: visit.Meta(args.Options.Actions, err)}
		if result != nil {
			out.Found = result.Found
		}
		return out, err
	}
	out := Output{Result: *result, Found: result.Found}
	if f := result.Found; f != nil && run.Page != nil {
		if result.FinalURL != result.URL {
			f.Final = result.FinalURL
		}
		if f.Same = run.Page.Before.Alike(f.Print); f.Same {
			out.Refund = args.Known(run.Charged)
		}
	}
	return out, nil
}

// leastTime is what a page that was handed over in the last moment has all the same.
const leastTime = time.Second

func (r *Worker) take(ctx context.Context, args urlkind.Args, timeout time.Duration) (*urlkind.Result, error) {
	o := &args.Options
	if o.RespectRobots {
		if err := r.allowed(ctx, args); err != nil {
			return nil, err
		}
	}
	page, err := visit.Open(ctx, r.browser, visit.Request{
		URL: args.URL, Access: o.Access, Headers: o.Headers, View: o.Options, Timeout: timeout, Format: string(o.Picture),
		Scripts: scripts(args, timeout),
	})
	if err != nil {
		return failedBy(page), err
	}
	shot := page.Screenshot
	if shot == nil {
		return nil, errs.Newf(errs.UnsupportedContent, "%s returned %d %s, which has no content; check the URL", page.URL.Hostname(), page.Status, http.StatusText(page.Status))
	}
	result := &urlkind.Result{
		URL: args.URL, FinalURL: page.URL.String(), Status: page.Status, Title: page.Title, ContentType: page.MediaType,
		Rendering:  urlkind.Rendering{Rendered: true, Actions: visit.Reports(o.Actions, page.Actions)},
		Screenshot: shot.Data, ScreenshotFormat: o.Picture, Width: shot.Width, Height: shot.Height, Clipped: shot.Clipped,
	}
	if args.Format == urlkind.Screenshot {
		if args.Followed() {
			r.reader.Follow(ctx, result, source(page))
		}
		return result, nil
	}
	if err := r.others(ctx, result, page, args); err != nil {
		return nil, alone(err) // a job has all of its formats or fails
	}
	return result, nil
}

// failedBy is what a crawl learns of a page that is no answer.
func failedBy(page *shown.Page) *urlkind.Result {
	if page == nil {
		return nil
	}
	result := &urlkind.Result{}
	result.Found = &job.Found{Status: page.Status}
	return result
}

// allowed asks robots.txt where the URL leads, which the browser does not: the answer's
// headers are enough for that, and its body is not fetched.
func (r *Worker) allowed(ctx context.Context, args urlkind.Args) error {
	headers, err := egress.SafeHeaders(args.Options.Sent(args.Options.Headers))
	if err != nil {
		return err
	}
	way, err := args.Options.Way()
	if err != nil {
		return err
	}
	_, err = r.web.Do(ctx, fetch.Request{
		Method: http.MethodGet, URL: args.URL, Header: headers, Proxy: way, RespectRobots: true, HeadersOnly: true, Timeout: args.Options.Timeout(),
	})
	return option.Advise(err)
}
