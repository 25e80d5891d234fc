// Package reader fetches pages and reads them as documents, for searches and research
// that read many of them: several at once, each within its own time, each failure reported
// for itself. A bot wall, a login page or a page without text is a failure, never a
// document. It must not know what the documents are read for.
package reader

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/page/shell"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// Fetcher is the part of fetch.Client that is needed.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Config says how a Reader works; the zero value is right where no PDF is to be read.
type Config struct {
	// Documents reads PDFs; nil refuses them. The engine that there is links 7 MB.
	Documents extract.PDF
	// AtOnce is how many documents ReadAll reads at once; 10 when zero. The fetch client
	// bounds by itself how many of them are of one host.
	AtOnce int
	// Now is the clock; nil is the real one.
	Now func() time.Time
}

// Options say how to read a document.
type Options struct {
	// Robots refuses what robots.txt disallows.
	Robots bool
	// Timeout is for one document, from its turn among those of a call to its text: the
	// waits for a turn at the host and for robots.txt are within it. 12 s when zero.
	Timeout time.Duration
	// MaxChars is the most that Text has, in characters; 100 000 when zero.
	MaxChars int
}

// Defaults and bounds.
const (
	defaultAtOnce   = 10
	defaultTimeout  = 12 * time.Second
	defaultMaxChars = 100_000
	// maxBytes is what is read of a page: an article has a hundredth of it.
	maxBytes = 4 << 20
	// parsed is how many pages are parsed at once: a tree takes ten times its page.
	parsed = 4
)

// Reader reads documents. It is safe for concurrent use.
type Reader struct {
	web     Fetcher
	engine  *extract.Engine
	now     func() time.Time
	atOnce  int
	parsing chan struct{}
}

// New returns a Reader.
func New(web Fetcher, c Config) *Reader {
	r := &Reader{
		web: web, engine: extract.New(content.New(), charset.Decode, c.Documents),
		now: c.Now, atOnce: c.AtOnce, parsing: make(chan struct{}, parsed),
	}
	if r.now == nil {
		r.now = time.Now
	}
	if r.atOnce <= 0 {
		r.atOnce = defaultAtOnce
	}
	return r
}

// ReadAll reads documents side by side. The outcomes are in the order of the addresses,
// one for each of them; when ctx ends, those that are not read have its cause as error.
func (r *Reader) ReadAll(ctx context.Context, urls []string, o Options) []Outcome {
	outcomes := make([]Outcome, len(urls))
	var all errgroup.Group // without a context: one that fails ends no other
	all.SetLimit(r.atOnce)
	for i, address := range urls {
		all.Go(func() error {
			began := r.now()
			d, err := r.Read(ctx, address, o)
			outcomes[i] = Outcome{URL: address, Status: StatusOf(err), Document: d, Err: err, Took: r.now().Sub(began)}
			return nil
		})
	}
	_ = all.Wait() // each outcome has its own error
	return outcomes
}

// Read fetches and reads one document. Errors are *errs.Error: those of fetch.Client.Do
// and wall.Usable, unsupported_content for what holds no text, parse_failed, and
// upstream_timeout; or the cause of ctx's end. ErrNotFound is within that of a page
// which does not exist.
func (r *Reader) Read(ctx context.Context, address string, o Options) (Document, error) {
	o = o.filled()
	within, cancel := context.WithTimeoutCause(ctx, o.Timeout,
		errs.Newf(errs.UpstreamTimeout, "the document did not arrive within %s; try again later", o.Timeout))
	defer cancel()
	d, err := r.read(within, address, o)
	switch {
	case err == nil:
		return d, nil
	case within.Err() != nil: // which step saw the end of the time first is nobody's concern
		return Document{}, context.Cause(within)
	}
	return Document{}, err
}

func (o Options) filled() Options {
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.MaxChars <= 0 {
		o.MaxChars = defaultMaxChars
	}
	return o
}

func (r *Reader) read(ctx context.Context, address string, o Options) (Document, error) {
	resp, err := r.web.Do(ctx, fetch.Request{
		URL: address, RespectRobots: o.Robots, Timeout: o.Timeout,
		MaxBytes: maxBytes, AllowTruncated: true,
	})
	if err != nil {
		return Document{}, err
	}
	if err := usable(resp); err != nil {
		return Document{}, err
	}
	select {
	case r.parsing <- struct{}{}:
		defer func() { <-r.parsing }()
	case <-ctx.Done():
		return Document{}, context.Cause(ctx)
	}
	return r.parse(ctx, address, resp, o)
}

// usable is wall.Usable that also detects what does not exist.
func usable(resp *fetch.Response) error {
	err := wall.Usable(resp)
	missing := resp.Status == http.StatusNotFound || resp.Status == http.StatusGone
	if e := errs.As(err); missing && e != nil && e.Code == errs.TargetError {
		e.Err = ErrNotFound
	}
	return err
}

// isShell reports whether a page's text is what stands there until its scripts have written it.
func (r *Reader) isShell(p *page.Page, read string, src extract.Source) bool {
	c := shell.Content{Text: read, Believed: p.Extraction != page.CleanedBody}
	if src.URL != nil {
		c.Host = src.URL.Host
	}
	if p.Extraction == page.PDFText {
		return false
	}
	text, err := r.engine.Decode(src)
	return err == nil && shell.In([]byte(text), c) != shell.None
}

func (r *Reader) parse(ctx context.Context, address string, resp *fetch.Response, o Options) (Document, error) {
	d := Document{
		URL: address, FinalURL: resp.URL.String(), Domain: Domain(resp.URL.String()),
		MediaType: resp.MediaType, Truncated: resp.Truncated, FetchedAt: r.now().UTC(),
	}
	if at, err := http.ParseTime(resp.Header.Get("Memento-Datetime")); err == nil {
		d.CapturedAt = at.UTC()
	}
	src := extract.Source{URL: resp.URL, MediaType: resp.MediaType, ContentType: resp.Header.Get("Content-Type"), Body: resp.Body}
	p, err := r.engine.Extract(ctx, src, extract.Options{
		Parts: extract.Markdown | extract.Document, OnlyMainContent: true, MaxChars: o.MaxChars,
	})
	switch {
	case err != nil:
		return Document{}, err
	case p.Extraction == page.PDFText && resp.Truncated:
		return Document{}, errs.Newf(errs.UnsupportedContent, "the PDF has more than %d MB", maxBytes>>20)
	}
	if p.Extraction == page.PDFText {
		d.MediaType = "application/pdf" // servers send them as anything
	}
	d.keep(p)
	if strings.TrimSpace(d.Text) == "" || r.isShell(p, d.Text, src) {
		return Document{}, errs.New(errs.UnsupportedContent, fmt.Sprintf("%s shows no text without scripts", resp.URL.Hostname()))
	}
	d.Paywalled = r.paywalled(p, src)
	return d, nil
}
