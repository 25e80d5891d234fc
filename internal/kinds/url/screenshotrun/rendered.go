package screenshotrun

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/view/visit"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page/extract"
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
	shown, err := visit.Open(ctx, r.browser, visit.Request{URL: args.URL, Access: o.Access, Headers: o.Headers, View: o.Options, Timeout: timeout, BlockMedia: true})
	if err != nil {
		return nil, unavailable(err)
	}
	result := &urlkind.Result{
		URL: args.URL, FinalURL: shown.URL.String(), Status: shown.Status, ContentType: shown.MediaType,
		Rendering: urlkind.Rendering{Rendered: true, Actions: visit.Reports(o.Actions, shown.Actions)},
	}
	// The text is UTF-8 whatever its own meta element claims. What is no page, such as a text, the
	// browser shows as one.
	src := extract.Source{URL: shown.URL, MediaType: "text/html", ContentType: "text/html; charset=utf-8", Body: []byte(shown.HTML)}
	if err := r.reader.Read(ctx, result, src, args); err != nil {
		return nil, err
	}
	if args.Judged() && r.reader.IsShell(result, src) {
		result.Warnings = append(result.Warnings, urlkind.NoContent)
	}
	return result, nil
}

// unavailable adds what a caller can do where there is no browser: the page as it is served is no
// content, and only who asks for it so is charged for it.
func unavailable(err error) error {
	e := errs.As(err)
	if e == nil || e.Code != errs.ProviderNotConfigured {
		return err
	}
	told := *e
	told.Message += "; the page needs one, as its scripts write it. With render never it is returned as it is served"
	return &told
}
