// Package googlenews searches news by Google News. Its results lead to the articles by
// addresses at Google that only a browser can follow, so they are given as they are, and
// with them where the publisher is. It knows no other engine.
package googlenews

import (
	"context"
	"net/url"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/read/websearch"
	source "github.com/quarryapi/quarry/internal/sources/googlenews"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Name is the upstream's in package sources.
const Name = source.Name

// Engine asks Google News. It is safe for concurrent use.
type Engine struct {
	client *source.Client
	now    func() time.Time
}

// New returns an Engine. Now is time.Now when nil.
func New(up *upstream.Client, now func() time.Time) *Engine {
	if now == nil {
		now = time.Now
	}
	return &Engine{client: source.New(up), now: now}
}

// Name implements websearch.Engine.
func (*Engine) Name() string { return Name }

// Search implements websearch.Engine. There is one page of a hundred results and no text
// of an article.
func (e *Engine) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	asked := source.Query{Text: q.Text}
	if q.Fresh > 0 {
		asked.Since = e.now().Add(-q.Fresh)
	}
	page, err := e.client.Best(ctx, asked)
	if err != nil {
		return nil, err
	}
	all := make([]websearch.Result, 0, len(page.Articles))
	for _, a := range page.Articles {
		all = append(all, websearch.Result{
			URL: a.URL, DisplayURL: site(a.PublisherURL), Title: a.Title,
			Published: instant.Text(a.PublishedAt), Source: a.Publisher,
		})
	}
	return all, nil
}

// site is a publisher's address as people read it.
func site(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}
