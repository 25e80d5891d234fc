// Package web reads the pages of posts and accounts that x.com shows to everybody: the
// microdata within them (https://schema.org/SocialMediaPosting), which has counts that
// no embedded post has, some replies, and a few posts of an account. It knows no other
// surface of X and no jobs.
package web

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// Name is the upstream's in package sources.
const Name = "xweb"

// Client reads the pages. It is safe for concurrent use.
type Client struct{ up *upstream.Client }

// New returns a Client.
func New(up *upstream.Client) *Client { return &Client{up} }

// Post returns a post and the replies that its page shows, three or so, as X ranks
// them. Errors: target_error for one that does not exist, login_required, upstream_blocked
// for a page without a post, and those of upstream.Client.
func (c *Client) Post(ctx context.Context, id string) (*social.Item, []social.Item, error) {
	items, err := c.read(ctx, "/i/status/"+url.PathEscape(id))
	if err != nil {
		return nil, nil, err
	}
	if items == nil {
		return nil, nil, shape.NoPost(id, shape.Unavailable)
	}
	var post *social.Item
	replies := []social.Item{}
	for _, found := range postings(items) {
		item := posting(found)
		switch {
		case item.ExternalID == id:
			post = &item
		case item.InReplyTo != nil && item.InReplyTo.ExternalID == id:
			replies = append(replies, item)
		}
	}
	if post == nil {
		return nil, nil, c.wall()
	}
	return post, replies, nil
}

// Profile returns an account and the posts that its page shows, five or so, a pinned one
// and the newest. Errors: as Post.
func (c *Client) Profile(ctx context.Context, handle string) (*social.Profile, shape.Page[social.Item], error) {
	list := shape.Page[social.Item]{Items: []social.Item{}, Reason: "X shows a handful of an account's posts to everybody and no more."}
	items, err := c.read(ctx, "/"+url.PathEscape(handle))
	if err != nil {
		return nil, list, err
	}
	if items == nil {
		return nil, list, shape.NoAccount(handle)
	}
	var profile *social.Profile
	for _, item := range items {
		if is(item, "ProfilePage") {
			profile = account(item, items)
		}
	}
	if profile == nil || !strings.EqualFold(profile.Username, handle) {
		return nil, list, c.wall()
	}
	for _, found := range postings(items) {
		list.Items = append(list.Items, posting(found))
	}
	return profile, list, nil
}

// read returns the items of a page, nil when there is no such page.
func (c *Client) read(ctx context.Context, path string) ([]page.Item, error) {
	resp, err := c.up.Do(ctx, upstream.Call{
		Path: path, Header: http.Header{"Accept": {"text/html"}}, Final: []int{http.StatusNotFound}, MaxBytes: 8 << 20,
	})
	switch {
	case err != nil:
		return nil, err
	case resp.Status == http.StatusNotFound:
		return nil, nil
	case strings.Contains(resp.URL.Path, "/flow/login") || strings.HasPrefix(resp.URL.Path, "/login"):
		return nil, errs.New(errs.LoginRequired, "X shows this page only to users who are logged in.")
	}
	items := structured.Microdata(flat(resp.Body), resp.URL)
	if len(items) == 0 {
		return nil, c.wall()
	}
	return items, nil
}

// flat lets lists and their posts stand for themselves. On pages of profiles they are
// parts of an item that has ended before they begin, and so of none.
func flat(body []byte) *html.Node {
	doc := lookup.Parse(body)
	doc.Find(`[itemscope][itemprop="owns"], [itemscope][itemprop="hasPart"]`).RemoveAttr("itemprop")
	return doc.Nodes[0]
}

func (c *Client) wall() error {
	return errs.Newf(errs.UpstreamBlocked, "%s returned a page without the requested data; try again later.", cmp.Or(c.up.Name, Name))
}
