package producthunt

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
	"github.com/quarryapi/quarry/internal/sources/producthunt/ssr"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// document is a page that is no wall, with where it was found after redirects.
type document struct {
	place  permalink.Place
	state  *ssr.State
	metas  structured.Metas
	things []structured.Object // JSON-LD
}

// open reads a page. What names the subject in errors. Errors: target_error and permanent
// for what Product Hunt itself says is not there; upstream_blocked, upstream_rate_limited,
// and those of upstream.Client.
func (c *Client) open(ctx context.Context, path, what string) (*document, error) {
	resp, err := c.up.Do(ctx, upstream.Call{
		Path: path, Header: http.Header{"Accept": {"text/html,application/xhtml+xml"}, "Accept-Language": {"en"}}, Final: finals(),
	})
	if err != nil {
		return nil, err
	}
	if err := wall.Detect(resp); err != nil {
		return nil, err
	}
	root := dom.Parse(resp.Body)
	d := &document{metas: structured.ReadMetas(root)}
	if err := d.refusal(resp, root, what); err != nil {
		return nil, err
	}
	d.place, _ = permalink.Path(resp.URL.Path)
	d.state, d.things = ssr.Read(root), structured.Objects(structured.JSONLD(root))
	return d, nil
}

// finals are the statuses that this package judges itself, since what protects Product
// Hunt answers with them, too.
func finals() []int {
	return []int{http.StatusForbidden, http.StatusNotFound, http.StatusGone, http.StatusServiceUnavailable}
}

// refusal is what a status of 400 and more means. Only Product Hunt's own page tells that
// something is not there.
func (d *document) refusal(resp *fetch.Response, root *html.Node, what string) error {
	title := ""
	if n := dom.First(root, atom.Title); n != nil {
		title = dom.Text(n)
	}
	og := d.metas.First("og:title")
	own := strings.Contains(title+og+d.metas.First("og:site_name"), "Product Hunt")
	switch absent := resp.Status == http.StatusNotFound || resp.Status == http.StatusGone; {
	case absent && (own || numbered(og) || numbered(title)):
		return gone(what)
	case resp.Status >= http.StatusBadRequest:
		return denied(resp.Status)
	}
	return nil
}

// denied is what a status means with which Product Hunt, or what protects it, turns away.
func denied(status int) error {
	said := fmt.Sprintf("Product Hunt returned %d %s", status, http.StatusText(status))
	if status >= http.StatusInternalServerError {
		return errs.New(errs.ProviderUnavailable, said+"; try again later.")
	}
	return errs.New(errs.UpstreamBlocked, said+" and blocks access; try again later.")
}

// lacks is what it means that a page does not hold what it was asked for: it may say 404
// with status 200.
func (d *document) lacks(what string) error {
	if numbered(d.metas.First("og:title")) {
		return gone(what)
	}
	return unreadable("a page for the " + what)
}

// numbered matches a title such as "404" or "404 - Page not found".
func numbered(title string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(title), " ")
	return strings.Trim(first, ":-–|") == "404"
}
