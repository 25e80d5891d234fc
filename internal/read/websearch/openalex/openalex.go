// Package openalex searches scholarly works by OpenAlex (https://developers.openalex.org).
// Without a key it answers about ten searches a day; a key is free. It knows no other
// engine.
package openalex

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/query"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Name is the upstream's in package sources.
const Name = "openalex"

// most is how many results one answer has.
const most = 100

// fields are those of a work that are read; the whole record is about 20 KB.
const fields = "id,doi,display_name,publication_date,publication_year,abstract_inverted_index,authorships,primary_location"

// Engine asks OpenAlex. It is safe for concurrent use.
type Engine struct {
	up  *upstream.Client
	now func() time.Time
}

// New returns an Engine. Now is time.Now when nil.
func New(up *upstream.Client, now func() time.Time) *Engine {
	if now == nil {
		now = time.Now
	}
	return &Engine{up: up, now: now}
}

// Name implements websearch.Engine.
func (*Engine) Name() string { return Name }

// Search implements websearch.Engine. Retracted works are left out.
func (e *Engine) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	resp, err := e.up.Do(ctx, upstream.Call{
		Path: "/works", Query: e.values(q), Timeout: 20 * time.Second, Final: []int{http.StatusBadRequest, http.StatusForbidden},
	})
	if err != nil {
		return nil, err
	}
	var a answer
	if err := e.up.Decode(resp, &a); err != nil {
		return nil, err
	}
	switch {
	case resp.Status == http.StatusForbidden:
		return nil, errs.New(errs.UpstreamRateLimited, "openalex rate-limits requests; try again later, or the operator can set its key, which is free, in QUARRY_KEYS.")
	case resp.Status == http.StatusBadRequest:
		return nil, errs.Newf(errs.TargetError, "openalex rejects the search: %.200s", cmp.Or(a.Message, a.Error))
	case a.Results == nil || len(*a.Results) > 0 && !slices.ContainsFunc(*a.Results, record.named):
		return nil, errs.New(errs.ParseFailed, "openalex returned no results").Later()
	}
	return a.read(), nil
}

// Regions implements websearch.Regional.
func (*Engine) Regions() (country, language bool) { return false, true }

func (e *Engine) values(q websearch.Query) url.Values {
	filter := "is_retracted:false"
	if q.Fresh > 0 {
		filter += ",from_publication_date:" + e.now().UTC().Add(-q.Fresh).Format(time.DateOnly)
	}
	if q.Language != "" {
		filter += ",language:" + q.Language
	}
	n := most
	if q.Count > 0 {
		n = min(q.Count, most)
	}
	v := url.Values{
		"search": {words(q.Text)}, "filter": {filter}, "sort": {"relevance_score:desc"}, "per_page": {strconv.Itoa(n)}, "select": {fields},
	}
	if e.up.Key != "" {
		v.Set("api_key", e.up.Key)
	}
	return v
}

// words is a query as OpenAlex knows it: words, "phrases", AND, OR, NOT and parentheses.
// What stands for wildcards there is taken out.
func words(text string) string {
	var groups []string
	for _, t := range query.Parse(text) {
		if t.Operator != "" {
			continue
		}
		word := strings.Map(func(r rune) rune {
			if strings.ContainsRune(`?*~^()[]{}:!|\/"`, r) {
				return ' '
			}
			return r
		}, t.Text)
		if t.Phrase {
			word = `"` + word + `"`
		}
		switch {
		case t.Not && len(groups) > 0:
			groups = append(groups, "NOT "+word)
		case t.Not:
		case t.Or && len(groups) > 0:
			last := len(groups) - 1
			groups[last] = strings.TrimSuffix(strings.TrimPrefix(groups[last], "("), ")")
			groups[last] = "(" + groups[last] + " OR " + word + ")"
		default:
			groups = append(groups, word)
		}
	}
	return strings.Join(groups, " ")
}
