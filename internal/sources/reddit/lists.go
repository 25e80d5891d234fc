package reddit

import (
	"context"
	"net/url"

	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
)

// Posts returns up to n posts of an account or a community from a position on, "" being
// the first, the newest first. From Reddit itself there are up to 1000; the archives go
// on behind them, or stand in where Reddit cannot be read, which Page.Reason then says.
// A page may have fewer than n posts and another behind it. Errors: target_error and
// permanent for what does not exist, is suspended or banned; login_required for what is
// private; invalid_cursor; upstream_blocked and upstream_rate_limited where no archive
// has anything either; parse_failed; and those of upstream.Client.
func (c *Client) Posts(ctx context.Context, of permalink.Place, position string, n int) (Page, error) {
	if of.User != "" {
		path := "/user/" + url.PathEscape(of.User) + "/submitted"
		s := surface{path: path, feed: path + "/.rss", query: url.Values{"sort": {"new"}}, what: "the account u/" + of.User}
		return walk(ctx, append(c.lists(s), c.archives("author", of.User)...), Window{}, position, n)
	}
	path := "/r/" + url.PathEscape(of.Subreddit) + "/new"
	s := surface{path: path, feed: path + "/.rss", what: "the community r/" + of.Subreddit}
	return walk(ctx, append(c.lists(s), c.archives("subreddit", of.Subreddit)...), Window{}, position, n)
}

// Search is Posts for what a query in Reddit's syntax finds in all communities: words,
// "a phrase", OR, NOT, author:, subreddit:, url:, selftext:. The archive that stands in,
// PullPush, reads words and phrases only. Reddit searches parts of words and other
// forms, so who wants a word looks for it.
func (c *Client) Search(ctx context.Context, text string, w Window, position string, n int) (Page, error) {
	s := surface{
		path: "/search", feed: "/search.rss", what: "the search",
		query: url.Values{"q": {text}, "sort": {"new"}, "t": {"all"}, "type": {"link"}},
	}
	archive := archived(c.pullpush, query{path: pullpushPosts, variants: []url.Values{{"q": {text}}}, size: "size", window: w})
	return walk(ctx, append(c.lists(s), archive), w, position, n)
}

// Mentions is Posts for links to a domain, in lower case and without www., or to a name
// below it; the archives know the links to the domain itself and to www. only. What
// writes the domain in its text is found by Search.
func (c *Client) Mentions(ctx context.Context, domain string, w Window, position string, n int) (Page, error) {
	path := "/domain/" + url.PathEscape(domain) + "/new"
	s := surface{path: path, feed: path + "/.rss", what: "links to " + domain}
	lists := append(c.lists(s),
		archived(c.arctic, query{path: arcticPosts, variants: linked(domain), size: "limit", window: w}),
		archived(c.pullpush, query{path: pullpushPosts, variants: []url.Values{{"domain": {domain}}}, size: "size", window: w}))
	return walk(ctx, lists, w, position, n)
}
