package x

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/fxtwitter"
	"github.com/quarryapi/quarry/internal/sources/x/guest"
	"github.com/quarryapi/quarry/internal/sources/x/official"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
	"github.com/quarryapi/quarry/internal/sources/x/syndication"
	"github.com/quarryapi/quarry/internal/sources/x/web"
)

// Post returns a post with what it repeats or quotes, and the surfaces that were asked
// in vain. A text of which the surface has the beginning only is read whole from the
// post's page, where that can be had. Errors: target_error for a post that does not exist,
// was deleted or is by a suspended account, login_required for one of a protected account,
// and those of upstream.Client.
func (c *Client) Post(ctx context.Context, id string) (*social.Item, []social.Failure, error) {
	var tiers []tier[*social.Item]
	add := func(source string, get func(ctx context.Context, id string) (*social.Item, error)) {
		tiers = append(tiers, tier[*social.Item]{source, func(ctx context.Context) (*social.Item, error) { return get(ctx, id) }})
	}
	if c.official != nil {
		add(official.Name, c.official.Post)
	}
	add(fxtwitter.Name, c.fx.Post)
	if c.guest != nil {
		add(guest.Name, c.guest.Post)
	}
	add(syndication.Posts, c.embedded)
	add(web.Name, func(ctx context.Context, id string) (*social.Item, error) {
		post, _, err := c.web.Post(ctx, id)
		return post, err
	})
	post, failed, err := first(ctx, tiers)
	if err == nil && isCut(post) && post.Source != syndication.Posts && post.Source != web.Name { // both know the page
		if page, _, err := c.web.Post(ctx, id); err == nil {
			complete(post, page)
		}
	}
	return post, failed, err
}

func isCut(post *social.Item) bool {
	return post.TextTruncatedAtSource != nil && *post.TextTruncatedAtSource
}

// complete puts the whole text in place of its beginning where the post's page has it.
func complete(post, page *social.Item) {
	if isCut(post) && !isCut(page) && len(page.Text) > len(post.Text) {
		post.Text, post.TextTruncatedAtSource = page.Text, nil
	}
}

// embedded is a post as other sites show it, with the counts that only its own page has,
// and its whole text where that page has more of it.
func (c *Client) embedded(ctx context.Context, id string) (*social.Item, error) {
	post, err := c.syndication.Post(ctx, id)
	if err != nil {
		return nil, err
	}
	page, _, err := c.web.Post(ctx, id)
	if err != nil {
		return post, nil //nolint:nilerr // the page is an addition: without it the post is returned all the same
	}
	n, more := &post.Counts, page.Counts
	for _, count := range []struct{ have, more **int64 }{
		{&n.Reposts, &more.Reposts}, {&n.Quotes, &more.Quotes}, {&n.Views, &more.Views}, {&n.Bookmarks, &more.Bookmarks}, {&n.Comments, &more.Comments},
	} {
		if *count.have == nil {
			*count.have = *count.more
		}
	}
	complete(post, page)
	return post, nil
}

// recent is how far back the official search reaches.
const recent = 7 * 24 * time.Hour

// Replies returns replies to a post: the newest first, or those first that X ranks
// highest when liked is set. Errors: as Post; invalid_cursor for a position that its
// surface does not take any more.
func (c *Client) Replies(ctx context.Context, id string, liked bool, w Walk) (Posts, error) {
	var pagers []pager[social.Item]
	// The official API finds replies by its search, which older posts are out of reach of.
	if posted := shape.Posted(id); c.official != nil && !posted.IsZero() && c.now().Sub(posted) < recent {
		pagers = append(pagers, pages(official.Name, c.official.Search, "conversation_id:"+id+" is:reply"))
	}
	pagers = append(pagers,
		pages(fxtwitter.Name, func(ctx context.Context, id, token string, _ int) (shape.Page[social.Item], error) {
			return c.fx.Replies(ctx, id, token, liked)
		}, id),
		once(web.Name, func(ctx context.Context) (shape.Page[social.Item], error) {
			_, replies, err := c.web.Post(ctx, id)
			return shape.Page[social.Item]{Items: replies, Reason: "X shows three or so replies to everybody and no more."}, err
		}))
	return posts(ctx, w, pagers)
}
