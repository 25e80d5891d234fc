package youtube

import (
	"context"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/youtube/wire"
)

const (
	// maxToken is the longest token that a position keeps. Those of videos and streams
	// have some 1700 characters; those of shorts grow to 9000, and then the list is read
	// again from the last shorter one.
	maxToken = 1800
	// maxCalls bounds the reading of one list: some 1500 shorts.
	maxCalls = 40
)

// place is how far the way through one tab has come: behind the item Last, which is on
// the page that Token gives or on one that follows it. Without a token the page is the
// first, without an item its beginning.
type place struct {
	Tab   string `json:"t"`
	Token string `json:"c,omitempty"`
	Last  string `json:"l,omitempty"`
}

// lane is one tab on the way from its newest item to its oldest.
type lane struct {
	place
	items  []social.Item // read and not yet given
	next   string        // what continues the list behind them
	used   []string
	reason string // what is missing behind its end
}

// begin takes up the list where the place says, of which first is the page.
func (l *lane) begin(ctx context.Context, c *Client, first wire.List) error {
	want := l.Last
	l.take(first)
	for want != "" {
		i := slices.IndexFunc(l.items, func(item social.Item) bool { return item.ExternalID == want })
		if i >= 0 {
			l.items, l.Last = l.items[i+1:], want
			return nil
		}
		if l.next == "" {
			return stale("the video at its position was removed")
		}
		if err := l.read(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// head returns the next item, nil when the lane has ended.
func (l *lane) head(ctx context.Context, c *Client) (*social.Item, error) {
	for len(l.items) == 0 && l.next != "" {
		if err := l.read(ctx, c); err != nil {
			return nil, err
		}
	}
	if len(l.items) == 0 {
		return nil, nil //nolint:nilnil // the end is no failure
	}
	return &l.items[0], nil
}

// give takes the head away.
func (l *lane) give() social.Item {
	item := l.items[0]
	l.items, l.Last = l.items[1:], item.ExternalID
	return item
}

// read replaces the items, which were all given, by the next page. A token that was used
// before, or one too many, ends the lane.
func (l *lane) read(ctx context.Context, c *Client) error {
	token := l.next
	l.items, l.next = nil, ""
	if slices.Contains(l.used, token) || len(l.used) >= maxCalls {
		l.reason = "YouTube's list of " + l.Tab + " did not come to an end, and the rest of it was left out."
		return nil
	}
	l.used = append(l.used, token)
	list, known, err := c.more(ctx, token)
	if err != nil {
		return err
	}
	if !known {
		l.reason = "YouTube returned nothing after the listed " + l.Tab + ", although it announced more."
		return nil
	}
	if len(token) <= maxToken {
		l.Token, l.Last = token, ""
	}
	l.take(list)
	return nil
}

// take adds a page. What is on the tab of streams was, is or will be broadcast.
func (l *lane) take(list wire.List) {
	l.items, l.next = list.Items, list.Next
	if l.Tab != wire.Streams {
		return
	}
	for i := range l.items {
		l.items[i].Type = wire.Live
		if l.items[i].LiveStatus == "" {
			l.items[i].LiveStatus = wire.Ended
		}
	}
}

// bound makes no item newer than the one before it: "1 month ago" is the latest time that
// the words allow, and what stands before may be older.
func (l *lane) bound() {
	before := ""
	for i := range l.items {
		item := &l.items[i]
		if before != "" && item.PublishedAtApproximate && item.PublishedAt > before {
			item.PublishedAt = before[:len(time.DateOnly)] + "T00:00:00.000Z"
		}
		if item.PublishedAt != "" && item.LiveStatus != wire.Running {
			before = item.PublishedAt
		}
	}
}

// rank orders the heads of lanes: what is or will be broadcast first, then the newest.
// What has no time comes last; that are shorts which the feed does not have any more.
func rank(item *social.Item) string {
	if item.LiveStatus == wire.Upcoming || item.LiveStatus == wire.Running {
		return "9999"
	}
	return item.PublishedAt
}
