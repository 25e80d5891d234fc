// Package searxng searches by an instance of SearXNG that the operator runs: a program
// that asks many engines at once. Its settings.yml must list json among the formats. It
// knows no other engine.
package searxng

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/websearch"
)

// Name is the upstream's in package sources.
const Name = "searxng"

// timeout is for the slowest of the engines behind it.
const timeout = 20 * time.Second

// Engine asks a SearXNG. It is safe for concurrent use.
type Engine struct{ up *upstream.Client }

// New returns an Engine.
func New(up *upstream.Client) *Engine { return &Engine{up: up} }

// Name implements websearch.Engine.
func (*Engine) Name() string { return Name }

// answer is one page. The failed engines stand in pairs of name and reason.
type answer struct {
	Results *[]struct {
		URL     string `json:"url"`
		Title   string `json:"title"`
		Content string `json:"content"`
	} `json:"results"`
	Failed [][]string `json:"unresponsive_engines"`
}

// Search implements websearch.Engine.
func (e *Engine) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	if e.up.BaseURL == "" {
		return nil, errs.New(errs.ProviderNotConfigured, "There is no SearXNG; the operator names one as searxng in QUARRY_SOURCES.")
	}
	var a answer
	resp, err := e.up.Do(ctx, upstream.Call{
		Path: "/search", Query: url.Values{"q": {q.Text}, "format": {"json"}, "categories": {"general"}, "language": {"en"}},
		Timeout: timeout, Final: []int{http.StatusForbidden},
	})
	if err != nil {
		return nil, err
	}
	if resp.Status == http.StatusForbidden {
		return nil, errs.New(errs.ProviderNotConfigured, "The SearXNG gives no JSON; its operator lists json among search.formats in settings.yml.")
	}
	if err := e.up.Decode(resp, &a); err != nil {
		return nil, err
	}
	switch {
	case a.Results == nil:
		return nil, errs.New(errs.ParseFailed, "searxng answered without results; try again later.")
	case len(*a.Results) == 0 && len(a.Failed) > 0:
		return nil, errs.New(errs.ProviderUnavailable, "The engines behind the SearXNG did not answer: "+names(a.Failed)+"; try again later.")
	}
	all := []websearch.Result{}
	for _, r := range *a.Results {
		if u, err := url.Parse(r.URL); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
			all = append(all, websearch.Result{URL: r.URL, Title: clean(r.Title), Snippet: clean(r.Content)})
		}
	}
	return all, nil
}

// names are the failed engines with what each said.
func names(failed [][]string) string {
	var all []string
	for _, f := range failed {
		if len(f) > 1 {
			all = append(all, fmt.Sprintf("%s (%s)", f[0], f[1]))
		}
	}
	return clean(strings.Join(all, ", "))
}

// clean puts a text on one line without the control characters that some engines leave.
func clean(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\u00a0' }), " ")
}
