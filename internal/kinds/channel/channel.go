// Package channel declares jobs of kind channel: who publishes somewhere, and what.
// It holds what the API needs and links nothing that makes a function start slowly;
// package channelrun below it does the work. A platform is one file here, one in channelrun,
// and a line in the list of each.
package channel

import (
	"encoding/json"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
)

// Kind is the kind's public name.
const Kind = "channel"

// price is what a job costs.
var price = credit.PerBlock("channel", 3, 20)

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
		Path:    "/scrape/channel",
		Title:   "Read a channel and its posts",
		Summary: "Read an account on X, a channel on YouTube, a community or an account on Reddit, or a company's page on LinkedIn: its profile, and its newest posts or videos. Paged by nextCursor.",
		Examples: []kind.Example{
			{Name: "youtube", Summary: "A YouTube channel by its handle, with its 25 newest videos, shorts and streams", Body: `{"platform":"youtube","handle":"@marrowfen"}`},
			{Name: "url", Summary: "A channel by its URL, which determines the platform", Body: `{"url":"https://www.youtube.com/@marrowfen","limit":50}`},
			{Name: "x", Summary: "An account on X", Body: `{"platform":"x","handle":"tidewatch","limit":20}`},
			{Name: "reddit", Summary: "A community on Reddit", Body: `{"platform":"reddit","handle":"r/tides"}`},
			{Name: "linkedin", Summary: "A company's page on LinkedIn, with the employees that it shows", Body: `{"url":"https://www.linkedin.com/company/marrowfen","limit":5,"includeEmployees":true}`},
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
	defaultLimit = 25
	maxLimit     = 50
)

// Args are the arguments of a job. Prepare turns a URL into platform and handle, so that
// all forms name the same channel.
type Args struct {
	Platform string `json:"platform,omitempty" enum:"x,youtube,reddit,linkedin" doc:"The platform of the channel. Required with handle; with url it follows from the URL."`
	Handle   string `json:"handle,omitempty" maxLength:"300" example:"@marrowfen" doc:"The channel's name. X: name or @name. YouTube: @name, name, or the id that begins with UC. Reddit: r/name, or u/name, @name or name for an account. LinkedIn: the company's name in its URL, such as marrowfen or company/marrowfen. Either handle or url is required, not both."`
	URL      string `json:"url,omitempty" example:"https://www.youtube.com/@marrowfen" doc:"The channel's URL on x.com, youtube.com, reddit.com or linkedin.com."`
	Limit    int64  `json:"limit,omitempty" minimum:"1" default:"25" doc:"Maximum number of items, which determines the price: 1 to 50; with an entitled deep, 1 to 1000 on X and 1 to 60 on LinkedIn, which is what LinkedIn returns within a minute. Larger values are clamped. Default 25."`
	Deep     bool   `json:"deep,omitempty" default:"false" doc:"Reads further back in one job. X and LinkedIn only. Requires the entitlement deep or extendedCeilings and is ignored without one of them. Items that cannot be read within one minute follow with nextCursor."`
	Cursor   string `json:"cursor,omitempty" minLength:"1" maxLength:"4096" doc:"The nextCursor of a previous response for the same channel."`
	// IncludeEmployees is for companies on LinkedIn.
	IncludeEmployees bool        `json:"includeEmployees,omitempty" default:"false" doc:"Adds people who work at the company, if its public page shows them. LinkedIn only; ignored on other platforms."`
	Options          option.None `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Errors: invalid_request, invalid_url, invalid_cursor.
func (a *Args) Prepare(c kind.Caller) (kind.Plan, error) {
	p, err := a.identify()
	if err != nil {
		return kind.Plan{}, err
	}
	a.Deep = a.Deep && p.deep > 0 && c.MayDeep()
	a.IncludeEmployees = a.IncludeEmployees && p.employees
	most := int64(maxLimit)
	if a.Deep {
		most = p.deep
	}
	if a.Limit, err = option.Limit("limit", a.Limit, defaultLimit, most); err != nil {
		return kind.Plan{}, err
	}
	if _, err := c.Cursors.Open(c.OrgID, a.Walk(), a.Cursor); err != nil {
		return kind.Plan{}, errs.Field(errs.InvalidCursor, "cursor", "is not one that a call about this channel returned; send the nextCursor of one, or start again without it")
	}
	return kind.Plan{Target: p.page(a.Handle), Quote: price.For(int(a.Limit))}, nil
}

// Walk names what a cursor is bound to: the channel.
func (a *Args) Walk() string {
	bound, _ := json.Marshal([]any{Kind, a.Platform, a.Handle}) // strings always can be
	return string(bound)
}
