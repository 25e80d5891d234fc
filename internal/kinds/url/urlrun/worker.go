// Package urlrun performs jobs of kind url: fetch, distinguish walls from pages, read.
// It links the parsers, so only a worker may import it, and no browser: package
// screenshot beside it takes the pictures.
package urlrun

import (
	"context"
	"math"
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/page/pdf/pdfium"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// Fetcher is the part of fetch.Client that a Worker needs.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Worker performs jobs of kind url. It is safe for concurrent use.
type Worker struct {
	web    Fetcher
	engine *extract.Engine
}

// New returns a Worker.
func New(web Fetcher) *Worker {
	return &Worker{web: web, engine: extract.New(content.New(), charset.Decode, pdfium.New())}
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
	if args.Format == urlkind.Resolve {
		for _, hop := range resp.Redirects {
			result.Redirects = append(result.Redirects, urlkind.Redirect{URL: hop.URL.String(), Status: hop.Status})
		}
		return result, nil
	}
	if err := wall.Usable(resp); err != nil {
		return nil, option.Advise(err)
	}
	return result, r.read(ctx, result, resp, args)
}

// read fills in the field of the format.
func (r *Worker) read(ctx context.Context, result *urlkind.Result, resp *fetch.Response, args urlkind.Args) error {
	src := extract.Source{URL: resp.URL, MediaType: resp.MediaType, ContentType: resp.Header.Get("Content-Type"), Body: resp.Body}
	o := extract.Options{
		OnlyMainContent: args.Options.OnlyMainContent == nil || *args.Options.OnlyMainContent,
		IncludeTags:     args.Options.IncludeTags,
		ExcludeTags:     args.Options.ExcludeTags,
		Comments:        args.Options.Comments == urlkind.Include,
		MaxChars:        int(min(args.Options.MaxChars, math.MaxInt32)),
	}
	if args.Format == urlkind.Raw {
		text, err := r.engine.Decode(src)
		if err != nil {
			return err
		}
		text, result.Truncated = extract.Cut(text, o.MaxChars)
		result.Raw = &text
	}
	o.Parts = partsOf(args.Format)
	p, err := r.engine.Extract(ctx, src, o)
	if err != nil {
		return err
	}
	result.Title, result.Language, result.Extraction = p.Title, p.Language, p.Extraction
	result.Truncated = result.Truncated || p.Truncated
	switch args.Format {
	case urlkind.Markdown:
		result.Markdown = &p.Markdown
	case urlkind.JSON:
		result.JSON = p.Document
	case urlkind.Metadata:
		result.Metadata = &p.Metadata
	case urlkind.Raw, urlkind.Resolve, urlkind.Screenshot:
	}
	return nil
}

// partsOf leaves out everything that the format does not show.
func partsOf(f urlkind.Format) extract.Parts {
	switch f {
	case urlkind.Markdown:
		return extract.Markdown
	case urlkind.JSON:
		return extract.Document
	case urlkind.Raw, urlkind.Metadata, urlkind.Resolve, urlkind.Screenshot:
	}
	return 0
}
