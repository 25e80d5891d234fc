// Package googlecse searches by Google's Programmable Search, the API that was called
// Custom Search (https://developers.google.com/custom-search/v1). It takes a key and the
// id of a search engine, cx, which its owner has configured to search the whole web. It knows no
// other engine.
package googlecse

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/sources/google"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Name is the upstream's in package sources. Its key is KEY:CX.
const Name = "programmablesearch"

const (
	// size is how many results one page has at most.
	size = 10
	// most is how many pages there are: Google gives the first hundred results.
	most = 10
)

// Engine asks Google. It is safe for concurrent use.
type Engine struct{ up *upstream.Client }

// New returns an Engine.
func New(up *upstream.Client) *Engine { return &Engine{up: up} }

// Name implements websearch.Engine.
func (*Engine) Name() string { return Name }

// Search implements websearch.Engine.
func (e *Engine) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	key, cx, ok := strings.Cut(e.up.Key, ":")
	if !ok || key == "" || cx == "" {
		return nil, errs.New(errs.ProviderNotConfigured, "programmablesearch needs a key of the form KEY:CX, the key of Google's API and the id of a search engine; the operator has to set it as programmablesearch in QUARRY_KEYS.")
	}
	return websearch.Pages(ctx, q, most, func(ctx context.Context, number int) (websearch.Page, error) {
		query := url.Values{"key": {key}, "cx": {cx}, "q": {q.Text}, "num": {strconv.Itoa(size)}, "start": {strconv.Itoa(number*size + 1)}}
		if q.Count > 0 {
			query.Set("num", strconv.Itoa(min(q.Count, size)))
		}
		if r := q.Range(); r != websearch.Any {
			query.Set("dateRestrict", string(r[0])+"1")
		}
		if q.Country != "" {
			query.Set("gl", strings.ToLower(q.Country))
		}
		if q.Language != "" {
			query.Set("lr", "lang_"+q.Language)
		}
		return e.page(ctx, query)
	})
}

// Regions implements websearch.Regional.
func (*Engine) Regions() (country, language bool) { return true, true }

func (e *Engine) page(ctx context.Context, query url.Values) (websearch.Page, error) {
	resp, err := e.up.Do(ctx, upstream.Call{Path: "/customsearch/v1", Query: query, Final: google.Final})
	if err != nil {
		return websearch.Page{}, err
	}
	if resp.Status < http.StatusBadRequest {
		var a answer
		if err := e.up.Decode(resp, &a); err != nil {
			return websearch.Page{}, err
		}
		return a.read()
	}
	return websearch.Page{}, google.Read(resp).Err("programmablesearch")
}
