package channelrun

import (
	"context"

	"github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/sources/youtube"
)

// YouTube reads channels of YouTube.
type YouTube struct{ Client *youtube.Client }

// Channel implements Platform.
func (y YouTube) Channel(ctx context.Context, r Request) (Page, error) {
	page, err := y.Client.Channel(ctx, r.Handle, r.Position, r.Limit)
	if err != nil {
		return Page{}, err
	}
	return Page{
		Channel: channel.Channel{Profile: page.Channel}, Items: page.Items, Next: page.Next, Coverage: page.Coverage, Source: youtube.Source,
	}, nil
}
