package fxtwitter

import (
	"context"
	"net/http"
	"net/url"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/legacy"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// listing is an answer that is a list.
type listing[T any] struct {
	envelope
	Results legacy.List[T] `json:"results"`
	Cursor  cursors        `json:"cursor"`
}

// list makes a call for a list. A first page that does not exist is none of errors: the
// caller knows what it is about. Later ones do not exist when their token is stale.
func list[T any](ctx context.Context, c *Client, path string, query url.Values) (*listing[T], error) {
	var answer listing[T]
	code, err := c.ask(ctx, path, query, &answer)
	switch {
	case err != nil:
		return nil, err
	case code == http.StatusOK:
		return &answer, nil
	case query.Get("cursor") != "":
		return nil, shape.StaleToken()
	case code == http.StatusNotFound:
		return &answer, nil
	}
	return nil, shape.Rejected(c.up.Name, answer.Message)
}

// posts is a list of posts as a page, the newest first.
func (c *Client) posts(ctx context.Context, path string, query url.Values) (shape.Page[social.Item], error) {
	answer, err := list[status](ctx, c, path, query)
	if err != nil {
		return shape.Page[social.Item]{}, err
	}
	page := shape.Page[social.Item]{Items: items(answer.Results), Next: answer.Cursor.Bottom, Ordered: true}
	// X ends its lists with a page that has a token and nothing else.
	if len(answer.Results) == 0 {
		page.Next = ""
	}
	page.Ended = page.Next == ""
	return page, nil
}

// Timeline returns about n posts and reposts of an account, without its replies, from a
// token on.
func (c *Client) Timeline(ctx context.Context, handle, token string, n int) (shape.Page[social.Item], error) {
	return c.posts(ctx, "/2/profile/"+url.PathEscape(handle)+"/statuses", counted(n, token))
}

// Search returns about n posts that a query of X's search finds.
func (c *Client) Search(ctx context.Context, query, token string, n int) (shape.Page[social.Item], error) {
	values := counted(n, token)
	values.Set("q", query)
	values.Set("feed", "latest")
	return c.posts(ctx, "/2/search", values)
}

// Quotes returns about n posts that quote a post.
func (c *Client) Quotes(ctx context.Context, id, token string, n int) (shape.Page[social.Item], error) {
	return c.posts(ctx, "/2/status/"+url.PathEscape(id)+"/quotes", counted(n, token))
}

// Reposters returns about n accounts that repeated a post.
func (c *Client) Reposters(ctx context.Context, id, token string, n int) (shape.Page[social.Author], error) {
	answer, err := list[user](ctx, c, "/2/status/"+url.PathEscape(id)+"/reposts", counted(n, token))
	if err != nil {
		return shape.Page[social.Author]{}, err
	}
	page := shape.Page[social.Author]{Items: []social.Author{}, Next: answer.Cursor.Bottom}
	for i := range answer.Results {
		if author := answer.Results[i].author(); author != nil {
			page.Items = append(page.Items, *author)
		}
	}
	if len(answer.Results) == 0 {
		page.Next = ""
	}
	page.Ended = page.Next == ""
	return page, nil
}
