// Package tranco asks the Tranco list (https://tranco-list.eu) how popular a domain
// is. It knows no jobs.
package tranco

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Name is the upstream's in package sources.
const Name = "tranco"

// Client asks Tranco. It is safe for concurrent use.
type Client struct{ up *upstream.Client }

// New returns a Client.
func New(up *upstream.Client) *Client { return &Client{up: up} }

// Rank is a domain's place on a day.
type Rank struct {
	Date string `json:"date"` // YYYY-MM-DD
	Rank int    `json:"rank"` // 1 is the most popular
}

// Ranks returns the ranks of a registrable domain on about the last 30 days, newest
// first; none when it is not among the million. The service answers quick repeats
// with a 429 and a page for people, which is upstream_rate_limited. Errors:
// parse_failed when the answer is about something else, and those of upstream.Client.
func (c *Client) Ranks(ctx context.Context, domain string) ([]Rank, error) {
	resp, err := c.up.Do(ctx, upstream.Call{Path: "/api/ranks/domain/" + url.PathEscape(domain)})
	if err != nil {
		return nil, err
	}
	return c.parse(resp)
}

func (c *Client) parse(resp *fetch.Response) ([]Rank, error) {
	var body struct {
		Ranks *[]Rank `json:"ranks"`
	}
	if err := c.up.Decode(resp, &body); err != nil {
		return nil, err
	}
	if body.Ranks == nil {
		return nil, errs.New(errs.ParseFailed, "tranco returned no ranks").Later()
	}
	named := len(*body.Ranks)
	ranks := slices.DeleteFunc(*body.Ranks, func(r Rank) bool {
		_, err := time.Parse(time.DateOnly, r.Date)
		return err != nil || r.Rank < 1
	})
	if len(ranks) == 0 && named > 0 {
		return nil, errs.New(errs.ParseFailed, "tranco returned ranks in an unknown format").Later()
	}
	slices.SortFunc(ranks, func(a, b Rank) int { return cmp.Compare(b.Date, a.Date) })
	return ranks, nil
}
