// Package socialmentions declares jobs of kind social_mentions: what people post
// about words, a brand or an account on one platform. It holds what the API needs and
// links nothing that makes a function start slowly; package socialmentionsrun below it does the
// work.
package socialmentions

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
const Kind = "social_mentions"

// price is what a job costs.
var price = credit.PerBlock("social.mentions", 3, 20)

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
		Path:    "/scrape/social/mentions",
		Title:   "Find posts about a brand",
		Summary: "Find posts on X, Reddit or Hacker News that mention a brand, an account or words, newest first. Posts that contain them only as part of another word are left out. Paged by nextCursor.",
		Examples: []kind.Example{
			{Name: "hackernews", Summary: "Stories and comments with all of these words", Body: `{"platform":"hackernews","query":"\"tide gauge\" battery"}`},
			{Name: "reddit", Summary: "Posts that mention a brand", Body: `{"platform":"reddit","brand":"Marrowfen","limit":50}`},
			{Name: "x", Summary: "Posts that mention an account", Body: `{"platform":"x","handle":"@tidewatch"}`},
		},
		Prices:  []credit.Price{price},
		Refuses: []errs.Code{errs.InvalidCursor},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 512, Concurrency: 20}
}

// Platform is where to look.
type Platform string

// The platforms.
const (
	X          Platform = "x"
	Reddit     Platform = "reddit"
	HackerNews Platform = "hackernews"
)

const (
	defaultLimit = 20
	maxLimit     = 100
)

// Args are the arguments of a job. After Prepare exactly one of Query, Handle and Brand
// is set.
type Args struct {
	Platform Platform    `json:"platform" enum:"x,reddit,hackernews" example:"hackernews" doc:"The platform to search."`
	Query    string      `json:"query,omitempty" maxLength:"300" example:"\"tide gauge\" -float" doc:"Words that must all occur, in any order. Put a phrase in double quotes, an @ before an account, and a minus before a word to exclude it. Exactly one of query, handle and brand is required."`
	Handle   string      `json:"handle,omitempty" maxLength:"100" example:"@marrowfen" doc:"An account, with or without its @ or u/: finds posts that mention it. On Hacker News, which has no syntax for mentions, posts that contain its name."`
	Brand    string      `json:"brand,omitempty" maxLength:"100" example:"Marrowfen" doc:"A brand name, searched for literally and as a whole."`
	Limit    int64       `json:"limit,omitempty" minimum:"1" default:"20" doc:"Maximum number of posts, 1 to 100. Larger values are clamped. Default 20."`
	Cursor   string      `json:"cursor,omitempty" minLength:"1" maxLength:"4096" doc:"The nextCursor of a previous response for the same platform and the same query, handle or brand."`
	Options  option.None `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Errors: invalid_request, invalid_cursor.
func (a *Args) Prepare(c kind.Caller) (kind.Plan, error) {
	err := a.identify()
	if err != nil {
		return kind.Plan{}, err
	}
	if a.Limit, err = option.Limit("limit", a.Limit, defaultLimit, maxLimit); err != nil {
		return kind.Plan{}, err
	}
	if _, err := c.Cursors.Open(c.OrgID, a.Walk(), a.Cursor); err != nil {
		return kind.Plan{}, errs.Field(errs.InvalidCursor, "cursor", "is not one that this search returned; send the same platform and the same query, handle or brand as before, or start again without it")
	}
	return kind.Plan{Target: a.target(), Quote: price.For(int(a.Limit))}, nil
}

// Walk names what a cursor is bound to: everything but the size of a page.
func (a *Args) Walk() string {
	bound, _ := json.Marshal([]string{Kind, string(a.Platform), a.Query, a.Handle, a.Brand}) // strings always can be
	return string(bound)
}

func (a *Args) target() string {
	about := a.Query + a.Brand
	if a.Handle != "" {
		about = "@" + a.Handle
	}
	return strings.Join([]string{string(a.Platform), about}, ": ")
}
