// Package siterun performs jobs of kind site: it shows the page in the browser and reads
// what is there then. It links the browser and the parsers, so only a worker may import
// it.
package siterun

import (
	"context"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/view/visit"
	"github.com/quarryapi/quarry/internal/kinds/site"
	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// Worker performs jobs of kind site. It is safe for concurrent use.
type Worker struct {
	browser visit.Browser
	engine  *extract.Engine
}

// New returns a Worker.
func New(b visit.Browser) *Worker {
	return &Worker{browser: b, engine: extract.New(content.New(), charset.Decode, nil)}
}

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[site.Args]) (Output, error) {
	args := run.Args
	ctx, cancel := visit.Within(ctx, args.Options.Timeout(), args.Options.Options)
	defer cancel()
	result, err := r.render(ctx, args)
	if err != nil && ctx.Err() != nil {
		// Which step saw the end of the time first is no caller's concern.
		return Output{}, context.Cause(ctx)
	}
	if err != nil {
		return Output{Meta: visit.Meta(args.Options.Actions, err)}, err
	}
	return Output{Result: *result}, nil
}

func (r *Worker) render(ctx context.Context, args site.Args) (*site.Result, error) {
	o := &args.Options
	full := args.Mode == site.Full
	request := visit.Request{
		URL: args.URL, Access: o.Access, Headers: o.Headers, View: o.Options, Timeout: o.Timeout(),
		BlockMedia: !full, Scripts: visit.ShownScripts(o.Timeout()),
	}
	request.Scripts["text"] = textScript
	if full {
		request.Scripts["styles"] = stylesScript
	}
	if full && o.Screenshot {
		request.Format = string(o.Format)
	}
	page, err := visit.Open(ctx, r.browser, request)
	if err != nil {
		return nil, err
	}
	if kind, _, _ := strings.Cut(page.MediaType, "/"); kind == "image" || kind == "audio" || kind == "video" {
		return nil, errs.Newf(errs.UnsupportedContent, "The target is %s, which is not a page; use POST /v1/public/scrape with format screenshot.", page.MediaType)
	}
	result := &site.Result{
		URL: args.URL, FinalURL: page.URL.String(), Status: page.Status, Title: page.Title, Limited: page.Limited, Actions: visit.Reports(o.Actions, page.Actions),
		Timings: site.Timings{
			ResponseMS: page.Timings.ResponseMs, ReadyMS: page.Timings.ReadyMs, LoadMS: page.Timings.LoadMs, TotalMS: page.Timings.TotalMs,
		},
	}
	if full {
		result.ComputedColors, result.ComputedFonts = looks(page.Values["styles"])
	}
	picture(result, page.Screenshot, o.Format)
	return result, r.read(ctx, result, page)
}

func picture(result *site.Result, shot *shown.Image, format site.Format) {
	if shot == nil {
		return
	}
	result.Screenshot, result.ScreenshotFormat = shot.Data, format
	result.ScreenshotWidth, result.ScreenshotHeight = shot.Width, shot.Height
	result.ScreenshotClipped = shot.Clipped
}
