// Package infra declares jobs of kind infra: what they take, cost and give. It
// holds what the API needs and links nothing that makes a function start slowly;
// package infrarun below it does the work.
package infra

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
)

// Kind is the kind's public name.
const Kind = "infra"

// price is what a job costs.
var price = credit.Flat("infra", 2)

// Definition declares the kind.
func Definition() kind.Definition {
	return kind.Definition{
		Name:      Kind,
		Calls:     []kind.Call{Call().Call},
		CacheTTL:  6 * time.Hour,
		Functions: []kind.Function{Function()},
	}
}

// Call is the call that makes the kind's jobs.
func Call() kind.Typed[Args, Result] {
	return kind.Define[Args](kind.About{
		Path:    "/scrape/infra",
		Title:   "Take a snapshot of a domain",
		Summary: "DNS, e-mail, hosting, TLS, HTTP headers, registration, certificates and technologies of a domain. Each part has its own status.",
		Examples: []kind.Example{
			{Name: "domain", Summary: "A domain", Body: `{"domain":"example.com"}`},
			{Name: "url", Summary: "The domain of a page, with that page's technologies", Body: `{"url":"https://example.com/"}`},
		},
		Prices:  []credit.Price{price},
		Refuses: []errs.Code{errs.InvalidURL},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	// An answer of crt.sh takes up to 32 MB, which is read as a whole.
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 1024, Concurrency: 20}
}

// Args are the arguments of a job.
type Args struct {
	Domain      string      `json:"domain,omitempty" example:"example.com" doc:"The domain, without scheme, port or path; a leading www. is dropped. Required unless url is given; with both, this is the domain and url only the page."`
	URL         string      `json:"url,omitempty" example:"https://example.com/" doc:"The page to read headers and technologies from: an http or https URL on the public internet. Its host is the domain when domain is absent. Default: the domain's home page, by https if that works."`
	CompanyName string      `json:"companyName,omitempty" maxLength:"200" example:"Example Inc." doc:"The company's name. It does not change what is looked up; the result repeats it and lists in companyNameFoundIn the parts that name the company."`
	Options     option.None `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Errors: invalid_request, invalid_url.
func (a *Args) Prepare(kind.Caller) (kind.Plan, error) {
	if _, err := subject.Either(&a.Domain, &a.URL); err != nil {
		return kind.Plan{}, err
	}
	a.CompanyName = subject.Name(a.CompanyName)
	return kind.Plan{Target: a.Domain, Quote: price.For(1)}, nil
}
