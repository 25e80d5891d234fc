package socialengagementrun

import (
	"context"

	"github.com/quarryapi/quarry/internal/kinds/socialengagement"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
)

// HackerNews reads items and who commented on them. It embeds what gives a post.
type HackerNews struct{ *hackernews.Client }

// slowly is how many comments a thread may have that has to be read one by one.
const slowly = 100

// Engaged implements Reader, for comments.
func (h HackerNews) Engaged(ctx context.Context, id string, _ socialengagement.Type, position string, n int) (Engagement, error) {
	want := n
	if position != "" {
		want = slowly // those before the page, too
	}
	thread, err := h.Thread(ctx, id, want)
	if err != nil {
		return Engagement{}, err
	}
	return whole(thread.Post, thread.Comments(0, thread.Known), thread.Coverage(thread.Known), position, n)
}
