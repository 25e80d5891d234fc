package official

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
)

// Post is a launch with what the API has there about its product.
type Post struct {
	shape.Launch
	ReviewsRating *float64 // mean of the product's reviews; nil without any
}

// PostBySlug returns the launch of a slug, which is not its product's; nil when there is
// none. Errors: those of the API, see Client.
func (c *Client) PostBySlug(ctx context.Context, slug string) (*Post, error) {
	return c.post(ctx, map[string]any{"slug": slug})
}

// PostByID is PostBySlug by an id.
func (c *Client) PostByID(ctx context.Context, id string) (*Post, error) {
	return c.post(ctx, map[string]any{"id": id})
}

func (c *Client) post(ctx context.Context, by map[string]any) (*Post, error) {
	data, err := ask[struct {
		Post json.RawMessage `json:"post"`
	}](ctx, c, postQuery, by)
	if err != nil {
		return nil, err
	}
	var found *post
	if json.Unmarshal(data.Post, &found) != nil { // nor is its absence the null of no post
		return nil, errs.Newf(errs.ParseFailed, "%s returned data in an unknown format", Name).Later()
	}
	if found == nil {
		return nil, nil //nolint:nilnil // what the API says of a post that it has not
	}
	if found.ID == "" || found.Slug == "" {
		return nil, errs.Newf(errs.ParseFailed, "%s returned a post without id or slug", Name).Later()
	}
	p := found.launch()
	return &p, nil
}

// PostsOfSite returns the launches whose site is an address, also without or with www.,
// or as its host's first page. Known is false when the API cannot be asked so.
func (c *Client) PostsOfSite(ctx context.Context, site *url.URL, n int) (all []Post, known bool, err error) {
	host := strings.TrimPrefix(site.Host, "www.")
	type found struct {
		A connection[post] `json:"a"`
		B connection[post] `json:"b"`
		C connection[post] `json:"c"`
	}
	data, err := ask[found](ctx, c, siteQuery, map[string]any{
		"a": site.String(), "b": site.Scheme + "://" + host, "c": site.Scheme + "://www." + host, "first": min(n, 10),
	})
	if errors.Is(err, errNotTaken) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	seen := map[string]bool{}
	for _, list := range []connection[post]{data.A, data.B, data.C} {
		for _, p := range launches(list) {
			if !seen[p.ID] {
				seen[p.ID] = true
				all = append(all, p)
			}
		}
	}
	return all, true, nil
}

// Topics returns up to three topics that a text names, the most followed first.
func (c *Client) Topics(ctx context.Context, text string) ([]shape.Topic, error) {
	data, err := ask[struct {
		Topics connection[shape.Topic] `json:"topics"`
	}](ctx, c, topicsQuery, map[string]any{"query": text})
	if err != nil {
		return nil, err
	}
	var all []shape.Topic
	for _, e := range data.Topics.Edges {
		all = append(all, e.Node)
	}
	return all, nil
}

// Posts returns the up to 20 best ranked launches of a topic, or of all when it is "".
func (c *Client) Posts(ctx context.Context, topic string) ([]Post, error) {
	variables := map[string]any{"first": 20}
	if topic != "" {
		variables["topic"] = topic
	}
	data, err := ask[struct {
		Posts connection[post] `json:"posts"`
	}](ctx, c, postsQuery, variables)
	if err != nil {
		return nil, err
	}
	return launches(data.Posts), nil
}

// launches are the posts of a connection that have an id and a slug.
func launches(list connection[post]) []Post {
	all := []Post{}
	for _, e := range list.Edges {
		if e.Node.ID != "" && e.Node.Slug != "" {
			all = append(all, e.Node.launch())
		}
	}
	return all
}

// Account is a person with the launches that they made.
type Account struct {
	shape.Person
	Launches []Post
	Total    *int64 // how many they made; nil when the API does not have it
}

// User returns a person by the account's name; nil when the API has none, or withholds
// who it is and knows nothing else.
func (c *Client) User(ctx context.Context, name string, n int) (*Account, error) {
	data, err := ask[struct {
		User *user `json:"user"`
	}](ctx, c, userQuery, map[string]any{"username": name, "first": min(n, 20)})
	if err != nil || data.User == nil {
		return nil, err
	}
	a := &Account{Launches: launches(data.User.MadePosts), Total: data.User.MadePosts.Total}
	p := data.User.person()
	if p == nil && len(a.Launches) == 0 {
		return nil, nil
	}
	if p != nil {
		a.Person = *p
	}
	return a, nil
}
