package youtube

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/youtube/permalink"
	"github.com/quarryapi/quarry/internal/sources/youtube/wire"
)

// Page is a channel and a part of its items.
type Page struct {
	Channel social.Profile
	// Items are its videos, streams and shorts, the newest first. The newest 15 have
	// exact times and counts from the feed; others have times of words such as "2 weeks
	// ago", and shorts have none and come last.
	Items    []social.Item // never nil
	Next     string        // the position of the next page; empty when there is none
	Coverage social.Coverage
}

// Channel returns the channel that permalink.Handle or ChannelOf names, and up to n of
// its items from a position on, "" being the newest. Errors: target_error and permanent
// for a channel that does not exist or was removed; login_required for one that only
// adults with an account see and that has no feed; invalid_cursor for a position that
// YouTube does not know any more; upstream_blocked; parse_failed; and those of
// upstream.Client.
func (c *Client) Channel(ctx context.Context, ref, at string, n int) (*Page, error) {
	p, err := readPosition(at)
	if err != nil {
		return nil, err
	}
	if at == "" {
		if p.ID, err = c.resolve(ctx, ref); err != nil {
			return nil, err
		}
	}
	home, err := c.browse(ctx, p.ID, wire.Videos)
	if err != nil {
		if at != "" || definite(err) || ctx.Err() != nil {
			return nil, err
		}
		return c.byFeed(ctx, p.ID, n, err)
	}
	about := home.Channel(p.ID)
	if about == nil {
		return nil, unreadable("with another channel")
	}
	if home.Gated() {
		return c.gated(ctx, about, n)
	}
	if home.Generated() {
		return &Page{Channel: *about, Items: []social.Item{}, Coverage: social.Coverage{Reason: noneOfItsOwn}}, nil
	}
	if at == "" {
		p.Lanes = begun(home.Tabs())
	}
	return c.page(ctx, about, p, home, at == "", n)
}

// noneOfItsOwn is why a generated channel has no items.
const noneOfItsOwn = "YouTube generates this channel out of other channels' videos; it has none of its own."

func (c *Client) page(ctx context.Context, about *social.Profile, p position, home *wire.Browse, isFirst bool, n int) (*Page, error) {
	w, feed, err := c.open(ctx, p.ID, p.Lanes, home)
	if err != nil {
		return nil, err
	}
	w.join(feed, isFirst)
	if feed != nil {
		about.CreatedAt = feed.CreatedAt
	}
	page := &Page{Channel: *about}
	if page.Items, err = w.take(ctx, c, n); err != nil {
		return nil, err
	}
	places, reason := w.rest()
	switch {
	case len(places) > 0:
		next, _ := json.Marshal(position{p.ID, places}) // strings always can be
		page.Next = string(next)
		page.Coverage.Reason = "There are more items; use nextCursor."
	case reason != "":
		page.Coverage.Reason = reason
	case len(page.Items) == 0 && isFirst && about.Counts.Posts != nil && *about.Counts.Posts > 0:
		page.Coverage.Reason = fmt.Sprintf("YouTube counts %d videos of this channel and lists none of them.", *about.Counts.Posts)
	default:
		page.Coverage.Complete = true
	}
	page.sign()
	return page, nil
}

// sign gives the items their author.
func (p *Page) sign() {
	by := &social.Author{ExternalID: p.Channel.ExternalID, Username: p.Channel.Username, Name: p.Channel.Name, URL: p.Channel.URL}
	for i := range p.Items {
		p.Items[i].Author = by
	}
}

// gated is a channel that only adults with an account see; its feed is for all.
func (c *Client) gated(ctx context.Context, about *social.Profile, n int) (*Page, error) {
	page, err := c.newest(ctx, about, n)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, errs.Wrap(err, errs.LoginRequired,
			"YouTube shows this channel only to adults with an account, and its public feed failed.")
	}
	for i := range page.Items {
		page.Items[i].Sensitive = true
	}
	page.Coverage.Reason = "YouTube shows this channel only to adults with an account. These are items of its feed, which has the newest 15, without their lengths; streams are not distinguished from videos."
	return page, nil
}

// byFeed is a channel whose page cannot be read, because of cause.
func (c *Client) byFeed(ctx context.Context, id string, n int, cause error) (*Page, error) {
	about := &social.Profile{Platform: social.YouTube, ExternalID: id, URL: permalink.Channel(id), Source: Source}
	page, err := c.newest(ctx, about, n)
	if err != nil {
		return nil, cause
	}
	page.Coverage.Reason = "The channel's page could not be read: " + errs.As(cause).Message +
		" These are items of its feed, which has the newest 15, without their lengths; streams are not distinguished from videos."
	return page, nil
}

// newest are the items of the feed.
func (c *Client) newest(ctx context.Context, about *social.Profile, n int) (*Page, error) {
	feed, err := c.feed(ctx, about.ExternalID)
	if err != nil {
		return nil, err
	}
	about.CreatedAt = feed.CreatedAt
	if about.Name == "" {
		about.Name = feed.Name
	}
	page := &Page{Channel: *about, Items: append([]social.Item{}, feed.Items[:min(n, len(feed.Items))]...)}
	page.sign()
	return page, nil
}
