package x

import (
	"context"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/fxtwitter"
	"github.com/quarryapi/quarry/internal/sources/x/official"
)

// Search returns posts that a query of X's search finds, the newest first: words, a
// "phrase", from:handle, @handle, -without. Errors: as Replies.
func (c *Client) Search(ctx context.Context, query string, w Walk) (Posts, error) {
	var pagers []pager[social.Item]
	if c.official != nil {
		pagers = append(pagers, pages(official.Name, c.official.Search, query))
	}
	return posts(ctx, w, append(pagers, pages(fxtwitter.Name, c.fx.Search, query)))
}

// Quotes returns posts that quote a post. Errors: as Replies.
func (c *Client) Quotes(ctx context.Context, id string, w Walk) (Posts, error) {
	var pagers []pager[social.Item]
	if c.official != nil {
		pagers = append(pagers, pages(official.Name, c.official.Quotes, id))
	}
	return posts(ctx, w, append(pagers, pages(fxtwitter.Name, c.fx.Quotes, id)))
}

// Reposters returns accounts that repeated a post, in X's order, which is none of time.
// Who liked a post is not public. Errors: as Replies.
func (c *Client) Reposters(ctx context.Context, id string, w Walk) (People, error) {
	var pagers []pager[social.Author]
	if c.official != nil {
		pagers = append(pagers, pages(official.Name, c.official.Reposters, id))
	}
	pagers = append(pagers, pages(fxtwitter.Name, c.fx.Reposters, id))
	return walk(ctx, w, pagers, func(a *social.Author) string { return a.ExternalID })
}
