package socialmentionsrun

import (
	"context"

	"github.com/quarryapi/quarry/internal/read/mention"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
)

// HackerNews searches Hacker News by hackernews.Client.
type HackerNews struct{ *hackernews.Client }

// hackerNews has no sign for accounts.
var hackerNews = syntax{without: "-", quote: true}

// Find implements Search.
func (h HackerNews) Find(ctx context.Context, q mention.Query, position string, n int) (Found, error) {
	page, err := h.Newest(ctx, hackernews.Query{
		Text: hackerNews.write(q), Tags: "(story,comment,poll,job)", In: []string{"title", "url", "story_text", "comment_text"}, Exact: true,
	}, position, n)
	return Found{Items: page.Items, Next: page.Next, Exhausted: page.Exhausted, Reason: page.Reason, Source: hackernews.Search}, err
}
