package youtube

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/youtube/permalink"
	"github.com/quarryapi/quarry/internal/sources/youtube/wire"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// maxSteps is how many addresses may stand for each other: a name of before 2014 leads
// to one of later years.
const maxSteps = 3

// resolve returns the id of the channel that permalink.Handle or ChannelOf names. It
// asks for that, and where YouTube does not answer reads the channel's page.
func (c *Client) resolve(ctx context.Context, ref string) (string, error) {
	if permalink.ID(ref) {
		return ref, nil
	}
	id, err := c.lookUp(ctx, ref)
	if err == nil || definite(err) || ctx.Err() != nil {
		return id, err
	}
	id, second := c.canonical(ctx, ref)
	if second == nil || definite(second) {
		return id, second
	}
	return "", err
}

func (c *Client) lookUp(ctx context.Context, ref string) (string, error) {
	for address, step := permalink.Channel(ref), 0; step < maxSteps; step++ {
		var r wire.Resolved
		found, err := c.ask(ctx, "/youtubei/v1/navigation/resolve_url", map[string]any{"url": address}, &r)
		if err != nil {
			return "", err
		}
		id, next := r.Channel(), r.Redirect()
		u, err := url.Parse(next)
		switch {
		case permalink.ID(id):
			return id, nil
		case !found || err != nil || next == "":
			return "", unknown(ref)
		}
		if _, ok := permalink.ChannelOf(u); !ok {
			return "", unknown(ref)
		}
		address = next
	}
	return "", unknown(ref)
}

// canonical reads the id out of the channel's page.
func (c *Client) canonical(ctx context.Context, ref string) (string, error) {
	resp, err := c.do(ctx, upstream.Call{
		Path: strings.TrimPrefix(permalink.Channel(ref), origin), Header: http.Header{"Accept": {"text/html"}},
		Final: []int{http.StatusNotFound},
	})
	if err != nil {
		return "", err
	}
	if resp.Status == http.StatusNotFound {
		return "", unknown(ref)
	}
	if err := wall.Detect(resp); err != nil {
		return "", err
	}
	page := lookup.Parse(resp.Body)
	for _, link := range page.Find(`link[rel="canonical"]`).EachIter() {
		if u, err := url.Parse(lookup.Attr(link, "href")); err == nil {
			if id, ok := permalink.ChannelOf(u); ok && permalink.ID(id) {
				return id, nil
			}
		}
	}
	for _, meta := range page.Find(`meta[itemprop="identifier"]`).EachIter() {
		if id := lookup.Attr(meta, "content"); permalink.ID(id) {
			return id, nil
		}
	}
	return "", unreadable("with a page that names no channel")
}

func unknown(ref string) error {
	e := errs.Newf(errs.TargetError, "YouTube has no channel %s; check the spelling, or send its id, which begins with UC.", permalink.Channel(ref))
	e.Permanent = true
	return e
}
