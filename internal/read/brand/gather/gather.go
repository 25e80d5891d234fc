// Package gather fetches what a site shows of a brand: the page, plain and in the
// browser where there is one, its stylesheets, its manifest, and the images that may
// be its logo. It bounds how much, and leaves judging to package brand.
package gather

import (
	"bytes"
	"context"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/brand"
	"github.com/quarryapi/quarry/internal/read/brand/brandimage"
	"github.com/quarryapi/quarry/internal/read/brand/computedstyle"
	"github.com/quarryapi/quarry/internal/read/brand/picture"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// Fetcher is the part of fetch.Client that a Gatherer needs.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Browser is the part of browser.Browser that a Gatherer needs.
type Browser interface {
	Visit(ctx context.Context, v shown.Visit) (*shown.Page, error)
}

// Gatherer gathers evidence. It is safe for concurrent use.
type Gatherer struct {
	web     Fetcher
	browser Browser
}

// New returns a Gatherer. Without a browser, nil, pages are read as they are served.
func New(web Fetcher, b Browser) *Gatherer { return &Gatherer{web: web, browser: b} }

// Facts say how the evidence was obtained; a job reports them in its meta.
type Facts struct {
	// Rendered is true when a browser showed the page, so that colours and fonts are what
	// it computed.
	Rendered bool `json:"rendered"`
	// Stylesheets is how many were read, those within the page included.
	Stylesheets int `json:"stylesheets"`
	// StylesheetsMissing is how many the page names that could not be read, so that
	// colours and fonts may be missing, too.
	StylesheetsMissing int `json:"stylesheetsMissing,omitempty"`
}

const (
	fileTimeout  = 10 * time.Second // of one stylesheet, manifest or image
	stageTimeout = 20 * time.Second // of all stylesheets, and of all images
	visitTimeout = 30 * time.Second
)

// Gather fetches a page with what belongs to it. Errors are those of the page alone:
// what fetch.Client.Do says of it, what wall.Usable says of the answer, and
// unsupported_content for what is no page. What else is missing is left out.
func (g *Gatherer) Gather(ctx context.Context, address string) (brand.Evidence, Facts, error) {
	resp, err := g.web.Do(ctx, fetch.Request{URL: address})
	if err != nil {
		return brand.Evidence{}, Facts{}, err
	}
	if err := wall.Usable(resp); err != nil {
		return brand.Evidence{}, Facts{}, err
	}
	if !strings.Contains(resp.MediaType, "html") {
		return brand.Evidence{}, Facts{}, errs.Newf(errs.UnsupportedContent, "The target is %s, which has no brand to read; send a page of the site.", resp.MediaType)
	}
	e := brand.Evidence{URL: resp.URL, Doc: plain(resp)}
	facts := Facts{Rendered: g.render(ctx, address, &e)}
	base := dom.Base(e.Doc, e.URL)
	e.Sheets, facts.StylesheetsMissing = g.sheets(ctx, e.Doc, base)
	facts.Stylesheets = len(e.Sheets)
	e.Manifest = g.manifest(ctx, e.Doc, base)
	e.Pictures = g.pictures(ctx, e)
	if ctx.Err() != nil {
		return brand.Evidence{}, Facts{}, context.Cause(ctx)
	}
	return e, facts, nil
}

func plain(resp *fetch.Response) *html.Node {
	text, _ := charset.Decode(resp.Body, resp.Header.Get("Content-Type"))
	return dom.Parse(text)
}

// render shows the page in the browser and reports whether that gave more than was
// served. A browser that is missing, dies, or is not let in takes nothing away.
func (g *Gatherer) render(ctx context.Context, address string, e *brand.Evidence) bool {
	if g.browser == nil {
		return false
	}
	page, err := g.browser.Visit(ctx, shown.Visit{
		URL: address, BlockMedia: true, Timeout: visitTimeout, Scripts: map[string]string{"look": computedstyle.Script},
	})
	if err != nil || wall.Usable(page.Response()) != nil {
		return false
	}
	elements, ok := computedstyle.FromBrowser(page.Values["look"])
	if !ok {
		return false
	}
	e.URL, e.Doc, e.Look = page.URL, dom.Parse([]byte(page.HTML)), elements
	return true
}

func (g *Gatherer) manifest(ctx context.Context, doc *html.Node, base *url.URL) brandimage.Manifest {
	link := lookup.Links(doc, "manifest")
	resp := g.file(ctx, dom.Resolve(base, lookup.Attr(link, "href")), "application/manifest+json,application/json,*/*;q=0.1", 256<<10)
	if resp == nil {
		return brandimage.Manifest{}
	}
	m, _ := brandimage.ParseManifest(resp.Body, resp.URL)
	return m
}

// pictures asks for the images that may be logo and favicon, until no other can be
// likelier than what was found.
func (g *Gatherer) pictures(ctx context.Context, e brand.Evidence) map[string]picture.Picture {
	const mostLogos, mostIcons = 6, 4
	ctx, cancel := context.WithTimeout(ctx, stageTimeout)
	defer cancel()
	found := map[string]picture.Picture{}
	ask := func(list []brandimage.Candidate, most int) {
		asked, best := 0, 0.0
		for _, c := range list {
			if asked == most || best >= c.Confidence {
				return
			}
			p, known := brand.Picture(c.URL, found)
			if !known {
				asked++
				if p, known = g.picture(ctx, c.URL); known {
					found[c.URL] = p
				}
			}
			if judged, ok := c.Judge(p); known && ok {
				best = max(best, judged)
			}
		}
	}
	ask(brand.Logos(e), mostLogos)
	ask(brand.Favicons(e), mostIcons)
	return found
}

func (g *Gatherer) picture(ctx context.Context, address string) (picture.Picture, bool) {
	if !strings.HasPrefix(address, "http") {
		return picture.Picture{}, false
	}
	resp := g.file(ctx, address, "image/*,*/*;q=0.1", 512<<10)
	if resp == nil {
		return picture.Picture{}, false
	}
	return picture.Sniff(resp.Body)
}

// file fetches what belongs to a page; nil when it is not there.
func (g *Gatherer) file(ctx context.Context, address, accept string, maxBytes int64) *fetch.Response {
	if address == "" {
		return nil
	}
	resp, err := g.web.Do(ctx, fetch.Request{
		URL: address, Header: map[string][]string{"Accept": {accept}},
		Timeout: fileTimeout, MaxBytes: maxBytes, AllowTruncated: true, NoRetry: true,
	})
	if err != nil || resp.Status != 200 || len(bytes.TrimSpace(resp.Body)) == 0 {
		return nil
	}
	return resp
}
