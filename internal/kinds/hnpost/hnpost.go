// Package hnpost declares jobs of kind hn_post: an item of Hacker News and its
// comments. It holds what the API needs and links nothing that makes a function start
// slowly; package hnpostrun below it does the work.
package hnpost

import (
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/sources/hackernews/permalink"
)

// Kind is the kind's public name.
const Kind = "hn_post"

// price is what a job costs.
var price = credit.Flat("hn.post", 1)

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
		Path:    "/scrape/hn/post",
		Title:   "Read a Hacker News discussion",
		Summary: "Read a story, a comment, a poll or a job of Hacker News by id or URL: its text, link, points and the tree of its comments in the order of the page.",
		Examples: []kind.Example{
			{Name: "id", Summary: "A story and its first 50 comments", Body: `{"id":"8863"}`},
			{Name: "url", Summary: "By its URL, with all comments up to 500", Body: `{"url":"https://news.ycombinator.com/item?id=8863","commentsLimit":500}`},
			{Name: "alone", Summary: "Without comments", Body: `{"id":"8863","commentsLimit":0}`},
		},
		Prices:  []credit.Price{price},
		Refuses: []errs.Code{errs.InvalidURL},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	// The largest discussions are 10 MB of JSON.
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 512, Concurrency: 20}
}

const (
	defaultComments = 50
	maxComments     = 500
)

// Args are the arguments of a job. Prepare turns a URL into the id, so that both name
// the same cached result.
type Args struct {
	ID            string      `json:"id,omitempty" maxLength:"18" example:"8863" doc:"The item's id, digits in a string. Either id or url is required, not both."`
	URL           string      `json:"url,omitempty" example:"https://news.ycombinator.com/item?id=8863" doc:"The item's URL on news.ycombinator.com, or at one of its two APIs."`
	CommentsLimit *int64      `json:"commentsLimit,omitempty" minimum:"0" default:"50" doc:"Maximum number of comments, 0 to 500. Larger values are clamped. They are returned in the order of the page, each with its replies before the next. Default 50."`
	Options       option.None `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Errors: invalid_request, invalid_url.
func (a *Args) Prepare(kind.Caller) (kind.Plan, error) {
	if err := a.identify(); err != nil {
		return kind.Plan{}, err
	}
	if a.CommentsLimit == nil {
		a.CommentsLimit = new(int64(defaultComments))
	}
	a.CommentsLimit = new(min(max(*a.CommentsLimit, 0), maxComments))
	return kind.Plan{Target: permalink.Item(a.ID), Quote: price.For(1)}, nil
}

// identify fills in the id.
func (a *Args) identify() error {
	a.ID = strings.TrimSpace(a.ID)
	switch {
	case a.ID == "" && a.URL == "":
		return errs.Field(errs.InvalidRequest, "id", "is missing, and so is url; send one of them")
	case a.ID != "" && a.URL != "":
		return errs.Field(errs.InvalidRequest, "url", "must not be sent together with id")
	case a.ID != "" && !permalink.ID(a.ID):
		return errs.Field(errs.InvalidRequest, "id", "must be digits such as 8863, without a leading zero")
	case a.ID != "":
		return nil
	}
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return err
	}
	id, ok := permalink.IDOf(u)
	if !ok {
		return errs.Field(errs.InvalidURL, "url", "must be an item's address such as https://news.ycombinator.com/item?id=8863")
	}
	a.ID, a.URL = id, ""
	return nil
}
