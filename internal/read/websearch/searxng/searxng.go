// Package searxng searches by an instance of SearXNG that the operator runs: a program
// that asks many engines at once. Its settings.yml must list json among the formats. It
// knows no other engine.
package searxng

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Name is the upstream's in package sources.
const Name = "searxng"

// timeout is for the slowest of the engines behind it.
const timeout = 20 * time.Second

// most is how many pages are read; a page has ten results of each engine behind it.
const most = 10

// Scope is what of a SearXNG is asked.
type Scope string

// The scopes: all engines for pages of the web, one of them, or all of a category.
const (
	Web        Scope = ""
	Google     Scope = "google"
	DuckDuckGo Scope = "duckduckgo"
	News       Scope = "news"
	Science    Scope = "science"
)

// Name distinguishes engines of different scopes: "searxng", "searxng-google".
func (s Scope) Name() string {
	if s == Web {
		return Name
	}
	return Name + "-" + string(s)
}

// parameters of a request that say the scope.
func (s Scope) parameters() url.Values {
	switch s {
	case Google, DuckDuckGo:
		return url.Values{"engines": {string(s)}}
	case Web, News, Science:
	}
	return url.Values{"categories": {cmp.Or(string(s), "general")}}
}

// Engine asks a SearXNG. It is safe for concurrent use.
type Engine struct {
	up    *upstream.Client
	scope Scope
}

// New returns an Engine for pages of the web.
func New(up *upstream.Client) *Engine { return Only(up, Web) }

// Only returns an Engine of a scope. Results of other engines than the scope's are left
// out: a SearXNG that does not know an engine asks its usual ones instead.
func Only(up *upstream.Client, scope Scope) *Engine { return &Engine{up: up, scope: scope} }

// Name implements websearch.Engine.
func (e *Engine) Name() string { return e.scope.Name() }

// Search implements websearch.Engine.
func (e *Engine) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	if e.up.BaseURL == "" {
		return nil, errs.New(errs.ProviderNotConfigured, "There is no SearXNG; the operator has to name one as searxng in QUARRY_SOURCES.")
	}
	return websearch.Pages(ctx, q, most, func(ctx context.Context, number int) (websearch.Page, error) {
		a, err := e.page(ctx, q, number)
		if err != nil {
			return websearch.Page{}, err
		}
		return a.read(e.scope)
	})
}

// Regions implements websearch.Regional. A SearXNG knows countries as parts of languages.
func (*Engine) Regions() (country, language bool) { return true, true }

// region is the language that is asked for, as SearXNG writes it: "de", "de-AT". A country alone
// is that of its English pages, which every one has.
func region(q websearch.Query) string {
	switch {
	case q.Country != "":
		return cmp.Or(q.Language, "en") + "-" + q.Country
	case q.Language != "":
		return q.Language
	}
	return "all"
}

func (e *Engine) page(ctx context.Context, q websearch.Query, number int) (answer, error) {
	query := e.scope.parameters()
	query.Set("q", q.Text)
	query.Set("format", "json")
	query.Set("language", region(q))
	query.Set("pageno", strconv.Itoa(number+1))
	if r := q.Range(); r != websearch.Any {
		query.Set("time_range", string(r))
	}
	var a answer
	resp, err := e.up.Do(ctx, upstream.Call{Path: "/search", Query: query, Timeout: timeout, Final: []int{http.StatusForbidden}})
	if err != nil {
		return a, err
	}
	if resp.Status == http.StatusForbidden {
		return a, errs.New(errs.ProviderNotConfigured, "The SearXNG does not return JSON; its operator has to list json among search.formats in settings.yml.")
	}
	return a, e.up.Decode(resp, &a)
}
