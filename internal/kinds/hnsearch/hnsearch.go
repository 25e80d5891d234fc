// Package hnsearch declares jobs of kind hn_search: a search of Hacker News. It
// holds what the API needs and links nothing that makes a function start slowly;
// package hnsearchrun below it does the work.
package hnsearch

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
)

// Kind is the kind's public name.
const Kind = "hn_search"

// price is what a job costs.
var price = credit.Flat("hn.search", 1)

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
		Path:    "/scrape/hn/search",
		Title:   "Search Hacker News",
		Summary: "Find stories, comments, polls and jobs of Hacker News by words, tags and time, by relevance or newest first. Paged by nextCursor.",
		Examples: []kind.Example{
			{Name: "stories", Summary: "Stories about a topic, best first", Body: `{"query":"self-hosted","tags":"story","limit":10}`},
			{Name: "newest", Summary: "The newest stories and comments that contain a phrase, since 2024", Body: `{"query":"\"tide gauge\"","tags":["(story,comment)"],"sort":"date","since":"2024-01-01"}`},
			{Name: "author", Summary: "Stories by an author, without search words", Body: `{"tags":["story","author_halyard"],"sort":"date"}`},
		},
		Prices:  []credit.Price{price},
		Refuses: []errs.Code{errs.InvalidCursor},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 512, Concurrency: 20}
}

// Sort is an order.
type Sort string

// The orders.
const (
	Relevance Sort = "relevance"
	Date      Sort = "date"
)

const (
	defaultLimit = 20
	maxLimit     = 100
)

// Args are the arguments of a job.
type Args struct {
	Query   string          `json:"query,omitempty" maxLength:"500" example:"\"tide gauge\" -float" doc:"Words that must all occur in the title, the text, the link or the author's name. Put a phrase in double quotes, and a minus before a word to exclude it. Misspellings are tolerated, as on the site. Query or tags is required."`
	Tags    json.RawMessage `json:"tags,omitempty" example:"[\"story\",\"author_pg\"]" doc:"Tags that the items must have: an array of tags that must all match, or a comma-separated string of them. Tags in parentheses, such as (story,comment), match either. Tags: story, comment, poll, pollopt, job, ask_hn, show_hn, launch_hn, front_page (currently on it), author_NAME, story_ID (a story and its comments). Default: any item."`
	Sort    Sort            `json:"sort,omitempty" enum:"relevance,date" default:"relevance" doc:"relevance: best match first, then by points; limited to 1000 items. date: newest first, without a limit. Default relevance."`
	Since   option.Moment   `json:"since,omitempty" doc:"Only items published at this time or later."`
	Until   option.Moment   `json:"until,omitempty" doc:"Only items published at this time or earlier."`
	Limit   int64           `json:"limit,omitempty" minimum:"1" default:"20" doc:"Maximum number of items, 1 to 100. Larger values are clamped. Default 20."`
	Cursor  string          `json:"cursor,omitempty" minLength:"1" maxLength:"4096" doc:"The nextCursor of a previous response for the same query, tags, sort, since and until."`
	Options option.None     `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Errors: invalid_request, invalid_cursor.
func (a *Args) Prepare(c kind.Caller) (kind.Plan, error) {
	a.Query = strings.Join(strings.Fields(a.Query), " ")
	tags, err := canonical(a.Tags)
	if err != nil {
		return kind.Plan{}, err
	}
	if a.Tags = nil; tags != "" {
		a.Tags, _ = json.Marshal(tags) // a string always can be
	}
	if err := option.Window(&a.Since, &a.Until); err != nil {
		return kind.Plan{}, err
	}
	if a.Query == "" && tags == "" {
		return kind.Plan{}, errs.Field(errs.InvalidRequest, "query", "is missing, and so is tags; send one of them at least")
	}
	if a.Sort == "" {
		a.Sort = Relevance
	}
	if a.Limit, err = option.Limit("limit", a.Limit, defaultLimit, maxLimit); err != nil {
		return kind.Plan{}, err
	}
	if _, err := c.Cursors.Open(c.OrgID, a.Walk(), a.Cursor); err != nil {
		return kind.Plan{}, errs.Field(errs.InvalidCursor, "cursor", "is not one that this search returned; send the same query, tags, sort, since and until as before, or start again without it")
	}
	return kind.Plan{Target: target(a.Query, tags), Quote: price.For(1)}, nil
}

// Walk names what a cursor is bound to: everything but the size of a page.
func (a *Args) Walk() string {
	bound, _ := json.Marshal([]any{Kind, a.Query, a.TagFilter(), a.Sort, a.Since, a.Until}) // strings and numbers always can be
	return string(bound)
}

// TagFilter is the canonical form of the tags, after Prepare.
func (a *Args) TagFilter() string {
	var tags string
	_ = json.Unmarshal(a.Tags, &tags) // none are ""
	return tags
}

func target(query, tags string) string {
	if query == "" {
		return tags
	}
	return query
}
