package graphql

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/legacy"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// result is the wrapper that GraphQL answers put around everything.
type result[T any] struct {
	Result *T `json:"result"`
}

// tweet is a post, or a note that it cannot be shown.
type tweet struct {
	Typename  string `json:"__typename"`
	RestID    string `json:"rest_id"`
	Reason    string `json:"reason"` // of a TweetUnavailable
	Tombstone struct {
		Text struct {
			Text string `json:"text"`
		} `json:"text"`
	} `json:"tombstone"`
	Inner *tweet `json:"tweet"` // of a TweetWithVisibilityResults

	Core struct {
		Users result[user] `json:"user_results"`
	} `json:"core"`
	Legacy struct {
		legacy.Tweet
		Reposted result[tweet] `json:"retweeted_status_result"`
		QuotedID string        `json:"quoted_status_id_str"`
	} `json:"legacy"`
	Quoted result[tweet] `json:"quoted_status_result"`
	Views  struct {
		Count string `json:"count"`
	} `json:"views"`
	Note *struct {
		Results result[note] `json:"note_tweet_results"`
	} `json:"note_tweet"`
	Card *struct {
		Legacy legacy.Card `json:"legacy"`
	} `json:"card"`
	Article *struct {
		Results result[article] `json:"article_results"`
	} `json:"article"`
}

// note is the whole of a post that is longer than 280 characters.
type note struct {
	Text     string          `json:"text"`
	Entities legacy.Entities `json:"entity_set"`
}

// article is a long text with a title that a post leads to.
type article struct {
	Title   string `json:"title"`
	Preview string `json:"preview_text"`
	Plain   string `json:"plain_text"`
	Content struct {
		Blocks legacy.List[struct {
			Text string `json:"text"`
		}] `json:"blocks"`
	} `json:"content_state"`
}

// shown is the post within its wrappers, nil when there is none.
func (t *tweet) shown() *tweet {
	for t != nil && t.Inner != nil {
		t = t.Inner
	}
	if t == nil || t.id() == "" || t.Typename == "TweetTombstone" || t.Typename == "TweetUnavailable" {
		return nil
	}
	return t
}

func (t *tweet) id() string { return cmp.Or(t.RestID, t.Legacy.ID) }

// why is the reason that X gives for not showing a post.
func (t *tweet) why() string {
	for t.Inner != nil {
		t = t.Inner
	}
	said := strings.ToLower(t.Reason + " " + t.Tombstone.Text.Text)
	for _, rule := range []struct{ word, why string }{
		{"suspended", shape.Suspended},
		{"deleted", shape.Deleted},
		{"protected", shape.Private},
		{"limits who can view", shape.Private},
		{"nsfw", shape.Adult},
		{"age-restricted", shape.Adult},
	} {
		if strings.Contains(said, rule.word) {
			return rule.why
		}
	}
	return shape.Unavailable
}

// item is the post as an item, settled, with what it repeats and quotes.
func (t *tweet) item(source string) social.Item {
	t.Legacy.ID = t.id()
	item := t.Legacy.Item(t.Core.Users.Result.author(), source)
	if n, err := strconv.ParseInt(t.Views.Count, 10, 64); err == nil {
		item.Counts.Views = &n
	}
	t.whole(&item)
	if t.Card != nil {
		item.PollOptions = t.Card.Legacy.Poll()
	}
	item.RepostOf = nested(t.Legacy.Reposted.Result, "", source)
	if item.RepostOf == nil {
		item.QuoteOf = nested(t.Quoted.Result, t.Legacy.QuotedID, source)
	}
	shape.Settle(&item)
	return item
}

// nested is a post within another. What is not shown leaves its place where its id is
// known.
func nested(t *tweet, id, source string) *social.Item {
	if in := t.shown(); in != nil {
		return new(in.item(source))
	}
	switch {
	case id == "" && t != nil:
		id = t.id()
	case id != "" && t == nil: // X leaves out what a quoted post quotes in its turn
		return new(shape.Item(id, nil, source))
	}
	if id == "" {
		return nil
	}
	return shape.Removed(id, "", source)
}

// whole puts the complete text of a long post in place of its beginning.
func (t *tweet) whole(item *social.Item) {
	if t.Note != nil {
		n := t.Note.Results.Result
		truncated := n == nil || n.Text == ""
		item.TextTruncatedAtSource = &truncated
		if !truncated {
			item.Text = legacy.Text(n.Text, n.Entities.URLs, nil)
		}
	}
	if t.Article == nil || t.Article.Results.Result == nil {
		return
	}
	a := t.Article.Results.Result
	item.Title = a.Title
	var paragraphs []string
	for _, block := range a.Content.Blocks {
		if text := strings.TrimSpace(block.Text); text != "" {
			paragraphs = append(paragraphs, text)
		}
	}
	if text := cmp.Or(a.Plain, strings.Join(paragraphs, "\n\n")); text != "" {
		item.Text = text
	} else if a.Preview != "" {
		item.Text, item.TextTruncatedAtSource = a.Preview, new(true)
	}
}
