// Package wikidata finds items of Wikidata and reads their statements
// (https://www.wikidata.org/w/api.php). It knows no jobs, and not which item is the
// right one.
package wikidata

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Name is the upstream's in package sources.
const Name = "wikidata"

const (
	maxIDs  = 50       // of one request, by the API's rules
	maxSize = 20 << 20 // an item with all its statements can have a megabyte
)

// Client asks Wikidata. It is safe for concurrent use. Wikidata wants callers to name
// themselves with a way to reach them; fetch's User-Agent does.
type Client struct{ up *upstream.Client }

// New returns a Client.
func New(up *upstream.Client) *Client { return &Client{up: up} }

// Hit is an item whose label or alias begins with what was searched for.
type Hit struct {
	ID string `json:"id"`
}

// Search returns items by name, the likeliest first, at most limit (of 50). Errors:
// upstream_rate_limited, provider_unavailable, target_error, parse_failed, and those
// of upstream.Client.
func (c *Client) Search(ctx context.Context, name string, limit int) ([]Hit, error) {
	var body struct {
		Search *[]Hit `json:"search"`
	}
	err := c.call(ctx, url.Values{
		"action": {"wbsearchentities"}, "search": {name}, "language": {"en"}, "uselang": {"en"}, "type": {"item"}, "limit": {strconv.Itoa(limit)},
	}, &body)
	if err != nil {
		return nil, err
	}
	if body.Search == nil || slices.ContainsFunc(*body.Search, func(h Hit) bool { return h.ID == "" }) {
		return nil, unreadable()
	}
	return *body.Search, nil
}

// Entities returns items with their statements, by the ids asked for. Items that do
// not exist are left out; one that was merged into another is the other. Errors as
// those of Search.
func (c *Client) Entities(ctx context.Context, ids []string) (map[string]*Entity, error) {
	return c.entities(ctx, ids, "labels|descriptions|claims|sitelinks")
}

// Labels returns the English names of items, by their ids; those without one are left
// out. Errors as those of Search.
func (c *Client) Labels(ctx context.Context, ids []string) (map[string]string, error) {
	found, err := c.entities(ctx, ids, "labels")
	if err != nil {
		return nil, err
	}
	labels := map[string]string{}
	for id, e := range found {
		if label := e.Label(); label != "" {
			labels[id] = label
		}
	}
	return labels, nil
}

func (c *Client) entities(ctx context.Context, ids []string, props string) (map[string]*Entity, error) {
	all := map[string]*Entity{}
	for batch := range slices.Chunk(ids, maxIDs) {
		var body struct {
			Entities object[*Entity] `json:"entities"`
		}
		err := c.call(ctx, url.Values{
			// Names that are the same in most languages stand under "mul" alone.
			"action": {"wbgetentities"}, "ids": {strings.Join(batch, "|")}, "props": {props},
			"languages": {"en|mul"}, "sitefilter": {"enwiki"},
		}, &body)
		if err != nil {
			return nil, err
		}
		if body.Entities == nil {
			return nil, unreadable()
		}
		for id, e := range body.Entities {
			switch {
			case e == nil:
				return nil, unreadable()
			case e.Missing != nil:
			case e.Redirects != nil:
				all[e.Redirects.From] = e
			default:
				all[id] = e
			}
		}
	}
	return all, nil
}

// failure is how the API reports errors, with status 200.
type failure struct {
	Code string `json:"code"`
	Info string `json:"info"`
}

// Error is for logs.
func (f *failure) Error() string { return f.Code + ": " + f.Info }

// call asks the API and fills body with the answer.
func (c *Client) call(ctx context.Context, query url.Values, body any) error {
	query.Set("format", "json")
	resp, err := c.up.Do(ctx, upstream.Call{Path: "/w/api.php", Query: query, MaxBytes: maxSize})
	if err != nil {
		return err
	}
	var refused struct {
		Error *failure `json:"error"`
	}
	if err := c.up.Decode(resp, &refused); err != nil {
		return err
	}
	if refused.Error == nil {
		return c.up.Decode(resp, body)
	}
	e := errs.Wrap(refused.Error, errs.TargetError, "wikidata did not accept the request.")
	switch code := refused.Error.Code; {
	case code == "ratelimited" || code == "actionthrottled":
		e.Code, e.Message = errs.UpstreamRateLimited, "wikidata rate-limits requests; try again later."
	case code == "maxlag" || code == "readonly" || strings.HasPrefix(code, "internal_api_error") || strings.HasPrefix(code, "cirrussearch"):
		e.Code, e.Message = errs.ProviderUnavailable, "wikidata is overloaded; try again later."
	}
	e.RetryAfter = resp.RetryAfter()
	return e
}

func unreadable() error {
	return errs.New(errs.ParseFailed, "wikidata returned data in an unknown format").Later()
}
