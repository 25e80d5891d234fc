package channelrun

import (
	"cmp"
	"context"
	"fmt"

	"github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x"
)

// X reads accounts of X.
type X struct{ Client *x.Client }

// Channel implements Platform.
func (p X) Channel(ctx context.Context, r Request) (Page, error) {
	profile, _, err := p.Client.Profile(ctx, r.Handle)
	if err != nil {
		return Page{}, err
	}
	list, err := p.Client.Timeline(ctx, profile, x.Walk{Position: r.Position, PageSize: r.Limit})
	if err != nil {
		return Page{}, err
	}
	return Page{
		Channel: channel.Channel{Profile: *profile}, Items: list.Items, Next: list.Next, Source: list.Source,
		Coverage: xCoverage(profile, &list, r.Position == ""),
	}, nil
}

// xCoverage claims that the posts are all only where they begin at the beginning and the
// account counts no more.
func xCoverage(p *social.Profile, list *x.Posts, whole bool) social.Coverage {
	total, read := p.Counts.Posts, int64(len(list.Items))
	switch {
	case list.Next != "":
		return social.Coverage{Reason: cmp.Or(list.Reason, behind)}
	case whole && list.Exhausted && total != nil && *total <= read:
		return social.Coverage{Complete: true}
	case whole && total != nil:
		return social.Coverage{Reason: cmp.Or(list.Reason, fmt.Sprintf("X counts %d posts of the account, including replies, and returns %d of them here.", *total, read))}
	}
	return social.Coverage{Reason: cmp.Or(list.Reason, "X returns no more; replies and posts beyond about the latest 3200 are not returned.")}
}
