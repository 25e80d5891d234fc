// Package syndication asks what X has for pages that show single posts and timelines of
// accounts within themselves (https://publish.x.com): no key, no pages, and of
// timelines sometimes the best liked posts instead of the newest. It knows no other
// surface of X and no jobs.
package syndication

import (
	"context"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x/legacy"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// The upstreams' names in package sources.
const (
	Posts     = "xsyndication"
	Timelines = "xtimeline"
)

// Client asks both. It is safe for concurrent use.
type Client struct{ posts, timelines *upstream.Client }

// New returns a Client.
func New(posts, timelines *upstream.Client) *Client {
	return &Client{posts: posts, timelines: timelines}
}

// Post returns a post with what it quotes, without counts of reposts and views. Of one
// that is longer than 280 characters it has the beginning only, and says so. Errors: as
// shape.NoPost, and those of upstream.Client.
func (c *Client) Post(ctx context.Context, id string) (*social.Item, error) {
	resp, err := c.posts.Do(ctx, upstream.Call{
		Path: "/tweet-result", Query: url.Values{"id": {id}, "lang": {"en"}, "token": {token(id)}},
		Final: []int{http.StatusBadRequest, http.StatusNotFound},
	})
	if err != nil {
		return nil, err
	}
	if resp.Status != http.StatusOK {
		return nil, shape.NoPost(id, shape.Unavailable)
	}
	var t embedded
	if err := c.posts.Decode(resp, &t); err != nil {
		return nil, err
	}
	switch {
	case t.Typename == "TweetTombstone":
		return nil, shape.NoPost(id, t.why())
	case t.ID == "":
		return nil, shape.NoPost(id, shape.Unavailable) // X says {}
	case t.ID != id:
		return nil, shape.Unreadable(c.posts.Name, "with another post")
	}
	return new(t.item()), nil
}

// token is what X's own script sends. It is not checked, but must be there.
func token(id string) string {
	n, err := strconv.ParseFloat(id, 64)
	if err != nil {
		return "a"
	}
	whole, rest := math.Modf(n / 1e15 * math.Pi)
	digits := strconv.FormatInt(int64(whole), 36)
	for range 8 {
		var digit float64
		digit, rest = math.Modf(rest * 36)
		digits += strconv.FormatInt(int64(digit), 36)
	}
	if digits = strings.ReplaceAll(digits, "0", ""); digits != "" {
		return digits
	}
	return "a"
}

// embedded is a post as single posts are shown.
type embedded struct {
	Typename  string `json:"__typename"`
	Tombstone struct {
		Text struct {
			Text string `json:"text"`
		} `json:"text"`
	} `json:"tombstone"`

	legacy.Tweet
	User         legacy.User               `json:"user"`
	Conversation *int64                    `json:"conversation_count"`
	Media        legacy.List[legacy.Media] `json:"mediaDetails"`
	Quoted       *embedded                 `json:"quoted_tweet"`
	Parent       *embedded                 `json:"parent"`
	Note         *struct{}                 `json:"note_tweet"`
	Card         *legacy.Card              `json:"card"`
}

func (t *embedded) why() string {
	said := strings.ToLower(t.Tombstone.Text.Text)
	switch {
	case strings.Contains(said, "deleted"):
		return shape.Deleted
	case strings.Contains(said, "suspended"):
		return shape.Suspended
	case strings.Contains(said, "protected"), strings.Contains(said, "limits who can view"):
		return shape.Private
	case strings.Contains(said, "age-restricted"):
		return shape.Adult
	}
	return shape.Unavailable
}

func (t *embedded) item() social.Item {
	if len(t.Media) > 0 {
		t.Extended.Value.Media = t.Media
	}
	item := t.Item(t.User.Author(), Posts)
	if item.Counts.Comments == nil {
		item.Counts.Comments = t.Conversation
	}
	item.PollOptions = t.Card.Poll()
	if t.Note != nil {
		item.TextTruncatedAtSource = new(true)
	}
	if t.Quoted != nil && t.Quoted.ID != "" {
		item.QuoteOf = new(t.Quoted.item())
	}
	if t.Parent != nil && t.Parent.ID != "" {
		item.InReplyTo = shape.Reference(t.Parent.ID, t.Parent.User.Handle)
	}
	shape.Settle(&item)
	return item
}
