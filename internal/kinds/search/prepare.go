package search

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
)

// longest is how many characters a query may have: what every engine reads. Brave reads
// 400, DuckDuckGo 499.
const longest = 400

// Provider is where to look.
type Provider string

// The providers.
const (
	Google     Provider = "google"
	DuckDuckGo Provider = "duckduckgo"
	News       Provider = "news"
	Research   Provider = "research"
)

func providers() []Provider { return []Provider{Google, DuckDuckGo, News, Research} }

// canonical brings what both calls have in common into one form, and reports whether a
// deprecated field was used. Error: invalid_request.
func (a *Args) canonical(allowed []Provider, usual, most int64) (deprecated bool, err error) {
	if a.Q, err = query(a.Q); err != nil {
		return false, err
	}
	if a.Provider == "" {
		a.Provider = Google
	}
	if !slices.Contains(allowed, a.Provider) {
		return false, errs.Field(errs.InvalidRequest, "provider", fmt.Sprintf("must be one of %s", listed(allowed)))
	}
	deprecated = a.Limit != 0
	if deprecated && a.MaxResults != 0 && a.Limit != a.MaxResults {
		return false, errs.Field(errs.InvalidRequest, "limit", "differs from maxResults, which means the same; send maxResults alone")
	}
	field, asked := "maxResults", a.MaxResults
	if asked == 0 && deprecated {
		field, asked = "limit", a.Limit
	}
	if a.MaxResults, err = option.Limit(field, asked, usual, most); err != nil {
		return false, err
	}
	a.Limit = 0
	return deprecated, nil
}

// query collapses space, which means nothing to engines.
func query(raw string) (string, error) {
	q := strings.Join(strings.Fields(raw), " ")
	switch {
	case q == "":
		return "", errs.Field(errs.InvalidRequest, "q", "is empty; send the words to search for")
	case !utf8.ValidString(q) || strings.ContainsFunc(q, unicode.IsControl):
		return "", errs.Field(errs.InvalidRequest, "q", "contains a control character; remove it")
	case utf8.RuneCountInString(q) > longest:
		return "", errs.Field(errs.InvalidRequest, "q", fmt.Sprintf("has %d characters; at most %d are supported by every engine", utf8.RuneCountInString(q), longest))
	}
	return q, nil
}

func listed(all []Provider) string {
	words := make([]string, len(all))
	for i, p := range all {
		words[i] = string(p)
	}
	return strings.Join(words, ", ")
}
