package hackernews

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/hackernews/permalink"
)

// hit is an item as Algolia's search finds it. Answers of former years have null where
// those of today leave a field out; both become the zero value.
type hit struct {
	ID          json.Number `json:"objectID"`
	CreatedAt   int64       `json:"created_at_i"`
	Author      string      `json:"author"`
	Title       string      `json:"title"`
	URL         string      `json:"url"`
	StoryText   string      `json:"story_text"`
	CommentText string      `json:"comment_text"`
	Points      *int64      `json:"points"`
	NumComments *int64      `json:"num_comments"`
	ParentID    json.Number `json:"parent_id"`
	StoryID     json.Number `json:"story_id"`
	StoryTitle  string      `json:"story_title"`
	StoryURL    string      `json:"story_url"`
	Tags        []string    `json:"_tags"`
}

func (h hit) item() social.Item {
	item := social.Item{
		Platform: social.HackerNews, ExternalID: h.ID.String(), URL: permalink.Item(h.ID.String()), Type: h.kind(),
		Title: line(h.Title), LinkURL: h.URL, Text: plain(h.StoryText + h.CommentText), Author: author(h.Author),
		PublishedAt: posted(h.CreatedAt), Counts: social.Counts{Score: h.Points, Comments: h.NumComments}, Source: Search,
	}
	if item.Type != comment && item.Type != option {
		return item
	}
	item.Counts.Score = votes(item.Type, h.Points)
	item.InReplyTo = reference(h.ParentID)
	if item.Thread = reference(h.StoryID); item.Thread != nil {
		item.Thread.Title, item.Thread.LinkURL = line(h.StoryTitle), h.StoryURL
	}
	return item
}

// The types of items that are no posts of their own.
const (
	comment = "comment"
	option  = "poll_option"
)

// kinds are the types by what Hacker News calls them.
var kinds = map[string]string{
	"story": "story", "comment": comment, "poll": "poll", "pollopt": option, "job": "job",
}

func (h hit) kind() string {
	for _, tag := range h.Tags {
		if kind, ok := kinds[tag]; ok {
			return kind
		}
	}
	if h.CommentText != "" {
		return comment
	}
	return "story"
}

// votes are an item's points. Those of comments have not been published since 2011:
// what is left of them is a 0 or a 1 that says nothing.
func votes(kind string, points *int64) *int64 {
	if kind == comment && points != nil && *points <= 1 {
		return nil
	}
	return points
}

func author(name string) *social.Author {
	if name == "" {
		return nil
	}
	return &social.Author{Username: name, URL: permalink.User(name)}
}

func posted(unix int64) string {
	if unix <= 0 {
		return ""
	}
	return instant.Text(time.Unix(unix, 0))
}

func reference(id json.Number) *social.Reference {
	if !permalink.ID(id.String()) {
		return nil
	}
	return &social.Reference{ExternalID: id.String(), URL: permalink.Item(id.String())}
}

// distinct leaves out what was there before, and what is there twice: an index that
// changes between two calls shows items again.
func distinct(hits []hit, before []string) []hit {
	seen := map[string]bool{}
	for _, id := range before {
		seen[id] = true
	}
	return slices.DeleteFunc(hits, func(h hit) bool {
		again := seen[h.ID.String()]
		seen[h.ID.String()] = true
		return again
	})
}
