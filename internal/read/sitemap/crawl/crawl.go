// Package crawl finds the sitemaps of a site and reads them, with the sitemaps that
// they name, as far as a limit, the time and manners allow. It must not know jobs; it
// fetches through what it is given and never holds more than what it returns.
package crawl

import (
	"context"
	"errors"
	"net/url"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/sitemap/listing"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/robots"
)

// Web is the part of fetch.Client that is needed.
type Web interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
	Open(ctx context.Context, r fetch.Request) (*fetch.Stream, error)
	Robots(ctx context.Context, u *url.URL) (*robots.File, error)
}

// Bounds of one crawl. The result reports each that was reached.
const (
	maxTime    = 50 * time.Second
	reserve    = 5 * time.Second // of the context's time, for what comes after
	maxFiles   = 500
	maxDepth   = 5        // indexes below each other; the protocol allows one
	maxSize    = 24 << 20 // bytes of all that is returned, about
	maxSources = 1000     // that are listed; the rest is counted
	atOnce     = 4        // files; the client lets fewer of them visit one host
)

// Crawler reads the sitemaps of sites. It is safe for concurrent use.
type Crawler struct {
	web Web
	now func() time.Time
}

// New returns a Crawler. A nil now is time.Now.
func New(web Web, now func() time.Time) *Crawler {
	if now == nil {
		now = time.Now
	}
	return &Crawler{web: web, now: now}
}

// Request is what to look for.
type Request struct {
	Domain       string   // whose pages; also where to search
	Sitemap      *url.URL // the only one to read, with what it names; nil searches
	Limit        int      // the most pages that are returned
	Since        time.Time
	PathContains []string // any of which is in the path; none for all pages
	// RespectRobots leaves unread what a robots.txt disallows.
	RespectRobots bool
	// Report takes how many files were read so far; nil takes nothing.
	Report func(files int)
}

// Result is what was found, in the order of the files. Its lists are never nil.
type Result struct {
	Method  listing.Method
	Stop    listing.Stop // "" when all was read
	Counts  listing.Counts
	Sources []listing.Source
	URLs    []listing.URL
	// Shell says that the home page, whose links were taken as there is no sitemap, is one that its scripts have yet to write.
	Shell bool
}

// errTime ends a crawl whose time is over.
var errTime = errors.New("the time for reading sitemaps is over")

// Run finds and reads. A site without any sitemap gives its home page's feeds and
// links, perhaps none. Errors are for sites that cannot be reached or refuse (the codes
// of fetch.Client.Do and wall.Usable), and for a Request.Sitemap that gives nothing:
// the same codes, unsupported_content when it is no sitemap and parse_failed when none
// of it can be read.
func (c *Crawler) Run(ctx context.Context, q Request) (*Result, error) {
	limit := maxTime
	if end, ok := ctx.Deadline(); ok {
		limit = min(limit, end.Sub(c.now())-reserve)
	}
	timed, cancel := context.WithTimeoutCause(ctx, limit, errTime)
	defer cancel()
	w := &walk{
		web: c.web, request: q, seen: map[string]bool{}, have: map[string]bool{},
		Result: Result{Method: listing.None, Sources: []listing.Source{}, URLs: []listing.URL{}},
	}
	err := w.run(timed)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case timed.Err() != nil && w.Counts.Listed > 0:
		w.Stop = listing.ByTime
	case timed.Err() != nil:
		return nil, tooLate(q, limit)
	case err != nil:
		return nil, err
	}
	result := w.Result // a copy, so that what the walk remembers can go
	result.Counts.Returned = len(result.URLs)
	return &result, nil
}

// tooLate says that nothing was found in time. Naming the sitemap helps where it was
// searched for.
func tooLate(q Request, limit time.Duration) error {
	name, advice := q.Domain, "try again later or name it by sitemapUrl"
	if q.Sitemap != nil {
		name, advice = q.Sitemap.Hostname(), "try again later or name a smaller part of it"
	}
	return errs.Wrap(errTime, errs.UpstreamTimeout, name+" did not return a sitemap within "+limit.Round(time.Second).String()+"; "+advice)
}

// walk is one crawl under way. While files are read at once nothing of it changes.
type walk struct {
	Result

	web     Web
	request Request
	seen    map[string]bool // the files that were read or will be
	have    map[string]bool // the pages in URLs
	files   int             // that were read
	size    int             // of URLs
}

func (w *walk) run(ctx context.Context) error {
	if w.request.Sitemap == nil {
		return w.discover(ctx)
	}
	w.Method = listing.Given
	_, err := w.tree(ctx, []node{{url: w.request.Sitemap}})
	return err
}

// note lists a source.
func (w *walk) note(s listing.Source) {
	w.Counts.Sources++
	if w.request.Report != nil {
		w.request.Report(w.Counts.Sources)
	}
	if len(w.Sources) < maxSources {
		w.Sources = append(w.Sources, s)
	}
}
