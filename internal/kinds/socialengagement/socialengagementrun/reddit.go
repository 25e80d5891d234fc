package socialengagementrun

import (
	"context"

	"github.com/quarryapi/quarry/internal/kinds/socialengagement"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/reddit"
)

// Reddit reads posts, who commented on them and who crossposted them.
type Reddit struct{ *reddit.Client }

// Post implements Reader.
func (r Reddit) Post(ctx context.Context, id string) (*social.Item, error) {
	d, err := r.Discussion(ctx, id)
	if err != nil {
		return nil, err
	}
	return &d.Post, nil
}

// Engaged implements Reader, for comments and reshares.
func (r Reddit) Engaged(ctx context.Context, id string, by socialengagement.Type, position string, n int) (Engagement, error) {
	d, err := r.Discussion(ctx, id)
	if err != nil {
		return Engagement{}, err
	}
	if by == socialengagement.Comments {
		return whole(d.Post, d.Comments, d.Coverage, position, n)
	}
	page, err := r.Crossposts(ctx, id, position, n)
	if err != nil {
		return Engagement{}, err
	}
	return Engagement{
		Post: d.Post, Actors: authors(page.Items), Next: page.Next, Exhausted: page.Exhausted, Reason: page.Reason, Source: page.Source, Origin: page.Origin,
	}, nil
}
