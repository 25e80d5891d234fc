// Package infra declares jobs of kind infra: what they take, cost and give. It
// holds what the API needs and links nothing that makes a function start slowly;
// package infrarun beside it does the work.
package infra

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
)

// Kind is the kind's public name.
const Kind = "infra"

// Spec declares the kind.
func Spec() job.Spec {
	return job.Spec{
		Kind: Kind,
		Call: job.Call{
			Path:    "/scrape/infra",
			Title:   "Take a snapshot of a domain",
			Summary: "DNS, e-mail, hosting, TLS, HTTP headers, registration, certificates and technologies of a domain. Each part says on its own how it went.",
			Args:    func() job.Args { return new(Args) },
			Result:  sample(),
			Examples: []job.Example{
				{Name: "domain", Summary: "A domain", Body: `{"domain":"example.com"}`},
				{Name: "url", Summary: "The domain of a page, with that page's technologies", Body: `{"url":"https://example.com/"}`},
			},
			Actions: []credit.Action{credit.Infra},
			Refuses: []errs.Code{errs.InvalidURL},
		},
		CacheTTL: 6 * time.Hour,
		// An answer of crt.sh takes up to 32 MB, which is read as a whole.
		Worker: job.Worker{Ceiling: time.Minute, MemoryMB: 1024, Concurrency: 20},
	}
}

// Args are the arguments of a job.
type Args struct {
	Domain      string     `json:"domain,omitempty" example:"example.com" doc:"The domain, without scheme, port or path; a leading www. is dropped. Needed unless url is given; when both are, this is the domain and url only the page."`
	URL         string     `json:"url,omitempty" example:"https://example.com/" doc:"The page whose headers and technologies are told: an http or https URL on the public internet. Its host is the domain when domain is not given. Without it the domain's home page is taken, by https if that works."`
	CompanyName string     `json:"companyName,omitempty" maxLength:"200" example:"Example Inc." doc:"The company's name. It changes nothing of what is looked up; the result repeats it and says in companyNameFoundIn which parts name the company."`
	Options     option.Any `json:"options,omitzero" doc:"None is known; keys are kept and ignored."`
}

// Prepare implements job.Args. Errors: invalid_request, invalid_url.
func (a *Args) Prepare(job.Caller) (job.Plan, error) {
	if _, err := subject.Either(&a.Domain, &a.URL); err != nil {
		return job.Plan{}, err
	}
	if err := a.Options.Check(); err != nil {
		return job.Plan{}, err
	}
	a.CompanyName = subject.Name(a.CompanyName)
	price, _ := credit.PriceOf(credit.Infra)
	return job.Plan{Target: a.Domain, Quote: price.For(1)}, nil
}
