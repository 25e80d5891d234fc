package reddit

import (
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"strconv"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
)

// surface is a list that the API and the feeds have alike.
type surface struct {
	path  string     // of the API: "/r/x/new"
	feed  string     // of the feed: "/r/x/new/.rss"
	query url.Values // of both
	what  string     // the subject, for errors: "the account u/x"
}

// lists are what Reddit itself has of a surface: one list, of the API where there is an
// app, and the feed, which answers where the API does not.
func (c *Client) lists(s surface) []list {
	feed := live(Feeds, func(ctx context.Context, after string, _ int) (batch, error) { return c.feedPage(ctx, s, after) })
	if !c.Configured() {
		return []list{feed}
	}
	return []list{live(API, func(ctx context.Context, after string, n int) (batch, error) { return c.apiPage(ctx, s, after, n) }), feed}
}

func (s surface) values(after string, n int) url.Values {
	v := url.Values{"limit": {strconv.Itoa(n)}}
	maps.Copy(v, s.query)
	if after != "" {
		v.Set("after", after)
	}
	return v
}

func (c *Client) apiPage(ctx context.Context, s surface, after string, n int) (batch, error) {
	var l listing
	if err := c.ask(ctx, s.path, s.values(after, n), s.what, &l); err != nil {
		return batch{}, err
	}
	if l.Data == nil {
		return batch{}, unreadable(API, "without a list")
	}
	records, err := source{API, social.Live}.records(API, l.Data.Children)
	return batch{records, l.Data.After != ""}, err
}

// feedPage reads a page of a feed, which does not say whether there is another. So the
// last entry of a full page is held back: behind every mark there is one post at least,
// and an empty page means that the mark is stale.
func (c *Client) feedPage(ctx context.Context, s surface, after string) (batch, error) {
	f, err := c.readFeed(ctx, s.feed, s.values(after, most), s.what)
	if err != nil {
		return batch{}, err
	}
	records := f.records()
	if len(records) < most {
		return batch{records, false}, nil
	}
	return batch{records[:most-1], true}, nil
}

// records are the posts and comments among some things. Others, such as communities,
// are left out; a post without an id is no answer.
func (s source) records(name string, things []thing) ([]record, error) {
	all := []record{}
	for _, t := range things {
		switch t.Kind {
		case "t3":
			var l link
			if err := json.Unmarshal(t.Data, &l); err != nil || !permalink.ID(l.ID) {
				return nil, unreadable(name, "with a post in an unknown format")
			}
			all = append(all, s.post(&l))
		case "t1":
			var r remark
			if err := json.Unmarshal(t.Data, &r); err != nil || !permalink.ID(r.ID) {
				return nil, unreadable(name, "with a comment in an unknown format")
			}
			all = append(all, s.comment(&r))
		}
	}
	return all, nil
}
