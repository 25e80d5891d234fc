package screenshotrun

import (
	"context"
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/view/visit"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/urlread"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// scripts read what the other formats need of the shown page.
func scripts(args urlkind.Args, timeout time.Duration) map[string]string {
	if args.Format == urlkind.Screenshot && !args.Followed() {
		return nil
	}
	return visit.ShownScripts(timeout)
}

// others fills in the formats that are no screenshot: of a page of HTML from what the browser
// shows, of other documents and for raw from what the site serves.
func (r *Worker) others(ctx context.Context, result *urlkind.Result, seen *shown.Page, args urlkind.Args) error {
	src := source(seen)
	rendered := seen.MediaType == "text/html" || seen.MediaType == "application/xhtml+xml"
	if !rendered || args.Wants(urlkind.Raw) && args.Render != urlkind.Always {
		served, err := r.served(ctx, result, args)
		if err != nil {
			return err
		}
		if !rendered {
			src = served
		}
	}
	if rendered && args.Render == urlkind.Always && args.Wants(urlkind.Raw) {
		result.Raw = &seen.HTML
	}
	if args.Wants(urlkind.Resolve) {
		urlread.Resolve(result, seen.Redirects)
	}
	if err := r.reader.Read(ctx, result, src, args); err != nil {
		return err
	}
	if rendered && args.Judged() && r.reader.IsShell(result, src) {
		result.Warnings = append(result.Warnings, urlkind.NoContent)
	}
	r.reader.Warn(ctx, result, src, args, false)
	urlread.Cut(result, &args.Options)
	return nil
}

// source is a page as the browser shows it.
func source(seen *shown.Page) extract.Source {
	document, looked := visit.Shown(seen)
	return extract.Source{URL: seen.URL, MediaType: "text/html", ContentType: "text/html; charset=utf-8", Body: []byte(document), Seen: looked}
}

// served is the document as the site serves it, and fills in raw if that is wanted.
func (r *Worker) served(ctx context.Context, result *urlkind.Result, args urlkind.Args) (extract.Source, error) {
	src, err := r.fetch(ctx, args)
	if err == nil && args.Wants(urlkind.Raw) {
		err = r.reader.Raw(result, src)
	}
	return src, err
}

// fetch gets the document without the browser.
func (r *Worker) fetch(ctx context.Context, args urlkind.Args) (extract.Source, error) {
	o := &args.Options
	headers, err := egress.SafeHeaders(o.Sent(o.Headers))
	if err != nil {
		return extract.Source{}, err
	}
	way, err := o.Way()
	if err != nil {
		return extract.Source{}, err
	}
	resp, err := r.web.Do(ctx, fetch.Request{
		Method: http.MethodGet, URL: args.URL, Header: headers, Proxy: way,
		Timeout: o.Timeout(), FirstByte: o.Timeout(), RespectRobots: o.RespectRobots,
	})
	if err != nil {
		return extract.Source{}, option.Advise(err)
	}
	if err := wall.Usable(resp); err != nil {
		return extract.Source{}, option.Advise(err)
	}
	return extract.Source{URL: resp.URL, MediaType: resp.MediaType, ContentType: resp.Header.Get("Content-Type"), Body: resp.Body}, nil
}

// alone adds to an error of another format that the screenshot itself can be had.
func alone(err error) error {
	e := errs.As(err)
	if e == nil || e.Code == errs.InternalError {
		return err
	}
	told := *e
	told.Message += " The screenshot can be taken: request it alone, or leave out what fails."
	return &told
}
