package search

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
)

// mostDomains is how many domains a list of them has at most.
const mostDomains = 20

// prepareFilter brings what limits the results into one form. Error: invalid_request, invalid_url.
func (a *Args) prepareFilter() (err error) {
	if a.IncludeDomains != nil && len(a.IncludeDomains) == 0 {
		return errs.Field(errs.InvalidRequest, "includeDomains", "must not be empty, as nothing could be found then; leave it out for every domain")
	}
	if a.IncludeDomains, err = domains("includeDomains", a.IncludeDomains); err != nil {
		return err
	}
	if a.ExcludeDomains, err = domains("excludeDomains", a.ExcludeDomains); err != nil {
		return err
	}
	if len(a.IncludeDomains) > 0 && !slices.ContainsFunc(a.IncludeDomains, func(d string) bool { return !slices.Contains(a.ExcludeDomains, d) }) {
		return errs.Field(errs.InvalidRequest, "excludeDomains", "has all of includeDomains, so that nothing could be found; leave one out")
	}
	if err := option.Window(&a.Since, &a.Until); err != nil {
		return err
	}
	if a.Country = strings.ToUpper(strings.TrimSpace(a.Country)); a.Country != "" {
		if r, err := language.ParseRegion(a.Country); err != nil || len(a.Country) != 2 || !r.IsCountry() {
			return errs.Field(errs.InvalidRequest, "country", "must be an ISO 3166-1 alpha-2 code such as DE")
		}
	}
	if a.Language = strings.ToLower(strings.TrimSpace(a.Language)); a.Language != "" {
		if _, err := language.ParseBase(a.Language); err != nil || len(a.Language) != 2 {
			return errs.Field(errs.InvalidRequest, "language", "must be an ISO 639-1 code such as de")
		}
	}
	return nil
}

// domains checks each and drops repetitions; their order means nothing.
func domains(field string, list option.List) (option.List, error) {
	for i, d := range list {
		name, err := subject.Domain(fmt.Sprintf("%s[%d]", field, i), d)
		if err != nil {
			return nil, err
		}
		list[i] = strings.TrimPrefix(name, "www.")
	}
	if err := list.Tidy(field); err != nil {
		return nil, err
	}
	if len(list) > mostDomains {
		return nil, errs.Field(errs.InvalidRequest, field, fmt.Sprintf("has too many entries; send at most %d", mostDomains))
	}
	return list, nil
}
