// Package xpost declares jobs of kind x_post: a post of X and the replies to it. It
// holds what the API needs and links nothing that makes a function start slowly;
// package xpostrun below it does the work.
package xpost

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/kinds/xprofile"
	"github.com/quarryapi/quarry/internal/sources/x/permalink"
)

// Kind is the kind's public name.
const Kind = "x_post"

// price is what a job costs.
var price = credit.PerBlock("x.post", 3, 20)

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
		Path:    "/scrape/x/post",
		Title:   "Read a post on X and its replies",
		Summary: "Read a post on X by id or URL: its full text, media, counts, the post that it quotes or reposts, and replies, best first or newest first. Paged by commentsNextCursor.",
		Examples: []kind.Example{
			{Name: "url", Summary: "A post and up to 20 replies", Body: `{"url":"https://x.com/tidewatch/status/1954505000000000001"}`},
			{Name: "alone", Summary: "Without replies", Body: `{"id":"1954505000000000001","commentsLimit":0}`},
			{Name: "newest", Summary: "The newest 40 replies, until known ones are reached", Body: `{"id":"1954505000000000001","commentsLimit":40,"commentsMode":"incremental","knownCommentIds":["1954506000000000003"]}`},
		},
		Prices:  []credit.Price{price},
		Refuses: []errs.Code{errs.InvalidURL, errs.InvalidCursor},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 512, Concurrency: 20}
}

// Mode is a way through replies.
type Mode string

// The modes.
const (
	Incremental Mode = "incremental"
	Backfill    Mode = "backfill"
)

const (
	defaultComments = 20
	maxComments     = 100
	maxPages        = 5
)

// Args are the arguments of a job. Prepare turns a URL into the id.
type Args struct {
	ID              string      `json:"id,omitempty" maxLength:"19" example:"1954505000000000001" doc:"The post's id, digits in a string. Either id or url is required, not both."`
	URL             string      `json:"url,omitempty" example:"https://x.com/tidewatch/status/1954505000000000001" doc:"URL of the post on x.com or twitter.com."`
	CommentsLimit   *int64      `json:"commentsLimit,omitempty" minimum:"0" default:"20" doc:"Maximum number of replies, 0 to 100. Larger values are clamped. 0 reads only the post. Default 20."`
	CommentsMode    Mode        `json:"commentsMode,omitempty" enum:"incremental,backfill" doc:"incremental: newest replies first, until known ones are reached. backfill: from cursor on, or from the newest without one. Default: the replies that X ranks highest, or from cursor on."`
	Cursor          string      `json:"cursor,omitempty" minLength:"1" maxLength:"4096" doc:"The commentsNextCursor of a previous response for the same post. Not allowed with commentsMode incremental."`
	MaxPages        int64       `json:"maxPages,omitempty" minimum:"1" default:"5" doc:"Maximum number of pages of replies to request from X, 1 to 5. Larger values are clamped. A page has about 20 replies. Default 5."`
	KnownCommentIDs []string    `json:"knownCommentIds,omitempty" doc:"Ids of replies that you already have, up to 1000; the rest is ignored. They are left out of the result, and with commentsMode incremental reading stops at a page that has only known replies."`
	Options         option.None `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Errors: invalid_request, invalid_url, invalid_cursor.
func (a *Args) Prepare(c kind.Caller) (kind.Plan, error) {
	err := a.identify()
	if err != nil {
		return kind.Plan{}, err
	}
	if a.CommentsLimit == nil {
		a.CommentsLimit = new(int64(defaultComments))
	}
	a.CommentsLimit = new(min(max(*a.CommentsLimit, 0), maxComments))
	if a.MaxPages, err = option.Limit("maxPages", a.MaxPages, maxPages, maxPages); err != nil {
		return kind.Plan{}, err
	}
	if err := xprofile.KnownIDs("knownCommentIds", &a.KnownCommentIDs); err != nil {
		return kind.Plan{}, err
	}
	if a.CommentsMode == Incremental && a.Cursor != "" {
		return kind.Plan{}, errs.Field(errs.InvalidRequest, "cursor", "must not be sent with commentsMode incremental, which begins at the newest reply; send backfill to go on from a cursor")
	}
	if _, err := c.Cursors.Open(c.OrgID, a.Walk(), a.Cursor); err != nil {
		return kind.Plan{}, errs.Field(errs.InvalidCursor, "cursor", "is not one that a call about this post returned; send the commentsNextCursor of one, or start again without it")
	}
	return kind.Plan{Target: permalink.Post("", a.ID), Quote: price.For(int(*a.CommentsLimit))}, nil
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
		return errs.Field(errs.InvalidRequest, "id", "must be digits such as 1954505000000000001, without a leading zero")
	case a.ID != "":
		return nil
	}
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return err
	}
	id, ok := permalink.IDOf(u)
	if !ok {
		return errs.Field(errs.InvalidURL, "url", "must be a post's address such as https://x.com/tidewatch/status/1954505000000000001")
	}
	a.ID, a.URL = id, ""
	return nil
}

// Walk names what a cursor is bound to: the post.
func (a *Args) Walk() string {
	bound, _ := json.Marshal([]any{Kind, a.ID}) // strings always can be
	return string(bound)
}
