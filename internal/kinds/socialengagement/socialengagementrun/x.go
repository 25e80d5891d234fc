package socialengagementrun

import (
	"context"

	"github.com/quarryapi/quarry/internal/kinds/socialengagement"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x"
)

// X reads posts, and who repeated, quoted or answered them.
type X struct{ *x.Client }

// Post implements Reader.
func (s X) Post(ctx context.Context, id string) (*social.Item, error) {
	post, _, err := s.Client.Post(ctx, id)
	return post, err
}

// maxCalls bounds the calls for one page: surfaces have pages of 20 and more.
const maxCalls = 6

// Engaged implements Reader, for retweeters, quotes and comments.
func (s X) Engaged(ctx context.Context, id string, by socialengagement.Type, position string, n int) (Engagement, error) {
	post, err := s.Post(ctx, id)
	if err != nil {
		return Engagement{}, err
	}
	walk := x.Walk{Position: position, PageSize: n, MaxCalls: maxCalls}
	if by == socialengagement.Retweeters {
		people, err := s.Reposters(ctx, id, walk)
		e := engagement(post, people)
		for _, account := range people.Items {
			e.Actors = append(e.Actors, socialengagement.Actor{Author: account})
		}
		return e, err
	}
	var list x.Posts
	if by == socialengagement.Quotes {
		list, err = s.Quotes(ctx, id, walk)
	} else {
		list, err = s.Replies(ctx, id, false, walk)
	}
	e := engagement(post, list)
	e.Actors = authors(list.Items)
	return e, err
}

// engagement is a list of X without its actors.
func engagement[T any](post *social.Item, list x.List[T]) Engagement {
	return Engagement{Post: *post, Next: list.Next, Exhausted: list.Exhausted, Reason: list.Reason, Source: list.Source}
}
