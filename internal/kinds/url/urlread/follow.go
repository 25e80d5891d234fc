package urlread

import (
	"cmp"
	"context"
	"maps"
	"net/http"

	"github.com/quarryapi/quarry/internal/core/job"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// followed are the parts that a crawl needs beside those that are wanted: links, and a text to know
// a page again by.
func followed(wanted extract.Parts) extract.Parts {
	if wanted&(extract.Markdown|extract.Text|extract.Document) != 0 {
		return extract.Lists
	}
	return extract.Lists | extract.Text
}

// found is what a crawl goes on with after a page.
func found(p *page.Page) *job.Found {
	f := &job.Found{Canonical: p.Metadata.Canonical}
	text := cmp.Or(p.Markdown, p.Text)
	if p.Document != nil {
		text = cmp.Or(text, p.Document.Text)
		for _, l := range p.Document.Links {
			f.Links = append(f.Links, l.URL)
		}
	}
	f.Print, f.Shape = frontier.Print(p.Title+"\x00"+text), frontier.Shape(text)
	return f
}

// Follow fills in only what a crawl goes on with: of a page whose picture alone is wanted. A page
// that cannot be read has no links.
func (r *Reader) Follow(ctx context.Context, result *urlkind.Result, src extract.Source) {
	result.Found = &job.Found{}
	if p, err := r.engine.Extract(ctx, src, extract.Options{OnlyMainContent: true, Parts: followed(0)}); err == nil {
		result.Found = found(p)
	}
}

// Conditional are the headers of a request for what has changed since an earlier crawl; the
// same ones for any other.
func Conditional(headers http.Header, p *job.Page) http.Header {
	if p == nil || p.Before.ETag == "" && p.Before.LastModified == "" {
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

// Unchanged reports whether a site answers that a page is as an earlier crawl has seen it.
func Unchanged(resp *fetch.Response, p *job.Page) bool {
	return p != nil && p.Before.Known && resp.Status == http.StatusNotModified
}

// Keep has a crawl go on with what it knew of a page that is Unchanged.
func Keep(result *urlkind.Result, resp *fetch.Response, p *job.Page) {
	b := p.Before
	result.Found = &job.Found{
		Same: true, Print: b.Print, ETag: cmp.Or(resp.Header.Get("Etag"), b.ETag), LastModified: cmp.Or(resp.Header.Get("Last-Modified"), b.LastModified),
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
	f.Same = p.Before.Alike(f.Print)
}
