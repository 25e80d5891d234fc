// Package fxtwitter asks an API that speaks as FxTwitter's second version does
// (https://api.fxtwitter.com, whose program FxEmbed anybody can run): accounts, their
// posts, posts with replies, quotes and reposts, and searches, all without a key. It
// knows no other surface of X and no jobs.
package fxtwitter

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x/legacy"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// Name is the upstream's in package sources.
const Name = "fxtwitter"

// MaxCount is the most that a list gives at once.
const MaxCount = 100

// Client asks the API. It is safe for concurrent use.
type Client struct{ up *upstream.Client }

// New returns a Client.
func New(up *upstream.Client) *Client { return &Client{up} }

// final are the statuses whose bodies say what is the matter.
var final = []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusNotFound}

// ask makes a call and returns the code within the body, which is that of HTTP unless a
// proxy stands between.
func (c *Client) ask(ctx context.Context, path string, query url.Values, answer coded) (int, error) {
	resp, err := c.up.Do(ctx, upstream.Call{Path: path, Query: query, Final: final})
	if err != nil {
		return 0, err
	}
	if err := c.up.Decode(resp, answer); err != nil {
		return 0, err
	}
	switch code := answer.code(); code {
	case 0: // JSON, but of something else
		return 0, shape.Unreadable(c.up.Name, "without a code")
	case http.StatusOK, http.StatusBadRequest, http.StatusUnauthorized, http.StatusNotFound:
		return code, nil
	default:
		return 0, errs.Newf(errs.ProviderUnavailable, "%s returned code %d; try again later.", c.up.Name, code)
	}
}

// coded are answers: each has a code.
type coded interface{ code() int }

type envelope struct {
	Code    int    `json:"code"`
	Message string `json:"message"` // of a question that is not understood
}

func (e *envelope) code() int { return e.Code }

// Profile returns an account. Errors: target_error for one that does not exist or is
// suspended, and those of upstream.Client.
func (c *Client) Profile(ctx context.Context, handle string) (*social.Profile, error) {
	var answer struct {
		envelope
		User   *user  `json:"user"`
		Reason string `json:"reason"`
	}
	code, err := c.ask(ctx, "/2/profile/"+url.PathEscape(handle), nil, &answer)
	switch {
	case err != nil:
		return nil, err
	case answer.Reason == shape.Suspended:
		return nil, shape.SuspendedAccount(handle)
	case code == http.StatusNotFound:
		return nil, shape.NoAccount(handle)
	case code == http.StatusBadRequest:
		return nil, shape.Rejected(c.up.Name, answer.Message)
	case code != http.StatusOK || answer.User == nil || answer.User.ID == "":
		return nil, shape.Unreadable(c.up.Name, "without an account")
	}
	return answer.User.profile(), nil
}

// Post returns a post. Errors: as shape.NoPost, and those of upstream.Client.
func (c *Client) Post(ctx context.Context, id string) (*social.Item, error) {
	var answer conversation
	code, err := c.ask(ctx, "/2/status/"+url.PathEscape(id), nil, &answer)
	if err != nil {
		return nil, err
	}
	return answer.post(id, code)
}

// Replies returns replies to a post from a token on, the newest first or, when liked is
// set, as X ranks them.
func (c *Client) Replies(ctx context.Context, id, token string, liked bool) (shape.Page[social.Item], error) {
	ranking := "recency"
	if liked {
		ranking = "likes"
	}
	var answer conversation
	code, err := c.ask(ctx, "/2/conversation/"+url.PathEscape(id), with(url.Values{"ranking_mode": {ranking}}, token), &answer)
	if err != nil {
		return shape.Page[social.Item]{}, err
	}
	if code != http.StatusOK && token != "" {
		return shape.Page[social.Item]{}, shape.StaleToken()
	}
	if _, err := answer.post(id, code); err != nil {
		return shape.Page[social.Item]{}, err
	}
	page := shape.Page[social.Item]{Items: items(answer.Replies), Ordered: !liked}
	if answer.Cursor != nil {
		page.Next = answer.Cursor.Bottom
	}
	page.Ended = page.Next == ""
	return page, nil
}

// conversation is a post with what is around it.
type conversation struct {
	envelope
	Status  *status             `json:"status"`
	Replies legacy.List[status] `json:"replies"`
	Cursor  *cursors            `json:"cursor"`
}

type cursors struct {
	Bottom string `json:"bottom"`
}

func (c *conversation) post(id string, code int) (*social.Item, error) {
	switch {
	case c.Status != nil && c.Status.gone() && c.Status.Reason != "":
		return nil, shape.NoPost(id, c.Status.Reason)
	case code == http.StatusUnauthorized:
		return nil, shape.NoPost(id, shape.Private)
	case code != http.StatusOK || c.Status == nil || c.Status.gone():
		return nil, shape.NoPost(id, shape.Unavailable)
	case c.Status.RepostedBy != nil:
		return c.Status.repost(id), nil
	case c.Status.ID != id:
		return nil, shape.Unreadable(Name, "with another post")
	}
	return new(c.Status.item()), nil
}

func with(query url.Values, token string) url.Values {
	if token != "" {
		query.Set("cursor", token)
	}
	return query
}

func counted(n int, token string) url.Values {
	return with(url.Values{"count": {strconv.Itoa(max(1, min(n, MaxCount)))}}, token)
}

// items leaves out what is only a place.
func items(list []status) []social.Item {
	all := make([]social.Item, 0, len(list))
	for i := range list {
		if !list[i].gone() {
			all = append(all, list[i].item())
		}
	}
	return all
}
