package mentionsrun

import (
	"context"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
)

// HackerNews finds stories and comments of Hacker News.
type HackerNews struct{ *hackernews.Client }

// pageSize is how many items one page of a platform's search has.
const pageSize = 100

// Find implements Finder.
func (h HackerNews) Find(ctx context.Context, q Query) (Found, error) {
	return gather(ctx, q, func(ctx context.Context, position string) (page, error) {
		p, err := h.Mentions(ctx, string(q.Domain), hackernews.Query{Tags: "(story,comment,poll,job)", Since: q.Since, Until: q.Until}, position, pageSize)
		for i := range p.Items {
			p.Items[i].Origin = social.Live
		}
		return page{mentions: q.matches(p.Items), next: p.Next, exhausted: p.Exhausted, reason: p.Reason}, err
	})
}
