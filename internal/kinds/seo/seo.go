// Package seo declares jobs of kind seo: a snapshot of what a site's own pages,
// measurements of others and public registers say of a domain's standing on the web.
// It holds what the API needs and links nothing that makes a function start slowly;
// package seorun beside it does the work.
package seo

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
)

// Kind is the kind's public name.
const Kind = "seo"

// Spec declares the kind.
func Spec() job.Spec {
	return job.Spec{
		Kind: Kind,
		Call: job.Call{
			Path:    "/scrape/seo",
			Title:   "Take an SEO snapshot of a domain",
			Summary: "Audit a page's technical state, and collect what PageSpeed Insights, the Chrome UX Report, Tranco, Wikidata, Common Crawl and the site's own blog feed say of the domain. Each signal has a status of its own; the job fails only when none brings an answer.",
			Args:    func() job.Args { return new(Args) },
			Result:  sample(),
			Examples: []job.Example{
				{Name: "all", Summary: "Every signal", Body: `{"domain":"example.com"}`},
				{Name: "technical", Summary: "Only the page itself and its feed", Body: `{"domain":"example.com","url":"https://example.com/","signals":["technical","blogfeed"]}`},
				{Name: "entity", Summary: "What Wikidata knows about the company", Body: `{"domain":"example.com","companyName":"Example","signals":["wikidata"]}`},
			},
			Actions: []credit.Action{credit.SEO},
			Refuses: []errs.Code{errs.InvalidURL, errs.UnknownSignal},
		},
		CacheTTL: time.Hour,
		// A page of 10 MB of tags takes 400 MB while it is read.
		Worker: job.Worker{Ceiling: time.Minute, MemoryMB: 1024, Concurrency: 20},
	}
}

// Args are the arguments of a job. Signals has no enum tag, so that an unknown name
// is refused as unknown_signal and not as any invalid field.
type Args struct {
	Domain      string     `json:"domain" example:"example.com" doc:"The domain, without scheme and path; a leading www. is dropped."`
	URL         string     `json:"url,omitempty" example:"https://example.com/" doc:"The page that technical, pagespeed, blogfeed and crux look at: an http or https URL on the public internet. Default: https://<domain>/, and http when that does not answer."`
	CompanyName string     `json:"companyName,omitempty" maxLength:"200" example:"Example" doc:"What the company is called; used only to find it in Wikidata."`
	ProductName string     `json:"productName,omitempty" maxLength:"200" example:"Example Cloud" doc:"What the product is called; used only to find it in Wikidata, before companyName. What is found is taken only when its official website is that of the domain."`
	Signals     []Signal   `json:"signals,omitempty" maxItems:"100" example:"[\"technical\",\"tranco\"]" doc:"What to look at, any of: technical, pagespeed, blogfeed, tranco, wikidata, commoncrawl, crux. Omitted or empty means all. An unknown name is refused with unknown_signal."`
	Options     option.Any `json:"options,omitzero" doc:"None is known; keys are kept and ignored."`
}

// Prepare implements job.Args. Errors: invalid_url, unknown_signal, invalid_request.
func (a *Args) Prepare(job.Caller) (job.Plan, error) {
	domain, err := subject.Domain("domain", a.Domain)
	if err != nil {
		return job.Plan{}, err
	}
	if a.URL != "" {
		u, err := subject.URL("url", a.URL)
		if err != nil {
			return job.Plan{}, err
		}
		a.URL = u.String()
	}
	if a.Signals, err = canonical(a.Signals); err != nil {
		return job.Plan{}, err
	}
	if err := a.Options.Check(); err != nil {
		return job.Plan{}, err
	}
	a.Domain, a.CompanyName, a.ProductName = domain, subject.Name(a.CompanyName), subject.Name(a.ProductName)
	price, _ := credit.PriceOf(credit.SEO)
	return job.Plan{Target: a.Domain, Quote: price.For(1)}, nil
}
