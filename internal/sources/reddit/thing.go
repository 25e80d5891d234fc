package reddit

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
)

// number is a number in any form that Reddit and its archives have written one in since
// 2005: an integer, a float, a string; false, null and anything else is 0.
type number float64

// UnmarshalJSON never fails.
func (n *number) UnmarshalJSON(data []byte) error {
	f, err := strconv.ParseFloat(string(bytes.Trim(data, `"`)), 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		f = 0
	}
	*n = number(f)
	return nil
}

// count is nil for a missing value.
func count(n *number) *int64 {
	if n == nil {
		return nil
	}
	return new(int64(*n))
}

// maxYear bounds times: what lies behind it is no Unix time in seconds.
const maxYear = 253402300799

// stamp is a Unix time as RFC 3339, "" for none.
func stamp(n number) string {
	if n < 1 || n > maxYear {
		return ""
	}
	return instant.Text(time.Unix(int64(n), 0))
}

// thing is what everything is wrapped in: t1 is a comment, t2 an account, t3 a post, t5
// a community, and more stands for comments that are left out.
type thing struct {
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
}

// listing is a part of a list.
type listing struct {
	Data *struct {
		After    string  `json:"after"` // null at the end
		Children []thing `json:"children"`
	} `json:"data"`
}

// link is a post.
type link struct {
	ID            string          `json:"id"`
	Title         string          `json:"title"`
	Selftext      string          `json:"selftext"`
	SelftextHTML  string          `json:"selftext_html"`
	URL           string          `json:"url"`
	Permalink     string          `json:"permalink"`
	Subreddit     string          `json:"subreddit"`
	Author        string          `json:"author"`
	AuthorID      string          `json:"author_fullname"`
	Created       number          `json:"created_utc"`
	Edited        number          `json:"edited"`
	Score         *number         `json:"score"`
	HideScore     bool            `json:"hide_score"`
	UpvoteRatio   *number         `json:"upvote_ratio"`
	NumComments   *number         `json:"num_comments"`
	NumCrossposts *number         `json:"num_crossposts"`
	Over18        bool            `json:"over_18"`
	IsSelf        bool            `json:"is_self"`
	Thumbnail     string          `json:"thumbnail"`
	PostHint      string          `json:"post_hint"`
	Crossposted   json.RawMessage `json:"crosspost_parent_list"`
	Preview       json.RawMessage `json:"preview"`
	Media         json.RawMessage `json:"media"`
	MediaMetadata json.RawMessage `json:"media_metadata"`
	GalleryData   json.RawMessage `json:"gallery_data"`
	PollData      json.RawMessage `json:"poll_data"`
	capture
}

// remark is a comment.
type remark struct {
	ID          string          `json:"id"`
	Body        string          `json:"body"`
	BodyHTML    string          `json:"body_html"`
	LinkID      string          `json:"link_id"`
	LinkTitle   string          `json:"link_title"`
	ParentID    string          `json:"parent_id"`
	Permalink   string          `json:"permalink"`
	Subreddit   string          `json:"subreddit"`
	Author      string          `json:"author"`
	AuthorID    string          `json:"author_fullname"`
	Created     number          `json:"created_utc"`
	Edited      number          `json:"edited"`
	Score       *number         `json:"score"`
	ScoreHidden bool            `json:"score_hidden"`
	Over18      bool            `json:"over_18"`
	Replies     json.RawMessage `json:"replies"` // "" or a listing
	capture
}

// stub stands for comments that a tree leaves out.
type stub struct {
	Count number `json:"count"`
}

// capture is what archives add to a thing.
type capture struct {
	RetrievedOn  number `json:"retrieved_on"`
	RetrievedUTC number `json:"retrieved_utc"`
	Meta         struct {
		Again number `json:"retrieved_2nd_on"` // when Arctic Shift looked again
	} `json:"_meta"`
}
