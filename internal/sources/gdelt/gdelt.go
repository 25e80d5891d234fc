// Package gdelt searches the news that the GDELT project watches, in the words of whole
// articles (https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/). It tells an
// article's address and title, and when GDELT saw it: no text, no author. It knows no
// jobs.
package gdelt

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Name is the upstream's in package sources.
const Name = "gdelt"

const (
	// Most is how many articles one call gives.
	Most = 250
	// Depth is how far back GDELT promises to search; what is older it may leave out.
	Depth = 90 * 24 * time.Hour
)

// Client asks GDELT. It is safe for concurrent use.
type Client struct {
	up  *upstream.Client
	now func() time.Time
}

// New returns a Client. Now is time.Now except in tests.
func New(up *upstream.Client, now func() time.Time) *Client {
	if now == nil {
		now = time.Now
	}
	return &Client{up: up, now: now}
}

// Query is what to look for.
type Query struct {
	// Text is in GDELT's syntax: words, "a phrase", (a OR b), -x, domain:example.com for
	// the publisher. Words of fewer than three letters are refused.
	Text string
	// Since and Until bound when GDELT saw an article, both included; zero is no bound.
	Since, Until time.Time
}

// Article is one that GDELT saw.
type Article struct {
	URL       string
	MobileURL string // empty when there is none
	Title     string
	ImageURL  string // empty when there is none
	Domain    string // of the publisher
	Language  string // in English: "Greek"
	Country   string // of the publisher, in English
	SeenAt    time.Time
}

// Newest returns up to n articles, at most Most, the latest seen first. Errors:
// upstream_rate_limited, upstream_blocked, parse_failed, target_error and permanent for
// a query that GDELT refuses, and those of upstream.Client.
func (c *Client) Newest(ctx context.Context, q Query, n int) ([]Article, error) {
	articles, err := c.ask(ctx, q, n)
	if errs.Is(err, errs.UpstreamRateLimited) {
		articles, err = c.ask(ctx, q, n) // the pace of upstream keeps the five seconds that GDELT wants between calls
	}
	return articles, err
}

func (c *Client) ask(ctx context.Context, q Query, n int) ([]Article, error) {
	resp, err := c.up.Do(ctx, upstream.Call{Path: "/api/v2/doc/doc", Query: c.values(q, n), Timeout: 25 * time.Second})
	if err != nil {
		return nil, err
	}
	articles, err := read(resp.Body)
	if err != nil {
		return nil, err
	}
	// What lies outside is left out here, too: a bound that is older than the archive is
	// not even sent, and callers are promised both.
	articles = slices.DeleteFunc(articles, func(a Article) bool {
		return !q.Since.IsZero() && a.SeenAt.Before(q.Since) || !q.Until.IsZero() && a.SeenAt.After(q.Until)
	})
	slices.SortStableFunc(articles, func(a, b Article) int { return cmp.Compare(b.SeenAt.Unix(), a.SeenAt.Unix()) })
	return articles[:min(n, len(articles))], nil
}

// stamp is the form of GDELT's bounds of time.
const stamp = "20060102150405"

func (c *Client) values(q Query, n int) url.Values {
	v := url.Values{
		"query": {q.Text}, "mode": {"artlist"}, "format": {"json"}, "sort": {"datedesc"}, "maxrecords": {strconv.Itoa(max(1, min(n, Most)))},
	}
	horizon := c.now().Add(-Depth)
	if !q.Until.IsZero() {
		v.Set("enddatetime", q.Until.UTC().Format(stamp))
	}
	switch {
	case q.Since.After(horizon), !q.Since.IsZero() && !q.Until.IsZero() && q.Until.Before(horizon):
		v.Set("startdatetime", q.Since.UTC().Format(stamp))
	case !q.Until.IsZero() && q.Until.After(horizon):
		v.Set("startdatetime", horizon.UTC().Format(stamp)) // GDELT wants both bounds or none
	case q.Until.IsZero():
		v.Set("timespan", "3months")
	}
	return v
}
