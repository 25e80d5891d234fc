// Package official asks version 2 of Product Hunt's API (https://api.producthunt.com/v2/docs),
// which speaks GraphQL and knows launches ("posts"), people and topics, but neither
// products nor alternatives. Since 2023 it withholds people's names; what it withholds is
// absent here. Its consent is needed for commercial use.
package official

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Name is the upstream's in package sources. Its key is a developer token, or
// client_id:client_secret of an application, for which a token is got.
const Name = "producthuntapi"

// Client asks the API. It is safe for concurrent use.
type Client struct {
	up     *upstream.Client
	tokens tokens
}

// New returns a Client.
func New(up *upstream.Client) *Client { return &Client{up: up} }

// Configured reports whether the operator has a key of the API.
func (c *Client) Configured() bool { return c.up.Key != "" }

// errNotTaken is that the API does not know an argument or a field, which it may learn
// or unlearn without notice.
var errNotTaken = errors.New("the API does not take this query")

// fault is how the API refuses: in one form what the query has wrong, in another the
// caller.
type fault struct {
	Message string `json:"message"`
	Error   string `json:"error"`
	Details struct {
		ResetIn int `json:"reset_in"` // seconds
	} `json:"details"`
}

type answer[T any] struct {
	Data   *T      `json:"data"`
	Errors []fault `json:"errors"`
}

// leastPage is how few results a query asks for at least, however complex the query is.
const leastPage = 2

// ask sends a query. One that the API finds too complex is sent again for half as many
// results: it lets a query cost 1000 points and does not document how it counts.
func ask[T any](ctx context.Context, c *Client, q string, variables map[string]any) (*T, error) {
	for {
		var a answer[T]
		if err := c.send(ctx, q, variables, &a); err != nil {
			return nil, err
		}
		if a.Data != nil && len(a.Errors) == 0 {
			return a.Data, nil
		}
		n, _ := variables["first"].(int)
		if !tooComplex(a.Errors) || n < 2*leastPage {
			return a.Data, refusal(a.Errors)
		}
		variables["first"] = n / 2
	}
}

func tooComplex(faults []fault) bool {
	return len(faults) > 0 && strings.Contains(faults[0].Message, "complexity")
}

// refusal is what the first fault of an answer means.
func refusal(faults []fault) error {
	if len(faults) == 0 {
		return errs.Newf(errs.ParseFailed, "%s returned no data", Name).Later()
	}
	said := strings.Join(strings.Fields(faults[0].Message), " ")
	if strings.Contains(said, "doesn't accept argument") || strings.Contains(said, "doesn't exist on type") {
		return errs.Wrap(errNotTaken, errs.ProviderUnavailable, "Product Hunt's API does not support this query.")
	}
	said = strings.ToValidUTF8(said[:min(len(said), 200)], "")
	return errs.Newf(errs.ProviderUnavailable, "%s failed (%s); try again later.", Name, cmp.Or(said, faults[0].Error, "no reason given"))
}

// send makes the call, with a new token once where the API gives tokens.
func (c *Client) send(ctx context.Context, q string, variables map[string]any, v any) error {
	token := ""
	for range 2 {
		var err error
		if token, err = c.token(ctx, token); err != nil {
			return err
		}
		resp, err := c.up.Do(ctx, upstream.Call{
			Method: http.MethodPost, Path: "/v2/api/graphql", Body: map[string]any{"query": q, "variables": variables},
			Header: http.Header{"Authorization": {"Bearer " + token}},
			Final:  []int{http.StatusUnauthorized, http.StatusTooManyRequests},
		})
		if err != nil {
			return err
		}
		switch {
		case resp.Status == http.StatusTooManyRequests:
			return c.limited(resp)
		case resp.Status != http.StatusUnauthorized:
			return c.up.Decode(resp, v)
		case !c.grants():
			return errs.Newf(errs.ProviderNotConfigured, "Product Hunt's API does not accept the token; the operator should check the key of %s in QUARRY_KEYS.", Name)
		}
	}
	return errs.New(errs.ProviderNotConfigured, "Product Hunt's API does not accept the tokens that it issued to the operator's application; the operator should check the application.")
}

// limited is the error with the time when the points of the quarter of an hour are refilled.
func (c *Client) limited(resp *fetch.Response) error {
	e := errs.Newf(errs.UpstreamRateLimited, "%s has reached its rate limit for 15 minutes; try again later.", Name)
	seconds, err := strconv.Atoi(resp.Header.Get("X-Rate-Limit-Reset"))
	if err != nil {
		var a answer[struct{}]
		if c.up.Decode(resp, &a) == nil && len(a.Errors) > 0 {
			seconds = a.Errors[0].Details.ResetIn
		}
	}
	if seconds > 0 && seconds <= 3600 {
		e.RetryAfter = time.Duration(seconds) * time.Second
		e.Message = Name + " has reached its rate limit for 15 minutes; try again in " + e.RetryAfter.String() + "."
	}
	return e
}
