// Package socialengagement declares jobs of kind social_engagement: how many reacted
// to a post, and who of them is public. It holds what the API needs and links nothing
// that makes a function start slowly; package socialengagementrun below it does the work.
package socialengagement

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
const Kind = "social_engagement"

// price is what a job costs.
var price = credit.PerBlock("social.engagement", 3, 20)

// Definition declares the kind.
func Definition() kind.Definition {
	return kind.Definition{
		Name:      Kind,
		Calls:     []kind.Call{Call().Call},
		Functions: []kind.Function{Function()},
	}
}

// Call is the call that makes the kind's jobs.
func Call() kind.Typed[Args, Result] {
	return kind.Define[Args](kind.About{
		Path:    "/scrape/social/engagement",
		Title:   "Count and list who reacted to a post",
		Summary: "Count reposts, quotes, reactions and comments of a post on X, Reddit, Hacker News or LinkedIn, and list the accounts behind one of these if they are public. Paged by nextCursor.",
		Examples: []kind.Example{
			{Name: "url", Summary: "Who commented on a Hacker News story", Body: `{"url":"https://news.ycombinator.com/item?id=8863","engagementType":"comments"}`},
			{Name: "retweeters", Summary: "Who reposted a post on X", Body: `{"platform":"x","id":"1954505000000000001","engagementType":"retweeters","limit":40}`},
			{Name: "reactions", Summary: "Number of likes; the accounts are not public", Body: `{"platform":"x","id":"1954505000000000001","engagementType":"reactions"}`},
		},
		Prices:  []credit.Price{price},
		Refuses: []errs.Code{errs.InvalidURL, errs.InvalidCursor},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 512, Concurrency: 20}
}

const (
	defaultLimit = 20
	maxLimit     = 100
)

// Args are the arguments of a job. Prepare turns a URL into the platform and the id.
type Args struct {
	URL      string      `json:"url,omitempty" example:"https://news.ycombinator.com/item?id=8863" doc:"URL of the post. Either url or id is required, not both."`
	ID       string      `json:"id,omitempty" maxLength:"100" example:"8863" doc:"The platform's own id of the post, as a string: digits on X and Hacker News, with or without t3_ on Reddit, digits of the activity or an URN on LinkedIn. Requires platform."`
	Platform Platform    `json:"platform,omitempty" enum:"x,reddit,hackernews,linkedin" example:"hackernews" doc:"The platform of the post. Default: that of the URL."`
	Type     Type        `json:"engagementType,omitempty" enum:"retweeters,quotes,reactions,comments,reshares" default:"comments" doc:"The type of engagement to list. On x: retweeters, quotes, comments and reactions; on reddit: comments, reshares (crossposts) and reactions (votes); on hackernews: comments and reactions (points); on linkedin: comments, reactions and reshares. Other types are rejected. Default comments."`
	Limit    int64       `json:"limit,omitempty" minimum:"1" default:"20" doc:"Maximum number of actors, 1 to 100. Larger values are clamped. Default 20."`
	Cursor   string      `json:"cursor,omitempty" minLength:"1" maxLength:"4096" doc:"The nextCursor of a previous response for the same post and engagementType."`
	Options  option.None `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Errors: invalid_request, invalid_url, invalid_cursor.
func (a *Args) Prepare(c kind.Caller) (kind.Plan, error) {
	err := a.identify()
	if err != nil {
		return kind.Plan{}, err
	}
	if a.Type == "" {
		a.Type = Comments
	}
	if err := offered(a.Platform, a.Type); err != nil {
		return kind.Plan{}, err
	}
	if a.Limit, err = option.Limit("limit", a.Limit, defaultLimit, maxLimit); err != nil {
		return kind.Plan{}, err
	}
	if _, err := c.Cursors.Open(c.OrgID, a.Walk(), a.Cursor); err != nil {
		return kind.Plan{}, errs.Field(errs.InvalidCursor, "cursor", "is not one that this list returned; send the same post and engagementType as before, or start again without it")
	}
	return kind.Plan{Target: a.target(), Quote: price.For(int(a.Limit))}, nil
}

// Walk names what a cursor is bound to: everything but the size of a page.
func (a *Args) Walk() string {
	bound, _ := json.Marshal([]string{Kind, string(a.Platform), a.ID, string(a.Type)}) // strings always can be
	return string(bound)
}

func (a *Args) target() string {
	return strings.Join([]string{string(a.Platform), a.ID, string(a.Type)}, " ")
}
