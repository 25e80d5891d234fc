package urlread

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"

	"github.com/quarryapi/quarry/internal/core/job"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// followed are the parts that a crawl needs beside those that are wanted: links, and the text to know a page again by, which is
// the same whatever is wanted.
const followed = extract.Lists | extract.Text | extract.Targets

// found is what a crawl goes on with after a page.
func (r *Reader) found(p *page.Page, u *url.URL) *job.Found {
	f := &job.Found{Canonical: p.Metadata.Canonical, Dropped: p.MoreTargets, Print: frontier.Print(p.Title + "\x00" + p.Text)}
	seen := frontier.Content{Title: p.Title, Text: p.Text, At: r.now()}
	for _, target := range p.Targets {
		if frontier.Near(u, target) {
			f.Links = append(f.Links, target)
		}
	}
	if p.Document != nil {
		for _, h := range p.Document.Headings {
			if h.Level == 1 {
				seen.Headlines = append(seen.Headlines, h.Text)
			}
		}
		for _, i := range p.Document.Images {
			seen.Images = append(seen.Images, i.URL)
		}
	}
	l := frontier.LookOf(u, seen)
	f.Gist, f.Dates, f.Name, f.Shape = l.Gist, l.Dates, l.Name, l.Shape
	return f
}

// Follow fills in only what a crawl goes on with: of a page whose picture alone is wanted. A page
// that cannot be read has no links.
func (r *Reader) Follow(ctx context.Context, result *urlkind.Result, src extract.Source) {
	result.Found = &job.Found{}
	if p, err := r.engine.Extract(ctx, src, extract.Options{OnlyMainContent: true, Parts: followed}); err == nil {
		result.Found = r.found(p, src.URL)
	}
}

// Conditional are the headers of a request for what has changed since an earlier crawl; the
// same ones for any other.
func Conditional(headers http.Header, p *job.Page) http.Header {
	if p == nil || !p.Before.Asked() {
		return headers
	}
	own := maps.Clone(headers)
	if own == nil {
		own = http.Header{}
	}
	if p.Before.ETag != "" {
		own.Set("If-None-Match", p.Before.ETag)
	}
	if p.Before.LastModified != "" {
		own.Set("If-Modified-Since", p.Before.LastModified)
	}
	return own
}

// Unchanged reports whether a site answers that a page is as an earlier crawl has seen it. Without a condition that is no answer.
func Unchanged(resp *fetch.Response, p *job.Page) bool {
	return p != nil && p.Before.Asked() && resp.Status == http.StatusNotModified
}

// older reports whether a page of which nothing but a time is known was not modified since, as its site says although it sent it.
func older(resp *fetch.Response, b job.Before) bool {
	since, err := http.ParseTime(b.LastModified)
	if err != nil || b.Print != "" || b.ETag != "" {
		return false
	}
	modified, err := http.ParseTime(resp.Header.Get("Last-Modified"))
	return err == nil && !modified.After(since)
}

// Keep has a crawl go on with what it knew of a page that is Unchanged.
func Keep(result *urlkind.Result, resp *fetch.Response, p *job.Page) {
	b := p.Before
	result.Found = &job.Found{
		Same: true, Print: b.Print, Canonical: b.Canonical, ETag: cmp.Or(resp.Header.Get("Etag"), b.ETag), LastModified: cmp.Or(resp.Header.Get("Last-Modified"), b.LastModified),
	}
	if result.FinalURL != result.URL {
		result.Found.Final = result.FinalURL
	}
}

// Complete adds to what a crawl goes on with what the answer itself says.
func Complete(result *urlkind.Result, resp *fetch.Response, p *job.Page) {
	f := result.Found
	if f == nil || p == nil {
		return
	}
	if result.FinalURL != result.URL {
		f.Final = result.FinalURL
	}
	f.ETag, f.LastModified = resp.Header.Get("Etag"), resp.Header.Get("Last-Modified")
	f.Same = p.Before.Alike(f.Print) || older(resp, p.Before)
}
