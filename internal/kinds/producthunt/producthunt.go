// Package producthunt declares jobs of kind producthunt: products, launches and people
// of Product Hunt, and where its links lead. It holds what the API needs and links nothing
// that makes a function start slowly; package producthuntrun below it does the work.
package producthunt

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
)

// Kind is the kind's public name.
const Kind = "producthunt"

// Page is what of Product Hunt is asked for.
type Page string

// The pages.
const (
	Discover     Page = "discover"
	Alternatives Page = "alternatives"
	Product      Page = "product"
	Launches     Page = "launches"
	Profile      Page = "profile"
	Resolve      Page = "resolve"
)

// What jobs cost.
var (
	listPrice    = credit.Flat("producthunt", 3)
	resolvePrice = credit.Flat("producthunt.resolve", 1)
)

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
		Path:    "/scrape/producthunt",
		Title:   "Read Product Hunt",
		Summary: "Read Product Hunt: find products by their website or by words, read a product, its launches, its alternatives or a person, and follow a tracking link to its destination. Its pages usually block automated access: data of its feed and its API is then used and marked as such, and a block is upstream_blocked.",
		Examples: []kind.Example{
			{Name: "product", Summary: "A product by its slug", Body: `{"page":"product","slug":"marrowfen"}`},
			{Name: "discover", Summary: "The product of a website", Body: `{"page":"discover","websiteUrl":"https://example.com/","correlationId":"crm-4711"}`},
			{Name: "words", Summary: "Products by words", Body: `{"page":"discover","searchContext":"gauges for rain and tides","maxCandidates":5}`},
			{Name: "launches", Summary: "All launches of a product, by its URL", Body: `{"page":"launches","url":"https://www.producthunt.com/products/marrowfen"}`},
			{Name: "alternatives", Summary: "Alternatives to a product", Body: `{"page":"alternatives","slug":"marrowfen"}`},
			{Name: "profile", Summary: "A person", Body: `{"page":"profile","username":"hester_quill"}`},
			{Name: "resolve", Summary: "The destination of a tracking link", Body: `{"page":"resolve","url":"https://www.producthunt.com/r/p/1190006?app_id=339"}`},
		},
		Prices:  []credit.Price{listPrice, resolvePrice},
		Refuses: []errs.Code{errs.InvalidURL},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	// Product Hunt is asked once a second; a search for a site asks a dozen times.
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 512, Concurrency: 3}
}

// Args are the arguments of a job. Prepare turns an address into the slug or name that
// it holds, so that both forms share a cached result.
type Args struct {
	Page          Page        `json:"page,omitempty" enum:"discover,alternatives,product,launches,profile,resolve" example:"product" doc:"What to read. discover: find products by websiteUrl, searchContext or both. product, launches, alternatives: of a product by slug or url. profile: a person by username or url. resolve: the destination of the tracking link url. Default: determined by the other fields: profile for a username, discover for a websiteUrl or searchContext, product for a slug, and for a url what it leads to."`
	Slug          string      `json:"slug,omitempty" maxLength:"150" example:"marrowfen" doc:"Slug of a product, as in its URL producthunt.com/products/SLUG. For product, launches and alternatives."`
	URL           string      `json:"url,omitempty" example:"https://www.producthunt.com/products/marrowfen" doc:"A Product Hunt URL instead of slug or username: /products/SLUG, /posts/SLUG (a launch, whose product is read) or /@NAME; for resolve a tracking link, /r/p/ID or /r/CODE."`
	Username      string      `json:"username,omitempty" maxLength:"65" example:"hester_quill" doc:"Username of a person, with or without @. For profile."`
	WebsiteURL    string      `json:"websiteUrl,omitempty" example:"https://example.com/" doc:"The website of a product. For discover: candidates are products whose website is at the same host, with or without www, and behind them those at other hosts of its registrable domain, example.co.uk for https://blog.example.co.uk/; match says which."`
	SearchContext string      `json:"searchContext,omitempty" maxLength:"500" example:"gauges for rain and tides" doc:"Words about a product. For discover: without websiteUrl they are searched for; with it they only rank the candidates."`
	MaxCandidates int64       `json:"maxCandidates,omitempty" minimum:"1" default:"10" doc:"Maximum number of candidates, alternatives or launches in the result, 1 to 50. Larger values are clamped. Default 10. Has no effect on resolve."`
	CorrelationID string      `json:"correlationId,omitempty" maxLength:"255" example:"crm-4711" doc:"Your own id for this job; it is returned in input, also in webhooks. At most 255 characters."`
	Options       option.None `json:"options,omitzero" doc:"There are no options yet."`
}
