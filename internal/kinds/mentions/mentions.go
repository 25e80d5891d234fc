// Package mentions declares jobs of kind mentions: what links to a domain or writes
// it, on platforms and in the news. It holds what the API needs and links nothing that
// makes a function start slowly; package mentionsrun below it does the work.
package mentions

import (
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
)

// Kind is the kind's public name.
const Kind = "mentions"

// price is what a job costs.
var price = credit.Flat("mentions", 3)

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
		Path:    "/scrape/mentions",
		Title:   "Find mentions of a domain",
		Summary: "Find posts on Reddit and Hacker News and articles in the news that link to a domain or mention it, newest first. A platform that fails is reported together with the results of the others.",
		Examples: []kind.Example{
			{Name: "all", Summary: "The newest mentions on all platforms", Body: `{"domain":"example.com"}`},
			{Name: "since", Summary: "Mentions in the news and on Hacker News in one quarter", Body: `{"domain":"example.com","platforms":["news","hackernews"],"since":"2025-01-01","until":"2025-05-01","limit":100}`},
		},
		Prices:  []credit.Price{price},
		Refuses: []errs.Code{errs.InvalidURL},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 512, Concurrency: 10}
}

// Platform is where to look.
type Platform string

// The platforms.
const (
	Reddit     Platform = "reddit"
	HackerNews Platform = "hackernews"
	News       Platform = "news"
)

// Platforms returns all platforms, in the order in which results list them.
func Platforms() []Platform { return []Platform{Reddit, HackerNews, News} }

const (
	defaultLimit = 50
	maxLimit     = 100

	defaultPages = 1
	maxPages     = 3
	// With deep:
	defaultDeepPages = 5
	maxDeepPages     = 10
)

// Args are the arguments of a job.
type Args struct {
	Domain    string        `json:"domain" minLength:"1" example:"example.com" doc:"A bare domain. It is reduced to its registrable part: example.co.uk for blog.example.co.uk, including all its subdomains."`
	Platforms []Platform    `json:"platforms,omitempty" maxItems:"10" enum:"reddit,hackernews,news" example:"[\"hackernews\",\"news\"]" doc:"Platforms to search. Default: all."`
	Since     option.Moment `json:"since,omitempty" doc:"Only mentions published at this time or later."`
	Until     option.Moment `json:"until,omitempty" doc:"Only mentions published at this time or earlier. To get the next page, send the time of the last item."`
	Limit     int64         `json:"limit,omitempty" minimum:"1" default:"50" doc:"Maximum number of mentions in total, 1 to 100. Larger values are clamped. Default 50."`
	Deep      bool          `json:"deep,omitempty" doc:"Read more pages of each platform. Requires the entitlement deep or extendedCeilings and is ignored without one of them."`
	MaxPages  int64         `json:"maxPages,omitempty" minimum:"1" doc:"Maximum number of pages of about 100 results to read from each search, 1 to 3, with an entitled deep 1 to 10. Larger values are clamped. Default 1, with an entitled deep 5."`
	Options   option.None   `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Errors: invalid_request, invalid_url.
func (a *Args) Prepare(c kind.Caller) (kind.Plan, error) {
	name, err := subject.Domain("domain", a.Domain)
	if err != nil {
		return kind.Plan{}, err
	}
	a.Domain = subject.Registrable(name)
	a.Platforms = slices.DeleteFunc(Platforms(), func(p Platform) bool {
		return len(a.Platforms) > 0 && !slices.Contains(a.Platforms, p)
	})
	if err := option.Window(&a.Since, &a.Until); err != nil {
		return kind.Plan{}, err
	}
	if a.Limit, err = option.Limit("limit", a.Limit, defaultLimit, maxLimit); err != nil {
		return kind.Plan{}, err
	}
	a.Deep = a.Deep && c.MayDeep()
	if err := a.boundPages(); err != nil {
		return kind.Plan{}, err
	}
	return kind.Plan{Target: a.Domain, Quote: price.For(1)}, nil
}

// boundPages needs to know first whether deep is on.
func (a *Args) boundPages() (err error) {
	most, usual := int64(maxPages), int64(defaultPages)
	if a.Deep {
		most, usual = maxDeepPages, defaultDeepPages
	}
	a.MaxPages, err = option.Limit("maxPages", a.MaxPages, usual, most)
	return err
}
