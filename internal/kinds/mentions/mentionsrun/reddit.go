package mentionsrun

import (
	"context"

	"github.com/quarryapi/quarry/internal/kinds/mentions"
	"github.com/quarryapi/quarry/internal/sources/reddit"
)

// Reddit finds posts of Reddit: links to the domain, and posts that write it. It knows
// no comments, which Reddit's search does not find.
type Reddit struct{ *reddit.Client }

// Find implements Finder. The two searches share Reddit's pace, so they take turns.
func (r Reddit) Find(ctx context.Context, q Query) (Found, error) {
	w := reddit.Window{Since: q.Since, Until: q.Until}
	links := search{source: reddit.Feeds, what: "The list of links: "}
	links.found, links.err = gather(ctx, q, func(ctx context.Context, position string) (page, error) {
		p, err := r.Mentions(ctx, string(q.Domain), w, position, pageSize)
		return redditPage(q, p), err
	})
	texts := search{source: reddit.Feeds, what: "The search of texts: "}
	texts.found, texts.err = gather(ctx, q, func(ctx context.Context, position string) (page, error) {
		p, err := r.Search(ctx, `"`+string(q.Domain)+`"`, w, position, pageSize)
		return redditPage(q, p), err
	})
	return join(mentions.Reddit, links, texts)
}

func redditPage(q Query, p reddit.Page) page {
	return page{mentions: q.matches(p.Items), next: p.Next, exhausted: p.Exhausted, reason: p.Reason}
}
