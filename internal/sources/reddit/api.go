package reddit

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// fault is how the API refuses, and sometimes the feeds.
type fault struct {
	Reason string `json:"reason"`
}

// ask reads from the API. What names the subject in errors: "the account u/x".
func (c *Client) ask(ctx context.Context, path string, query url.Values, what string, v any) error {
	if query == nil {
		query = url.Values{}
	}
	query.Set("raw_json", "1") // else texts are escaped for HTML
	token := ""
	for range 2 {
		var err error
		if token, err = c.token(ctx, token); err != nil {
			return err
		}
		resp, err := c.api.Do(ctx, upstream.Call{
			Path: path, Query: query, Header: http.Header{"Authorization": {"bearer " + token}},
			Final: []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound},
		})
		if err != nil {
			return err
		}
		if resp.Status == http.StatusUnauthorized {
			continue // Reddit revokes tokens before their end, too
		}
		if err := refusal(c.api.Name, resp, what); err != nil {
			return err
		}
		return c.api.Decode(resp, v)
	}
	return errs.New(errs.ProviderNotConfigured, "Reddit does not accept the tokens that it issued to the operator's app; the operator should check the app.")
}

// refusal is what a status of 400 and more means, nil for an answer. A page for people
// is a block, whatever its status; the API's own words are definite.
func refusal(name string, resp *fetch.Response, what string) error {
	if resp.Status < http.StatusBadRequest {
		return nil
	}
	var f fault
	known := bytes.HasPrefix(bytes.TrimSpace(resp.Body), []byte("{")) && json.Unmarshal(resp.Body, &f) == nil
	switch {
	case known && f.Reason == "private":
		return closed("%s is private on Reddit: only its members read it.", what)
	case known && (f.Reason == "quarantined" || f.Reason == "gated"):
		return closed("%s is quarantined on Reddit: only accounts that agreed to it read it.", what)
	case known && f.Reason == "banned":
		return gone("%s was banned by Reddit.", what)
	case resp.Status == http.StatusNotFound, known && f.Reason == "USER_DOESNT_EXIST":
		return gone("Reddit has nothing for %s: it does not exist, was deleted or is suspended. Check the spelling.", what)
	case resp.Status == http.StatusForbidden && known:
		return gone("Reddit does not show %s: it is suspended, deleted or closed.", what)
	case resp.Status == http.StatusBadRequest:
		return errs.Newf(errs.TargetError, "%s did not understand the request for %s.", name, what)
	}
	return errs.Newf(errs.UpstreamBlocked, "%s returned %d %s with an HTML page, and blocks access.", name, resp.Status, http.StatusText(resp.Status))
}
