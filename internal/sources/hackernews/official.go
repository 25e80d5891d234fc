package hackernews

import (
	"context"
	"encoding/json"
	"net/url"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/hackernews/permalink"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// entry is an item as the official API has it.
type entry struct {
	ID          json.Number   `json:"id"`
	Type        string        `json:"type"`
	By          string        `json:"by"`
	Time        int64         `json:"time"`
	Title       string        `json:"title"`
	URL         string        `json:"url"`
	Text        string        `json:"text"`
	Score       *int64        `json:"score"`
	Descendants *int64        `json:"descendants"`
	Parent      json.Number   `json:"parent"`
	Poll        json.Number   `json:"poll"`
	Kids        []json.Number `json:"kids"`  // in the order of the page
	Parts       []json.Number `json:"parts"` // of a poll, in the order of the page
	Deleted     bool          `json:"deleted"`
	Dead        bool          `json:"dead"`
}

// Post returns an item with the counts of the moment, without what answers it, by one
// call, and one more for each option of a poll. Errors: target_error and permanent for
// an item that does not exist, was deleted or is hidden; parse_failed; and those of
// upstream.Client.
func (c *Client) Post(ctx context.Context, id string) (*social.Item, error) {
	e, err := c.entry(ctx, id)
	if err != nil {
		return nil, err
	}
	n, err := c.node(ctx, e)
	if err != nil {
		return nil, err
	}
	item := n.item()
	item.Counts.Comments = e.Descendants
	return &item, nil
}

// entry reads an item that everybody may read.
func (c *Client) entry(ctx context.Context, id string) (*entry, error) {
	e, err := c.raw(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case e == nil:
		return nil, missing("Hacker News has no item %s; check the id.", id)
	case e.Deleted:
		return nil, missing("Item %s of Hacker News was deleted.", id)
	case e.Dead:
		return nil, missing("Item %s of Hacker News was killed by its software, its users or its moderators, and is hidden from the public.", id)
	case e.By == "" || e.Time <= 0 || e.ID.String() != id:
		return nil, unreadable(c.official.Name, "with an item that has no author or time")
	}
	return e, nil
}

// raw reads an item, in whatever state; nil is one that does not exist, for which
// the API answers null.
func (c *Client) raw(ctx context.Context, id string) (*entry, error) {
	var e *entry
	err := c.official.JSON(ctx, upstream.Call{Path: "/item/" + url.PathEscape(id) + ".json"}, &e)
	return e, err
}

// node is the entry in the form of Algolia's, with the options of a poll and without
// its children.
func (c *Client) node(ctx context.Context, e *entry) (*node, error) {
	n := &node{
		ID: e.ID, Type: e.Type, CreatedAt: e.Time, Author: e.By, Title: e.Title, URL: e.URL, Text: e.Text,
		Points: e.Score, ParentID: e.Parent, source: Official,
	}
	if e.Type == "pollopt" {
		n.ParentID = e.Poll
	}
	if e.Deleted || e.Dead {
		n.Author, n.Text, n.CreatedAt = "", "", 0
	}
	for _, id := range e.Parts[:min(len(e.Parts), maxOptions)] {
		if !permalink.ID(id.String()) {
			continue
		}
		part, err := c.raw(ctx, id.String())
		if err != nil {
			return nil, err
		}
		if part != nil && !part.Deleted && !part.Dead {
			n.Options = append(n.Options, &node{ID: part.ID, Text: part.Text, Points: part.Score})
		}
	}
	return n, nil
}

// maxOptions bounds the calls for one poll; the largest have about 60.
const maxOptions = 100

// maxCalls is how many comments are read one by one when Algolia cannot be asked: at a
// tenth of a second each, ten seconds.
const maxCalls = 100

// grow reads what answers a node, each comment with its answers before the next, until
// calls is used up. It reports whether all was read; the first error ends it.
func (c *Client) grow(ctx context.Context, n *node, kids []json.Number, calls *int) (whole bool, err error) {
	for _, id := range kids {
		if !permalink.ID(id.String()) {
			continue
		}
		if *calls == 0 {
			return false, nil
		}
		*calls--
		e, err := c.raw(ctx, id.String())
		if err != nil {
			return false, err
		}
		if e == nil {
			continue
		}
		child, err := c.node(ctx, e)
		if err != nil {
			return false, err
		}
		n.Children = append(n.Children, child)
		if whole, err := c.grow(ctx, child, e.Kids, calls); err != nil || !whole {
			return false, err
		}
	}
	return true, nil
}
