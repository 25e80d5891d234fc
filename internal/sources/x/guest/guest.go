// Package guest asks X's GraphQL API as its own pages do for people who are not logged
// in: with the public token of these pages and a guest's token that X gives out. It is
// there only where the operator sets it up, see Settings. It knows no jobs.
package guest

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x/graphql"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// The upstreams' names in package sources: the API, and who gives out guests' tokens.
const (
	Name   = "xguest"
	Tokens = "xguesttoken"
)

// lifetime is less than the three hours for which a guest's token is good.
const lifetime = 2 * time.Hour

// Client asks as a guest. It is safe for concurrent use.
type Client struct {
	up, tokens *upstream.Client
	settings   Settings
	now        func() time.Time

	mu    sync.Mutex
	guest string
	since time.Time
}

// Settings are what the operator reads off X's pages, since X changes it every few
// weeks: "BEARER UserByScreenName=ID UserTweets=ID TweetResultByRestId=ID", and with a
// further word "features=NAME+NAME" the switches that the operations ask for.
type Settings struct {
	Bearer     string
	Operations map[string]string
	Features   string // JSON
}

// ParseSettings reads Settings; ok is false without a token or any operation.
func ParseSettings(s string) (settings Settings, ok bool) {
	words := strings.Fields(s)
	if len(words) < 2 {
		return Settings{}, false
	}
	settings = Settings{Bearer: words[0], Operations: map[string]string{}}
	features := map[string]bool{}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		switch {
		case value == "":
		case name == "features":
			for feature := range strings.SplitSeq(value, "+") {
				features[feature] = true
			}
		default:
			settings.Operations[name] = value
		}
	}
	switches, err := json.Marshal(features)
	settings.Features = string(switches)
	return settings, err == nil && len(settings.Operations) > 0
}

// New returns a Client, nil for an upstream whose key is no Settings.
func New(up, tokens *upstream.Client, now func() time.Time) *Client {
	settings, ok := ParseSettings(up.Key)
	if !ok {
		return nil
	}
	if now == nil {
		now = time.Now
	}
	return &Client{up: up, tokens: tokens, settings: settings, now: now}
}

// Profile returns an account. Errors: as graphql.User, and those of upstream.Client.
func (c *Client) Profile(ctx context.Context, handle string) (*social.Profile, error) {
	body, err := c.ask(ctx, "UserByScreenName", map[string]any{"screen_name": handle})
	if err != nil {
		return nil, err
	}
	return graphql.User(body, handle, Name)
}

// Post returns a post. Errors: as graphql.Post, and those of upstream.Client.
func (c *Client) Post(ctx context.Context, id string) (*social.Item, error) {
	body, err := c.ask(ctx, "TweetResultByRestId", map[string]any{"tweetId": id, "withCommunity": false, "includePromotedContent": false, "withVoice": false})
	if err != nil {
		return nil, err
	}
	return graphql.Post(body, id, Name)
}

// Timeline returns about n posts and reposts of an account, by its id, from a token on.
func (c *Client) Timeline(ctx context.Context, id, token string, n int) (shape.Page[social.Item], error) {
	page := shape.Page[social.Item]{Ordered: true}
	variables := map[string]any{"userId": id, "count": n, "includePromotedContent": false, "withVoice": false}
	if token != "" {
		variables["cursor"] = token
	}
	body, err := c.ask(ctx, "UserTweets", variables)
	if err != nil {
		return page, err
	}
	list, err := graphql.Read(body, Name)
	if err != nil {
		if token != "" && errs.Is(err, errs.TargetError) {
			err = shape.StaleToken()
		}
		return page, err
	}
	// X ends a timeline with a page of cursors only.
	if page.Items = list.Posts; len(list.Posts) > 0 {
		page.Next = list.Bottom
	}
	page.Ended = page.Next == ""
	return page, nil
}

// ask calls an operation. X answers with an empty 404 to guests whom it does not let use
// it, and to the name of an operation that has changed.
func (c *Client) ask(ctx context.Context, operation string, variables map[string]any) ([]byte, error) {
	id, ok := c.settings.Operations[operation]
	if !ok {
		return nil, errs.Newf(errs.ProviderNotConfigured, "%s has no id for %s; the operator has to set it in QUARRY_KEYS.", c.up.Name, operation)
	}
	guest, err := c.token(ctx)
	if err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(variables)
	if err != nil {
		return nil, err
	}
	resp, err := c.up.Do(ctx, upstream.Call{
		Path:   "/" + url.PathEscape(id) + "/" + operation,
		Query:  url.Values{"variables": {string(encoded)}, "features": {c.settings.Features}},
		Header: http.Header{"Authorization": {"Bearer " + c.settings.Bearer}, "X-Guest-Token": {guest}},
		Final:  []int{http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound},
	})
	switch {
	case err != nil:
		return nil, err
	case resp.Status == http.StatusForbidden:
		c.forget(guest)
		return nil, errs.Newf(errs.UpstreamBlocked, "%s blocks this guest.", c.up.Name)
	case resp.Status == http.StatusNotFound:
		return nil, errs.Newf(errs.UpstreamBlocked, "%s rejects guest requests for %s, or its id has changed.", c.up.Name, operation)
	}
	return resp.Body, nil
}

// token is a guest's token, a new one when the last is old.
func (c *Client) token(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.guest != "" && c.now().Sub(c.since) < lifetime {
		return c.guest, nil
	}
	var answer struct {
		Token string `json:"guest_token"`
	}
	call := upstream.Call{Method: http.MethodPost, Path: "/activate.json", Header: http.Header{"Authorization": {"Bearer " + c.settings.Bearer}}}
	if err := c.tokens.JSON(ctx, call, &answer); err != nil {
		return "", err
	}
	if _, err := strconv.ParseUint(answer.Token, 10, 64); err != nil {
		return "", shape.Unreadable(c.tokens.Name, "without a guest token")
	}
	c.guest, c.since = answer.Token, c.now()
	return c.guest, nil
}

// forget drops a token that X does not take any more.
func (c *Client) forget(guest string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.guest == guest {
		c.guest = ""
	}
}
