// Package legacy reads the objects of X's first API, version 1.1, which live on within
// its syndication pages and its GraphQL answers: posts, accounts, links, media, cards.
// It knows neither of these surfaces and asks nobody.
package legacy

import (
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// Tweet is a post without what it repeats or quotes.
type Tweet struct {
	ID        string `json:"id_str"`
	FullText  string `json:"full_text"`
	Text      string `json:"text"`
	CreatedAt string `json:"created_at"`
	Language  string `json:"lang"`
	Sensitive bool   `json:"possibly_sensitive"`

	Likes     *int64 `json:"favorite_count"`
	Replies   *int64 `json:"reply_count"`
	Reposts   *int64 `json:"retweet_count"`
	Quotes    *int64 `json:"quote_count"`
	Bookmarks *int64 `json:"bookmark_count"`

	ConversationID string `json:"conversation_id_str"`
	ReplyTo        string `json:"in_reply_to_status_id_str"`
	ReplyToHandle  string `json:"in_reply_to_screen_name"`

	Entities Maybe[Entities] `json:"entities"`
	Extended Maybe[Entities] `json:"extended_entities"`
}

// Item is the post as an item, not yet settled.
func (t *Tweet) Item(author *social.Author, source string) social.Item {
	item := shape.Item(t.ID, author, source)
	item.PublishedAt, item.Language, item.Sensitive = shape.Time(t.CreatedAt), Language(t.Language), t.Sensitive
	item.Counts = social.Counts{Likes: t.Likes, Comments: t.Replies, Reposts: t.Reposts, Quotes: t.Quotes, Bookmarks: t.Bookmarks}
	files := t.Extended.Value.Media
	if len(files) == 0 {
		files = t.Entities.Value.Media
	}
	item.Media = media(files)
	raw := t.FullText
	if raw == "" {
		raw = t.Text
	}
	item.Text = Text(raw, t.Entities.Value.URLs, append(slices.Clip(files), t.Entities.Value.Media...))
	item.InReplyTo = shape.Reference(t.ReplyTo, t.ReplyToHandle)
	if item.InReplyTo != nil && t.ConversationID != t.ID && t.ConversationID != t.ReplyTo {
		item.Thread = shape.Reference(t.ConversationID, "")
	}
	return item
}

// Language is a language as a BCP 47 tag. X's own words for "no words" and "do not
// know" (und, zxx, art, qme and their like) are none.
func Language(s string) string {
	if s == "und" || s == "zxx" || s == "art" || len(s) == 3 && strings.HasPrefix(s, "q") {
		return ""
	}
	return s
}
