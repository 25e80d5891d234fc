// Package company declares jobs of kind company: one profile of a company,
// merged from what its site, its domain and public registers say. It holds what the
// API needs and links nothing that makes a function start slowly; package profile
// below it merges, and package companyrun gathers.
package company

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
)

// Kind is the kind's public name.
const Kind = "company"

// maxName is the longest company name that is taken, in bytes.
const maxName = 200

// price is what a job costs.
var price = credit.Flat("company", 20)

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
		Path:    "/scrape/company",
		Title:   "Profile a company",
		Summary: "Merge the facts from a company's site, domain, feed and public registers into one profile, each fact with its source and confidence.",
		Examples: []kind.Example{
			{Name: "domain", Summary: "By its domain", Body: `{"domain":"example.com"}`},
			{Name: "page", Summary: "By a page of its site, with the name to search for", Body: `{"url":"https://example.com/","companyName":"Example"}`},
		},
		Prices:  []credit.Price{price},
		Refuses: []errs.Code{errs.InvalidURL},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	return kind.Function{Name: Kind, Ceiling: 10 * time.Minute, Browser: true, MemoryMB: 1024, Concurrency: 10}
}

// Args are the arguments of a job.
type Args struct {
	Domain      string      `json:"domain,omitempty" example:"example.com" doc:"The company's domain, without scheme and path. Either domain or url is required; with both, url is only the page that the profile starts with, and must be on the domain."`
	URL         string      `json:"url,omitempty" example:"https://example.com/" doc:"A page of the company's site, usually its home page. Default: the domain's home page."`
	CompanyName string      `json:"companyName,omitempty" maxLength:"200" example:"Example" doc:"The company's name, for looking it up in registers. Default: the name on its site."`
	Options     option.None `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Errors: invalid_url, invalid_request.
func (a *Args) Prepare(kind.Caller) (kind.Plan, error) {
	page, err := subject.Either(&a.Domain, &a.URL)
	if err != nil {
		return kind.Plan{}, err
	}
	if page != "" && subject.Registrable(subject.Host(page)) != subject.Registrable(a.Domain) {
		return kind.Plan{}, errs.Field(errs.InvalidRequest, "url", "is not on the domain "+a.Domain+"; leave out one of the two")
	}
	a.CompanyName = subject.Name(a.CompanyName)
	if len(a.CompanyName) > maxName {
		return kind.Plan{}, errs.Field(errs.InvalidRequest, "companyName", "must have at most 200 bytes")
	}
	return kind.Plan{Target: a.Domain, Quote: price.For(1)}, nil
}
