package official

import (
	"context"
	"net/url"
	"strconv"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// Profile returns an account. Errors: target_error for one that does not exist or is
// suspended, and those of upstream.Client.
func (c *Client) Profile(ctx context.Context, handle string) (*social.Profile, error) {
	answer, err := ask[user](ctx, c, "/2/users/by/username/"+url.PathEscape(handle), func() url.Values {
		return url.Values{"user.fields": {userFields}}
	})
	switch {
	case err != nil:
		return nil, err
	case answer.Data != nil && answer.Data.ID != "":
		return answer.Data.whole().Profile(Name), nil
	}
	switch answer.why() {
	case shape.Suspended:
		return nil, shape.SuspendedAccount(handle)
	case "":
		return nil, shape.Unreadable(Name, "without an account")
	}
	return nil, shape.NoAccount(handle)
}

// Post returns a post. Errors: as shape.NoPost, and those of upstream.Client.
func (c *Client) Post(ctx context.Context, id string) (*social.Item, error) {
	answer, err := ask[post](ctx, c, "/2/tweets/"+url.PathEscape(id), func() url.Values { return c.fields(url.Values{}) })
	switch {
	case err != nil:
		return nil, err
	case answer.Data != nil && answer.Data.ID == id:
		return new(answer.Includes.library().item(answer.Data, 0)), nil
	case answer.why() != "":
		return nil, shape.NoPost(id, answer.why())
	}
	return nil, shape.Unreadable(Name, "without the post")
}

// posts is a list of posts as a page.
func (c *Client) posts(ctx context.Context, path string, values func() url.Values) (shape.Page[social.Item], error) {
	page := shape.Page[social.Item]{Items: []social.Item{}, Ordered: true}
	answer, err := ask[[]post](ctx, c, path, func() url.Values { return c.fields(values()) })
	if err != nil {
		return page, err
	}
	if answer.Data == nil && len(answer.Errors) > 0 {
		return page, answer.without(path)
	}
	library := answer.Includes.library()
	if answer.Data != nil {
		for i := range *answer.Data {
			page.Items = append(page.Items, library.item(&(*answer.Data)[i], 0))
		}
	}
	page.Next = answer.Meta.Next
	page.Ended = page.Next == ""
	return page, nil
}

// without is why a list has nothing.
func (e *envelope[T]) without(path string) error {
	switch e.why() {
	case shape.Private:
		return shape.ProtectedAccount(about(e.Errors[0], path))
	case shape.Suspended:
		return shape.SuspendedAccount(about(e.Errors[0], path))
	case shape.Unavailable:
		return shape.NoPost(about(e.Errors[0], path), shape.Unavailable)
	}
	return shape.Unreadable(Name, "without a list")
}

// about is what a problem is about.
func about(p problem, path string) string {
	if p.Value != "" {
		return p.Value
	}
	if p.Resource != "" {
		return p.Resource
	}
	return path
}

// paged are the values of a list whose pages have from least to 100 objects.
func paged(n, least int, tokenName, token string) url.Values {
	values := url.Values{"max_results": {strconv.Itoa(max(least, min(n, 100)))}}
	if token != "" {
		values.Set(tokenName, token)
	}
	return values
}

// Timeline returns about n posts, replies and reposts of an account, by its id, from a
// token on. It reaches back 3200 posts.
func (c *Client) Timeline(ctx context.Context, id, token string, n int) (shape.Page[social.Item], error) {
	return c.posts(ctx, "/2/users/"+url.PathEscape(id)+"/tweets", func() url.Values {
		return paged(n, 5, "pagination_token", token)
	})
}

// Search returns about n posts of the last seven days that a query finds.
func (c *Client) Search(ctx context.Context, query, token string, n int) (shape.Page[social.Item], error) {
	page, err := c.posts(ctx, "/2/tweets/search/recent", func() url.Values {
		values := paged(n, 10, "next_token", token)
		values.Set("query", query)
		return values
	})
	page.Reason = "X's official search reaches back seven days."
	return page, err
}

// Quotes returns about n posts that quote a post.
func (c *Client) Quotes(ctx context.Context, id, token string, n int) (shape.Page[social.Item], error) {
	return c.posts(ctx, "/2/tweets/"+url.PathEscape(id)+"/quote_tweets", func() url.Values {
		return paged(n, 10, "pagination_token", token)
	})
}

// Reposters returns about n accounts that repeated a post.
func (c *Client) Reposters(ctx context.Context, id, token string, n int) (shape.Page[social.Author], error) {
	page := shape.Page[social.Author]{Items: []social.Author{}}
	path := "/2/tweets/" + url.PathEscape(id) + "/retweeted_by"
	answer, err := ask[[]user](ctx, c, path, func() url.Values {
		values := paged(n, 1, "pagination_token", token)
		values.Set("user.fields", userFields)
		return values
	})
	if err != nil {
		return page, err
	}
	if answer.Data == nil && len(answer.Errors) > 0 {
		return page, answer.without(path)
	}
	if answer.Data != nil {
		for i := range *answer.Data {
			if author := (*answer.Data)[i].whole().Author(); author != nil {
				page.Items = append(page.Items, *author)
			}
		}
	}
	page.Next = answer.Meta.Next
	page.Ended = page.Next == ""
	return page, nil
}
