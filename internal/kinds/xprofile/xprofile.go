// Package xprofile declares jobs of kind x_profile: an account of X and its posts.
// It holds what the API needs and links nothing that makes a function start slowly;
// package xprofilerun below it does the work.
package xprofile

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/sources/x/permalink"
)

// Kind is the kind's public name.
const Kind = "x_profile"

// price is what a job costs.
var price = credit.PerBlock("x.profile", 3, 20)

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
		Path:    "/scrape/x/profile",
		Title:   "Read an account on X and its posts",
		Summary: "Read the profile of an account on X and its posts and reposts, page by page: the newest ones, only those since the last call, or older ones by nextCursor.",
		Examples: []kind.Example{
			{Name: "newest", Summary: "An account and its 20 newest posts", Body: `{"username":"tidewatch"}`},
			{Name: "sync", Summary: "Posts newer than the known ones", Body: `{"username":"@tidewatch","timelineMode":"incremental","limit":40,"maxPages":3,"knownTweetIds":["1954505000000000001"]}`},
			{Name: "backfill", Summary: "240 posts at once, and a nextCursor for the next", Body: `{"url":"https://x.com/tidewatch","timelineMode":"backfill","maxPages":2}`},
		},
		Prices:  []credit.Price{price},
		Refuses: []errs.Code{errs.InvalidURL, errs.InvalidCursor, errs.LimitOutOfRange},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 512, Concurrency: 20}
}

// Mode is a way through a timeline.
type Mode string

// The modes.
const (
	Incremental Mode = "incremental"
	Backfill    Mode = "backfill"
)

// Page sizes and bounds, as the contract sets them.
const (
	plainPage, plainMax     = 20, 100
	modePage, modeMax       = 120, 200
	deepPage                = 200
	incrementalPages, pages = 5, 10
	maxKnown                = 1000
)

// Args are the arguments of a job. Prepare turns a URL into the handle, in lower case.
type Args struct {
	Username      string      `json:"username,omitempty" maxLength:"100" example:"tidewatch" doc:"The account's handle, with or without @. Either username or url is required, not both."`
	URL           string      `json:"url,omitempty" example:"https://x.com/tidewatch" doc:"URL of the account, or of one of its posts, on x.com or twitter.com."`
	Deep          bool        `json:"deep,omitempty" deprecated:"true" doc:"Deprecated: use timelineMode. Pages of 200 posts. Requires the entitlement deep or extendedCeilings and is ignored without one of them, and with timelineMode."`
	TimelineMode  Mode        `json:"timelineMode,omitempty" enum:"incremental,backfill" doc:"incremental: from the newest post on, until a page has only known posts. backfill: from cursor on, or from the newest post without one. Default: the newest posts, or those from cursor on."`
	Cursor        string      `json:"cursor,omitempty" minLength:"1" maxLength:"4096" doc:"The nextCursor of a previous response for the same account. Not allowed with timelineMode incremental, which starts at the newest post."`
	MaxPages      int64       `json:"maxPages,omitempty" minimum:"1" default:"1" doc:"Number of pages of limit posts to read, 1 to 10, with timelineMode incremental 1 to 5. Larger values are clamped. The price does not depend on it. Default 1."`
	Limit         int64       `json:"limit,omitempty" minimum:"1" doc:"Number of posts on a page, which determines the price. 1 to 100, with timelineMode or an entitled deep 1 to 200; larger values are rejected with limit_out_of_range. Default 20, 120 with timelineMode, 200 with an entitled deep."`
	KnownTweetIDs []string    `json:"knownTweetIds,omitempty" doc:"Ids of posts that you already have, up to 1000; the rest is ignored. They are left out of the result, and with timelineMode incremental reading stops at a page that has only known posts."`
	Options       option.None `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Errors: invalid_request, invalid_url, invalid_cursor,
// limit_out_of_range.
func (a *Args) Prepare(c kind.Caller) (kind.Plan, error) {
	if err := a.identify(); err != nil {
		return kind.Plan{}, err
	}
	deprecated := a.Deep
	a.Deep = a.Deep && a.TimelineMode == "" && c.MayDeep()
	if err := a.size(); err != nil {
		return kind.Plan{}, err
	}
	if err := KnownIDs("knownTweetIds", &a.KnownTweetIDs); err != nil {
		return kind.Plan{}, err
	}
	if a.TimelineMode == Incremental && a.Cursor != "" {
		return kind.Plan{}, errs.Field(errs.InvalidRequest, "cursor", "must not be sent with timelineMode incremental, which begins at the newest post; send backfill to go on from a cursor")
	}
	if _, err := c.Cursors.Open(c.OrgID, a.Walk(), a.Cursor); err != nil {
		return kind.Plan{}, errs.Field(errs.InvalidCursor, "cursor", "is not one that a call about this account returned; send the nextCursor of one, or start again without it")
	}
	return kind.Plan{Target: permalink.User(a.Username), Quote: price.For(int(a.Limit)), Deprecated: deprecated}, nil
}

// identify fills in the handle.
func (a *Args) identify() error {
	switch {
	case a.Username == "" && a.URL == "":
		return errs.Field(errs.InvalidRequest, "username", "is missing, and so is url; send one of them")
	case a.Username != "" && a.URL != "":
		return errs.Field(errs.InvalidRequest, "url", "must not be sent together with username")
	case a.URL == "":
		handle, ok := permalink.Handle(a.Username)
		if !ok {
			return errs.Field(errs.InvalidRequest, "username", "must be a handle such as tidewatch: up to 20 letters, digits and underscores")
		}
		a.Username = strings.ToLower(handle)
		return nil
	}
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return err
	}
	handle, ok := permalink.HandleOf(u)
	if !ok {
		return errs.Field(errs.InvalidURL, "url", "must be an account's address such as https://x.com/tidewatch")
	}
	a.Username, a.URL = strings.ToLower(handle), ""
	return nil
}

// size fills in limit and maxPages and holds them to their bounds.
func (a *Args) size() error {
	page, most, without := int64(plainPage), int64(plainMax), " without timelineMode"
	switch {
	case a.TimelineMode != "":
		page, most, without = modePage, modeMax, ""
	case a.Deep:
		page, most, without = deepPage, modeMax, " with deep"
	}
	if a.Limit == 0 {
		a.Limit = page
	}
	if a.Limit > most {
		return errs.Field(errs.LimitOutOfRange, "limit", fmt.Sprintf("must be at most %d%s", most, without))
	}
	bound := int64(pages)
	if a.TimelineMode == Incremental {
		bound = incrementalPages
	}
	a.MaxPages = min(max(a.MaxPages, 1), bound)
	return nil
}

// KnownIDs cuts a list of ids to the 1000 that are looked at and refuses what is none.
func KnownIDs(field string, ids *[]string) error {
	if len(*ids) > maxKnown {
		*ids = (*ids)[:maxKnown]
	}
	for i, id := range *ids {
		if !permalink.ID(id) {
			return errs.Field(errs.InvalidRequest, fmt.Sprintf("%s[%d]", field, i), "must be digits in a string, such as \"1954505000000000001\"")
		}
	}
	return nil
}

// Walk names what a cursor is bound to: the account.
func (a *Args) Walk() string {
	bound, _ := json.Marshal([]any{Kind, a.Username}) // strings always can be
	return string(bound)
}
