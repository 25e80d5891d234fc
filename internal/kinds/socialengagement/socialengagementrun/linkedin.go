package socialengagementrun

import (
	"context"
	"fmt"

	"github.com/quarryapi/quarry/internal/kinds/socialengagement"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/linkedin"
)

// LinkedIn reads posts and the first of those who commented on them.
type LinkedIn struct{ *linkedin.Client }

// Post implements Reader.
func (l LinkedIn) Post(ctx context.Context, id string) (*social.Item, error) {
	post, err := l.Client.Post(ctx, id)
	if err != nil {
		return nil, err
	}
	return &post.Item, nil
}

// Engaged implements Reader, for comments.
func (l LinkedIn) Engaged(ctx context.Context, id string, _ socialengagement.Type, position string, n int) (Engagement, error) {
	post, err := l.Client.Post(ctx, id)
	if err != nil {
		return Engagement{}, err
	}
	coverage := social.Coverage{Reason: "LinkedIn shows the first comments of a post, about ten, without a login, and the others only to its members."}
	if replies := post.Counts.Comments; replies != nil {
		if coverage.Complete = *replies <= int64(len(post.Comments)); !coverage.Complete {
			coverage.Reason = fmt.Sprintf("LinkedIn shows %d of %d comments without a login, and the others only to its members.", len(post.Comments), *replies)
		}
	}
	return whole(post.Item, post.Comments, coverage, position, n)
}
