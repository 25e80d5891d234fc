package linkedinemployeesrun

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees/evidence"
	"github.com/quarryapi/quarry/internal/read/companyname"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/sources/linkedin/permalink"
)

const (
	// perQuery is how many results of one query are read.
	perQuery = 20
	// exact is how many known profiles are searched for by their addresses.
	exact = 3
)

// searchWeb looks for profiles with the company's name. The first query that no engine
// answers is the last: an engine that blocks does so for longer than a job runs.
func (h *hunt) searchWeb(ctx context.Context) {
	if len(h.names) == 0 {
		return
	}
	within, cancel := context.WithTimeout(ctx, searching)
	defer cancel()
	found := 0
	outcome := signal.Outcome{}
	for _, query := range h.queries() {
		answer, err := h.search.Search(within, websearch.Query{Text: query, Count: perQuery})
		if err != nil {
			h.searched(found, outcome, answer, err)
			return
		}
		outcome = signal.Of(answer.Engine, nil)
		for _, r := range answer.Results {
			if h.takeResult(answer.Engine, r) {
				found++
			}
		}
	}
	h.searched(found, outcome, websearch.Answer{}, nil)
}

// searched reports how the searches went, with what each engine said.
func (h *hunt) searched(found int, outcome signal.Outcome, answer websearch.Answer, err error) {
	switch {
	case err != nil && outcome.Status == signal.OK:
		outcome.Reason = "Some queries failed: " + signal.Of("", err).Reason
	case err != nil:
		var engines, said []string
		for _, a := range answer.Attempts {
			if !errs.Is(a.Err, errs.ProviderNotConfigured) {
				engines, said = append(engines, a.Engine), append(said, signal.Of(a.Engine, a.Err).Reason)
			}
		}
		outcome = signal.Of(strings.Join(engines, ", "), err)
		if len(said) > 0 {
			outcome.Reason = strings.Join(said, " ")
		}
	case found == 0:
		outcome = signal.None(outcome.Source, "The engine shows no profile that names the company.")
	}
	h.note("web_search", outcome)
}

// queries are what to search for: profiles that name the company, then those of its
// leaders, then of known people whom no source has named so far.
func (h *hunt) queries() []string {
	name := h.names[0]
	if h.page != nil {
		name = h.page.Name
	}
	name = strings.ReplaceAll(companyname.Plain(name), `"`, " ")
	all := []string{
		fmt.Sprintf(`site:linkedin.com/in "%s"`, name),
		fmt.Sprintf(`site:linkedin.com/in "%s" (CEO OR "chief executive" OR founder)`, name),
	}
	unseen := 0
	for _, slug := range h.args.Known() {
		if h.pool.profile(slug) == nil && unseen < exact {
			unseen++
			all = append(all, "site:linkedin.com/in/"+slug)
		}
	}
	return all
}

// takeResult adds a profile that says something of the company.
func (h *hunt) takeResult(engine string, r websearch.Result) bool {
	u, err := url.Parse(r.URL)
	if err != nil {
		return false
	}
	place, ok := permalink.Parse(u)
	if !ok || place.Person == "" {
		return false
	}
	f, ok := h.company.Result(r.Title, r.Snippet)
	if !ok || f.Standing == evidence.Nothing {
		return false
	}
	h.pool.add(sighting{
		slug: place.Person, name: f.Name, headline: f.Headline, title: f.Title, past: f.Standing == evidence.Past,
		Evidence: linkedinemployees.Evidence{
			Source: evidence.Search, URL: permalink.Person(place.Person), Text: strings.TrimSpace(fmt.Sprintf("%s shows: %s. %s", engine, r.Title, r.Snippet)),
		},
	})
	return true
}
