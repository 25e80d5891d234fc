// Package rss declares jobs of kind rss: a feed, or the feed of a page. It holds
// what the API needs and links nothing that makes a function start slowly; package
// rssrun below it does the work.
package rss

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
)

// Kind is the kind's public name.
const Kind = "rss"

// Limits of limit; larger numbers are clamped.
const (
	defaultLimit = 20
	maxLimit     = 100
)

// price is what a job costs.
var price = credit.Flat("rss", 1)

// Definition declares the kind.
func Definition() kind.Definition {
	return kind.Definition{
		Name:      Kind,
		Calls:     []kind.Call{Call().Call},
		CacheTTL:  5 * time.Minute,
		Functions: []kind.Function{Function()},
	}
}

// Call is the call that makes the kind's jobs.
func Call() kind.Typed[Args, Result] {
	return kind.Define[Args](kind.About{
		Path:    "/scrape/rss",
		Title:   "Read a feed",
		Summary: "Read an RSS, RDF, Atom or JSON feed, or find and read the feed of a page.",
		Examples: []kind.Example{
			{Name: "page", Summary: "The feed of a page, wherever it is linked", Body: `{"url":"https://example.com/"}`},
			{Name: "latest", Summary: "Only the newest items", Body: `{"url":"https://example.com/feed.xml","limit":3}`},
		},
		Prices:  []credit.Price{price},
		Refuses: []errs.Code{errs.InvalidURL},
	}, exampleResult())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 512, Concurrency: 20}
}

// Args are the arguments of a job.
type Args struct {
	URL     string  `json:"url" minLength:"1" example:"https://example.com/blog/" doc:"The feed, or a page that has one: it is searched in the page's link elements, then in its links, then at common paths (/feed, /rss.xml, /atom.xml, /feed.xml, /index.xml, /rss, /feed.json)."`
	Limit   int64   `json:"limit,omitempty" minimum:"1" default:"20" doc:"Maximum number of items, in the order of the feed. Default 20. Larger values are clamped to 100."`
	Options Options `json:"options,omitzero" doc:"How to fetch."`
}

// Options say how to fetch.
type Options struct {
	RespectRobots bool `json:"respectRobots,omitempty" default:"false" doc:"Do not fetch what the site's robots.txt disallows. The job then fails with upstream_blocked. Default false."`
}

// Prepare implements kind.Args. Errors: invalid_url, invalid_request.
func (a *Args) Prepare(kind.Caller) (kind.Plan, error) {
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return kind.Plan{}, err
	}
	a.URL = u.String()
	if a.Limit, err = option.Limit("limit", a.Limit, defaultLimit, maxLimit); err != nil {
		return kind.Plan{}, err
	}
	return kind.Plan{Target: a.URL, Quote: price.For(1)}, nil
}
