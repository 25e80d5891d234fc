// Package brave searches by the Brave Search API, which takes a key
// (https://api-dashboard.search.brave.com). It knows no other engine.
package brave

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/page/dom"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/websearch"
)

// Name is the upstream's in package sources.
const Name = "brave"

// most is how many results one answer has.
const most = 20

// Engine asks Brave. It is safe for concurrent use.
type Engine struct{ up *upstream.Client }

// New returns an Engine.
func New(up *upstream.Client) *Engine { return &Engine{up: up} }

// Name implements websearch.Engine.
func (*Engine) Name() string { return Name }

// Search implements websearch.Engine.
func (e *Engine) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	var a struct {
		Type string `json:"type"`
		Web  struct {
			Results []struct {
				Title       string `json:"title"`
				URL         string `json:"url"`
				Description string `json:"description"` // with the found words in <strong>
			} `json:"results"`
		} `json:"web"`
	}
	n := most
	if q.Count > 0 {
		n = min(q.Count, most)
	}
	err := e.up.JSON(ctx, upstream.Call{
		Path: "/web/search", Query: url.Values{"q": {q.Text}, "count": {strconv.Itoa(n)}},
		Header: http.Header{"X-Subscription-Token": {e.up.Key}},
	}, &a)
	if err != nil {
		return nil, err
	}
	if a.Type != "search" {
		return nil, errs.New(errs.ParseFailed, "brave answered without a search; try again later.")
	}
	all := []websearch.Result{}
	for _, r := range a.Web.Results {
		if strings.HasPrefix(r.URL, "http") {
			all = append(all, websearch.Result{URL: r.URL, Title: words(r.Title), Snippet: words(r.Description)})
		}
	}
	return all, nil
}

// words is a text without its marks.
func words(s string) string { return dom.Text(dom.Body(dom.Parse([]byte(s)))) }
