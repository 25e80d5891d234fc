package screenshotrun

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/view/visit"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
)

// render reads a page as its scripts leave it. The options of a job that was handed over were not
// prepared for a browser.
func (r *Worker) render(ctx context.Context, args urlkind.Args, timeout time.Duration) (*urlkind.Result, error) {
	o := &args.Options
	if err := o.Prepare(); err != nil {
		return nil, err
	}
	if o.RespectRobots {
		if err := r.allowed(ctx, args); err != nil {
			return nil, err
		}
	}
	page, err := visit.Open(ctx, r.browser, visit.Request{
		URL: args.URL, Access: o.Access, Headers: o.Headers, View: o.Options, Timeout: timeout, BlockMedia: true, Scripts: scripts(args, timeout),
	})
	if err != nil {
		return failedBy(page), unavailable(err)
	}
	result := &urlkind.Result{
		URL: args.URL, FinalURL: page.URL.String(), Status: page.Status, ContentType: page.MediaType,
		Rendering: urlkind.Rendering{Rendered: true, Actions: visit.Reports(o.Actions, page.Actions)},
	}
	if err := r.others(ctx, result, page, args); err != nil {
		return nil, err
	}
	return result, nil
}

// unavailable adds what a caller can do where there is no browser: the page as it is served is no
// content, and only who asks for it so is charged for it.
func unavailable(err error) error {
	e := errs.As(err)
	if e == nil || e.Code != errs.BrowserUnavailable {
		return err
	}
	told := *e
	told.Message += "; the page needs one, as its scripts write it. With render never it is returned as it is served"
	return &told
}
