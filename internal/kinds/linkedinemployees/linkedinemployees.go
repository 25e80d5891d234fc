// Package linkedinemployees declares jobs of kind linkedin_employees: people who
// work at a company, each with the evidence for it. It holds what the API needs and
// links nothing that makes a function start slowly; package evidence below it judges,
// and package linkedinemployeesrun gathers.
package linkedinemployees

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/sources/linkedin/permalink"
)

// Kind is the kind's public name.
const Kind = "linkedin_employees"

const (
	defaultLimit = 10
	maxLimit     = 25
	maxKnown     = 25
	maxName      = 200
)

// price is what a job costs.
var price = credit.PerBlock("linkedin.employees", 2, 1).Plus(10)

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
		Path:    "/scrape/linkedin/employees",
		Title:   "Find a company's employees",
		Summary: "Find people who work at a company, given its LinkedIn page: its chief executive and founders, and others up to a limit, each confirmed by public pages and with the evidence. People who cannot be confirmed are left out.",
		Examples: []kind.Example{
			{Name: "page", Summary: "By the company's page", Body: `{"url":"https://www.linkedin.com/company/marrowfen","limit":5}`},
			{Name: "known", Summary: "With a check whether a known profile still belongs to it", Body: `{"url":"https://www.linkedin.com/company/marrowfen","companyName":"Marrowfen Instruments","knownProfiles":["https://www.linkedin.com/in/lowri-beck"]}`},
		},
		Prices:  []credit.Price{price},
		Refuses: []errs.Code{errs.InvalidURL},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	return kind.Function{Name: Kind, Ceiling: 6 * time.Minute, MemoryMB: 1024, Concurrency: 5}
}

// Args are the arguments of a job.
type Args struct {
	URL           string      `json:"url" minLength:"1" example:"https://www.linkedin.com/company/marrowfen" doc:"The company's page on LinkedIn: linkedin.com/company/NAME, /showcase/NAME or /school/NAME, on any country's host."`
	CompanyName   string      `json:"companyName,omitempty" maxLength:"200" example:"Marrowfen" doc:"The company's name, in addition to the name on its page. With it the job continues when LinkedIn does not show the page."`
	Limit         int64       `json:"limit,omitempty" minimum:"1" default:"10" doc:"Maximum number of people, 1 to 25, in addition to the chief executive and the founders. Larger values are clamped. Default 10. Each is charged, found or not."`
	KnownProfiles []string    `json:"knownProfiles,omitempty" maxItems:"25" example:"[\"https://www.linkedin.com/in/lowri-beck\"]" doc:"Profiles known to the caller, linkedin.com/in/NAME, at most 25. The job checks whether each still belongs to the company; they do not count against limit."`
	Options       option.None `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Errors: invalid_url, invalid_request.
func (a *Args) Prepare(kind.Caller) (kind.Plan, error) {
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return kind.Plan{}, err
	}
	place, ok := permalink.Parse(u)
	if !ok || place.Company == "" {
		return kind.Plan{}, errs.Field(errs.InvalidURL, "url", "must be a company's page on LinkedIn, such as https://www.linkedin.com/company/NAME")
	}
	a.URL = permalink.Company(place.Company)
	a.CompanyName = subject.Name(a.CompanyName)
	if len(a.CompanyName) > maxName {
		return kind.Plan{}, errs.Field(errs.InvalidRequest, "companyName", "must have at most 200 bytes")
	}
	if a.Limit, err = option.Limit("limit", a.Limit, defaultLimit, maxLimit); err != nil {
		return kind.Plan{}, err
	}
	if err := a.prepareKnown(); err != nil {
		return kind.Plan{}, err
	}
	return kind.Plan{Target: a.URL, Quote: price.For(int(a.Limit))}, nil
}

// prepareKnown brings profiles into one form, each once, in the caller's order.
func (a *Args) prepareKnown() error {
	if len(a.KnownProfiles) > maxKnown {
		return errs.Field(errs.InvalidRequest, "knownProfiles", fmt.Sprintf("must have at most %d profiles, and has %d; send the others in another call", maxKnown, len(a.KnownProfiles)))
	}
	var known []string
	for i, raw := range a.KnownProfiles {
		u, err := url.Parse(strings.TrimSpace(raw))
		place, ok := permalink.Place{}, false
		if err == nil && (u.Scheme == "https" || u.Scheme == "http") {
			place, ok = permalink.Parse(u)
		}
		if !ok || place.Person == "" {
			return errs.Field(errs.InvalidRequest, fmt.Sprintf("knownProfiles[%d]", i), "must be a profile on LinkedIn, such as https://www.linkedin.com/in/NAME")
		}
		if address := permalink.Person(place.Person); !slices.Contains(known, address) {
			known = append(known, address)
		}
	}
	a.KnownProfiles = known
	return nil
}

// Page is the path of the company's page, as permalink.Place has it, after Prepare.
func (a *Args) Page() string { return place(a.URL).Company }

// Known are the names of the known profiles, after Prepare.
func (a *Args) Known() []string {
	var all []string
	for _, address := range a.KnownProfiles {
		all = append(all, place(address).Person)
	}
	return all
}

func place(address string) permalink.Place {
	u, err := url.Parse(address)
	if err != nil {
		return permalink.Place{}
	}
	p, _ := permalink.Parse(u)
	return p
}
