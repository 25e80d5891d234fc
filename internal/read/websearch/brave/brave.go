// Package brave searches by the Brave Search API, which takes a key
// (https://api-dashboard.search.brave.com). It knows no other engine.
package brave

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Name is the upstream's in package sources.
const Name = "brave"

const (
	// size is how many results one page has at most.
	size = 20
	// most is how many pages there are: offsets 0 to 9.
	most = 10
)

// Engine asks Brave. It is safe for concurrent use.
type Engine struct{ up *upstream.Client }

// New returns an Engine.
func New(up *upstream.Client) *Engine { return &Engine{up: up} }

// Name implements websearch.Engine.
func (*Engine) Name() string { return Name }

// answer is one page, or a refusal. Without results it has no "web".
type answer struct {
	Type  string `json:"type"`
	Error struct {
		Code string `json:"code"`
	} `json:"error"`
	Query struct {
		More *bool `json:"more_results_available"`
	} `json:"query"`
	Web struct {
		Results []result `json:"results"`
	} `json:"web"`
}

type result struct {
	Title       string `json:"title"`
	URL         string `json:"url"`
	Description string `json:"description"` // with the found words in <strong>
	PageAge     string `json:"page_age"`    // when the page was published, "2026-02-10T00:00:00"
	Profile     struct {
		Name     string `json:"name"`
		LongName string `json:"long_name"`
	} `json:"profile"`
	MetaURL struct {
		Hostname string `json:"hostname"`
		Path     string `json:"path"` // "› docs › start"
	} `json:"meta_url"`
}

// Search implements websearch.Engine.
func (e *Engine) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	return websearch.Pages(ctx, q, most, func(ctx context.Context, number int) (websearch.Page, error) {
		a, err := e.page(ctx, q, number)
		p := websearch.Page{More: len(a.Web.Results) > 0 && (a.Query.More == nil || *a.Query.More)}
		for _, r := range a.Web.Results {
			if strings.HasPrefix(r.URL, "http") {
				p.Results = append(p.Results, r.result())
			}
		}
		return p, err
	})
}

// Regions implements websearch.Regional.
func (*Engine) Regions() (country, language bool) { return true, true }

func (e *Engine) page(ctx context.Context, q websearch.Query, number int) (a answer, err error) {
	n := size
	if q.Count > 0 {
		n = min(q.Count, size)
	}
	query := url.Values{"q": {q.Text}, "count": {strconv.Itoa(n)}, "offset": {strconv.Itoa(number)}, "result_filter": {"web"}}
	if r := q.Range(); r != websearch.Any {
		query.Set("freshness", "p"+string(r[0]))
	}
	if q.Country != "" {
		query.Set("country", q.Country)
	}
	if q.Language != "" {
		query.Set("search_lang", q.Language)
	}
	resp, err := e.up.Do(ctx, upstream.Call{
		Path: "/web/search", Query: query, Header: http.Header{"X-Subscription-Token": {e.up.Key}}, Final: []int{http.StatusUnprocessableEntity},
	})
	if err != nil {
		return a, err
	}
	if err := e.up.Decode(resp, &a); err != nil {
		return a, err
	}
	return a, a.refusal()
}

// refusal is what an answer means that is none. Brave reports by one status that a key is
// wrong and that a query is too long for it.
func (a answer) refusal() error {
	switch {
	case a.Type == "search":
		return nil
	case strings.HasPrefix(a.Error.Code, "SUBSCRIPTION_TOKEN"):
		return errs.New(errs.ProviderNotConfigured, "brave does not accept the key; the operator should check it in QUARRY_KEYS.")
	case a.Error.Code == "VALIDATION":
		return errs.New(errs.TargetError, "brave did not accept the query: it reads at most 400 characters and 50 words.")
	}
	return errs.New(errs.ParseFailed, "brave returned no search data").Later()
}

func (r result) result() websearch.Result {
	return websearch.Result{
		URL: r.URL, DisplayURL: websearch.Line(r.MetaURL.Hostname + " " + r.MetaURL.Path), Title: words(r.Title), Snippet: words(r.Description),
		Published: websearch.Date(r.PageAge), Source: cmp.Or(words(r.Profile.Name), words(r.Profile.LongName)),
	}
}

// words is a text without its marks.
func words(s string) string {
	if !strings.ContainsAny(s, "<&") {
		return websearch.Line(s)
	}
	return dom.Text(dom.Body(dom.Parse([]byte(s))))
}
