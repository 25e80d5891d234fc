package hackernews

import (
	"encoding/json"
	"slices"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/hackernews/permalink"
)

// node is an item with what answers it, as Algolia has it. A deleted or dead one has an
// id and children only.
type node struct {
	ID        json.Number `json:"id"`
	Type      string      `json:"type"`
	CreatedAt int64       `json:"created_at_i"`
	Author    string      `json:"author"`
	Title     string      `json:"title"`
	URL       string      `json:"url"`
	Text      string      `json:"text"`
	Points    *int64      `json:"points"`
	ParentID  json.Number `json:"parent_id"`
	StoryID   json.Number `json:"story_id"`
	Children  []*node     `json:"children"`
	Options   options     `json:"options"`

	source string // Search when empty
}

// options are those of a poll. In another form than that of items they are left out:
// the official API has them, too.
type options []*node

// UnmarshalJSON never fails.
func (o *options) UnmarshalJSON(data []byte) error {
	var nodes []*node
	if json.Unmarshal(data, &nodes) == nil {
		*o = slices.DeleteFunc(nodes, func(n *node) bool { return n == nil })
	}
	return nil
}

// live reports whether somebody wrote it and it is still there.
func (n *node) live() bool { return n != nil && n.Author != "" && permalink.ID(n.ID.String()) }

// item is the node without its children.
func (n *node) item() social.Item {
	id := n.ID.String()
	kind, known := kinds[n.Type]
	if !known {
		kind = comment
	}
	item := social.Item{
		Platform: social.HackerNews, ExternalID: id, URL: permalink.Item(id), Type: kind, Title: line(n.Title), LinkURL: n.URL,
		Text: plain(n.Text), Author: author(n.Author), PublishedAt: posted(n.CreatedAt), Counts: social.Counts{Score: votes(kind, n.Points)},
		Deleted: !n.live(), Source: Search,
	}
	if n.source != "" {
		item.Source = n.source
	}
	if kind == comment || kind == option {
		item.InReplyTo = reference(n.ParentID)
	}
	for _, o := range n.Options {
		item.PollOptions = append(item.PollOptions, social.PollOption{ExternalID: o.ID.String(), Text: plain(o.Text), Votes: o.Points})
	}
	return item
}
