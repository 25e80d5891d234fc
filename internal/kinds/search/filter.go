package search

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
)

// mostDomains is how many domains a list of them has at most.
const mostDomains = 20

// prepareFilter brings what limits the results into one form. Error: invalid_request, invalid_url.
func (a *Args) prepareFilter() (err error) {
	if a.IncludeDomains, err = domains("includeDomains", a.IncludeDomains); err != nil {
		return err
	}
	if a.ExcludeDomains, err = domains("excludeDomains", a.ExcludeDomains); err != nil {
		return err
	}
	if a.Since, err = instant("since", a.Since); err != nil {
		return err
	}
	if a.Until, err = instant("until", a.Until); err != nil {
		return err
	}
	if a.Since != "" && a.Until != "" && a.Since > a.Until {
		return errs.Field(errs.InvalidRequest, "since", "must not be later than until")
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

// instant reads a time in ISO 8601 or in Unix seconds or milliseconds and writes it in RFC 3339
// as UTC.
func instant(field, given string) (string, error) {
	given = strings.TrimSpace(given)
	if given == "" {
		return "", nil
	}
	if n, err := strconv.ParseInt(given, 10, 64); err == nil && n >= 0 && len(given) > len("2006") {
		return time.Unix(option.Seconds(n), 0).UTC().Format(time.RFC3339), nil
	}
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateOnly} {
		if t, err := time.Parse(form, given); err == nil {
			return t.UTC().Format(time.RFC3339), nil
		}
	}
	return "", errs.Field(errs.InvalidRequest, field, "must be a date such as 2026-01-31, a date and time such as 2026-01-31T08:00:00Z, or Unix seconds")
}

// Time is a prepared since or until; the zero time for none.
func Time(prepared string) time.Time {
	t, err := time.Parse(time.RFC3339, prepared)
	if err != nil {
		return time.Time{}
	}
	return t
}
