package youtube

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/paging"
	"github.com/quarryapi/quarry/internal/sources/youtube/atom"
	"github.com/quarryapi/quarry/internal/sources/youtube/permalink"
	"github.com/quarryapi/quarry/internal/sources/youtube/wire"
)

// position is how far a walk has come.
type position struct {
	ID    string  `json:"i"` // of the channel
	Lanes []place `json:"p"` // those with something left
}

func readPosition(s string) (p position, err error) {
	if s == "" {
		return p, nil
	}
	if err := json.Unmarshal([]byte(s), &p); err != nil || !permalink.ID(p.ID) || len(p.Lanes) == 0 {
		return position{}, errs.Of(errs.InvalidCursor)
	}
	return p, nil
}

// begun are the places of a walk that begins: the tabs that a channel has.
func begun(tabs []string) []place {
	var places []place
	for _, tab := range []string{wire.Videos, wire.Streams, wire.Shorts} {
		if slices.Contains(tabs, tab) {
			places = append(places, place{Tab: tab})
		}
	}
	return places
}

// fresh reports whether the newest items of a walk, of which the feed knows more, may be
// among those that are left.
func fresh(places []place) bool {
	return !slices.ContainsFunc(places, func(p place) bool { return p.Token != "" })
}

// walk is the way through all lanes at once.
type walk struct {
	lanes []*lane
	seen  paging.Seen
}

// open reads what the lanes begin with, side by side, of which home is the first page of
// the videos; and the feed, where it helps. That is nil when it cannot be had.
func (c *Client) open(ctx context.Context, id string, places []place, home *wire.Browse) (*walk, *atom.Feed, error) {
	w := &walk{seen: paging.Seen{}, lanes: make([]*lane, len(places))}
	failures := make([]error, len(places))
	var feed *atom.Feed
	var all sync.WaitGroup
	for i, p := range places {
		all.Go(func() { w.lanes[i], failures[i] = c.lane(ctx, id, p, home) })
	}
	if fresh(places) {
		all.Go(func() { feed, _ = c.feed(ctx, id) }) // without it times are approximate, which items state
	}
	all.Wait()
	for _, err := range failures {
		if err != nil {
			return nil, nil, err
		}
	}
	return w, feed, nil
}

func (c *Client) lane(ctx context.Context, id string, p place, home *wire.Browse) (*lane, error) {
	l := &lane{place: p}
	if p.Token != "" {
		first, known, err := c.more(ctx, p.Token)
		if err == nil && !known {
			err = stale("YouTube does not take its place any more")
		}
		if err != nil {
			return nil, err
		}
		return l, l.begin(ctx, c, first)
	}
	page := home
	if p.Tab != wire.Videos {
		var err error
		if page, err = c.browse(ctx, id, p.Tab); err != nil {
			return nil, err
		}
	}
	first, err := c.first(page, p.Tab)
	if err != nil {
		return nil, err
	}
	return l, l.begin(ctx, c, first)
}

// join gives the items what the feed has about them. What the feed has and no tab, as
// right after it was published, becomes a lane of its own, which no position keeps.
func (w *walk) join(f *atom.Feed, isFirst bool) {
	if f == nil {
		return
	}
	extra := &lane{}
	for _, exact := range f.Items {
		found := false
		for _, l := range w.lanes {
			for i := range l.items {
				if l.items[i].ExternalID == exact.ExternalID {
					improve(&l.items[i], exact)
					found = true
				}
			}
		}
		if !found {
			extra.items = append(extra.items, exact)
		}
	}
	for _, l := range w.lanes {
		l.bound()
	}
	if isFirst {
		w.lanes = append(w.lanes, extra)
	}
}

// take returns up to n items, the newest first as far as times are known.
func (w *walk) take(ctx context.Context, c *Client, n int) ([]social.Item, error) {
	items := []social.Item{}
	for len(items) < n {
		var best *lane
		var newest *social.Item
		for _, l := range w.lanes {
			head, err := l.head(ctx, c)
			if err != nil {
				return nil, err
			}
			if head != nil && (newest == nil || rank(head) > rank(newest)) {
				best, newest = l, head
			}
		}
		if best == nil {
			break
		}
		if item := best.give(); w.seen.First(item.ExternalID) {
			items = append(items, item)
		}
	}
	return items, nil
}

// rest are the places of the lanes that have something left, and why something is
// missing at the end of others.
func (w *walk) rest() (places []place, reason string) {
	for _, l := range w.lanes {
		if l.Tab != "" && (len(l.items) > 0 || l.next != "") {
			places = append(places, l.place)
		}
		if l.reason != "" {
			reason = l.reason
		}
	}
	return places, reason
}

func stale(why string) error {
	return errs.Newf(errs.InvalidCursor, "This cursor is too old: %s. Start again without it.", why)
}
