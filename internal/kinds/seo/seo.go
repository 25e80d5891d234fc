// Package seo declares jobs of kind seo: a snapshot of what a site's own pages,
// measurements of others and public registers say of a domain's standing on the web.
// It holds what the API needs and links nothing that makes a function start slowly;
// package seorun below it does the work.
package seo

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
)

// Kind is the kind's public name.
const Kind = "seo"

// price is what a job costs.
var price = credit.Flat("seo", 4)

// Definition declares the kind.
func Definition() kind.Definition {
	return kind.Definition{
		Name:      Kind,
		Calls:     []kind.Call{Call().Call},
		CacheTTL:  time.Hour,
		Functions: []kind.Function{Function()},
	}
}

// Call is the call that makes the kind's jobs.
func Call() kind.Typed[Args, Result] {
	return kind.Define[Args](kind.About{
		Path:    "/scrape/seo",
		Title:   "Take an SEO snapshot of a domain",
		Summary: "Audit a page's technical state, and collect what PageSpeed Insights, the Chrome UX Report, Tranco, Wikidata, Common Crawl and the site's own blog feed have on the domain. Each signal has its own status; the job fails only when none of them returns data.",
		Examples: []kind.Example{
			{Name: "all", Summary: "Every signal", Body: `{"domain":"example.com"}`},
			{Name: "technical", Summary: "Only the page itself and its feed", Body: `{"domain":"example.com","url":"https://example.com/","signals":["technical","blogfeed"]}`},
			{Name: "entity", Summary: "Wikidata's facts about the company", Body: `{"domain":"example.com","companyName":"Example","signals":["wikidata"]}`},
		},
		Prices:  []credit.Price{price},
		Refuses: []errs.Code{errs.InvalidURL, errs.UnknownSignal},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	// A page of 10 MB of tags takes 400 MB while it is read.
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 1024, Concurrency: 20}
}

// Args are the arguments of a job. Signals has no enum tag, so that an unknown name
// is refused as unknown_signal and not as any invalid field.
type Args struct {
	Domain      string      `json:"domain,omitempty" example:"example.com" doc:"The domain, without scheme and path; a leading www. is dropped. Required unless url is given."`
	URL         string      `json:"url,omitempty" example:"https://example.com/" doc:"The page for technical, pagespeed, blogfeed and crux: an http or https URL on the public internet. Default: https://<domain>/, or http when that does not respond."`
	CompanyName string      `json:"companyName,omitempty" maxLength:"200" example:"Example" doc:"The company's name; used only to find it in Wikidata."`
	ProductName string      `json:"productName,omitempty" maxLength:"200" example:"Example Cloud" doc:"The product's name; used only to find it in Wikidata, before companyName. An entity is accepted only when its official website is on the domain."`
	Signals     []Signal    `json:"signals,omitempty" maxItems:"100" example:"[\"technical\",\"tranco\"]" doc:"Signals to collect, any of: technical, pagespeed, blogfeed, tranco, wikidata, commoncrawl, crux. Absent or empty means all. An unknown name is rejected with unknown_signal."`
	Options     option.None `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Errors: invalid_url, unknown_signal, invalid_request.
func (a *Args) Prepare(kind.Caller) (kind.Plan, error) {
	_, err := subject.Either(&a.Domain, &a.URL)
	if err != nil {
		return kind.Plan{}, err
	}
	if a.Signals, err = canonical(a.Signals); err != nil {
		return kind.Plan{}, err
	}
	a.CompanyName, a.ProductName = subject.Name(a.CompanyName), subject.Name(a.ProductName)
	return kind.Plan{Target: a.Domain, Quote: price.For(1)}, nil
}
