package youtube

import (
	"context"
	"net/http"
	"net/url"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/youtube/atom"
)

// feed reads a channel's feed. For weeks feeds of good channels have answered 404 and
// 500 now and then, so it is asked twice, and such an answer is no sign of anything.
func (c *Client) feed(ctx context.Context, id string) (*atom.Feed, error) {
	call := upstream.Call{
		Path: "/feeds/videos.xml", Query: url.Values{"channel_id": {id}}, Header: http.Header{"Accept": {"application/atom+xml, text/xml"}},
		Final: []int{http.StatusNotFound, http.StatusInternalServerError},
	}
	for range 2 {
		resp, err := c.do(ctx, call)
		switch {
		case err != nil:
			return nil, err
		case resp.Status >= http.StatusBadRequest:
			continue
		}
		f, err := atom.Read(resp.Body, id)
		if err != nil {
			return nil, errs.Wrap(err, errs.ParseFailed, "The feed of the channel has an unknown format").Later()
		}
		return f, nil
	}
	return nil, errs.New(errs.ProviderUnavailable, "The feed of the channel was requested twice without a response; try again later.")
}

// improve gives an item of a list what the feed says of it.
func improve(item *social.Item, exact social.Item) {
	item.PublishedAt, item.PublishedAtApproximate = exact.PublishedAt, false
	if exact.Text != "" {
		item.Text, item.TextTruncatedAtSource = exact.Text, nil
	}
	if exact.Counts.Views != nil {
		item.Counts.Views, item.Counts.Rounded = exact.Counts.Views, nil
	}
	item.Counts.Likes = exact.Counts.Likes
}
