// Package duckduckgo searches by DuckDuckGo's pages for browsers without scripts, which
// need no key. It knows no other engine.
package duckduckgo

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/page/dom"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/websearch"
)

// Name is the upstream's in package sources.
const Name = "duckduckgo"

// longest is how many characters of a query DuckDuckGo reads.
const longest = 499

// rest is for how long it blocks who asked too often: 25 to 50 minutes were measured.
const rest = 30 * time.Minute

// Engine asks DuckDuckGo. It is safe for concurrent use.
type Engine struct{ up *upstream.Client }

// New returns an Engine.
func New(up *upstream.Client) *Engine { return &Engine{up: up} }

// Name implements websearch.Engine.
func (*Engine) Name() string { return Name }

// Search implements websearch.Engine. One page has about ten results.
func (e *Engine) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	if len([]rune(q.Text)) > longest {
		return nil, errs.Newf(errs.TargetError, "DuckDuckGo reads at most %d characters of a query; shorten it.", longest)
	}
	resp, err := e.up.Do(ctx, upstream.Call{
		Method: http.MethodPost, Path: "/html/", Form: url.Values{"q": {q.Text}, "b": {""}, "kl": {"wt-wt"}},
		Header: http.Header{"Accept": {"text/html"}, "Accept-Language": {"en-US,en;q=0.8"}, "Referer": {e.up.BaseURL + "/"}},
	})
	if err != nil {
		return nil, err
	}
	return read(resp)
}

var (
	challenge = cascadia.MustCompile(`form#challenge-form, .anomaly-modal__title, .anomaly-modal__modal`)
	nothing   = cascadia.MustCompile(`.no-results, .result--no-result, [data-testid="no-results-message"]`)
	page      = cascadia.MustCompile(`#links, [data-testid="mainline"]`)
	result    = cascadia.MustCompile(`#links .web-result, article[data-testid="result"]`)
	title     = cascadia.MustCompile(`a.result__a, a[data-testid="result-title-a"]`)
	snippet   = cascadia.MustCompile(`.result__snippet, [data-result="snippet"]`)
	ad        = cascadia.MustCompile(`.result--ad, [data-testid="ad"]`)
)

// read takes the results out of a page, of the form without scripts or of the one with
// them.
func read(resp *fetch.Response) ([]websearch.Result, error) {
	root := dom.Parse(resp.Body)
	found := cascadia.QueryAll(root, result)
	switch {
	case resp.Status == http.StatusAccepted || cascadia.Query(root, challenge) != nil:
		e := errs.New(errs.UpstreamRateLimited, "DuckDuckGo takes us for a machine that asks too often, and asks for a captcha; try again in an hour.")
		e.RetryAfter = rest
		return nil, e
	case len(found) == 0 && cascadia.Query(root, nothing) != nil:
		return []websearch.Result{}, nil
	case len(found) == 0 && (len(resp.Redirects) > 0 || cascadia.Query(root, page) == nil):
		return nil, errs.New(errs.UpstreamBlocked, "DuckDuckGo answered with another page instead of results; try again later.")
	}
	all := []websearch.Result{}
	for _, n := range found {
		if r, ok := one(n); ok {
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		return nil, errs.New(errs.ParseFailed, "DuckDuckGo answered in a form that is not understood; try again later.")
	}
	return all, nil
}

// one reads a result; advertisements are none.
func one(n *html.Node) (websearch.Result, bool) {
	a := cascadia.Query(n, title)
	if a == nil || ad.Match(n) {
		return websearch.Result{}, false
	}
	r := websearch.Result{URL: unwrap(dom.Attr(a, "href")), Title: dom.Text(a)}
	if s := cascadia.Query(n, snippet); s != nil {
		r.Snippet = dom.Text(s)
	}
	return r, r.URL != ""
}

// unwrap is where a result leads, past DuckDuckGo's redirect; empty for its own
// addresses, among them those of advertisements.
func unwrap(href string) string {
	u, err := url.Parse(strings.TrimSpace(href))
	if err != nil {
		return ""
	}
	if inner := u.Query().Get("uddg"); inner != "" && ownHost(u) {
		if u, err = url.Parse(inner); err != nil {
			return ""
		}
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || ownHost(u) && strings.HasSuffix(u.Path, "/y.js") {
		return ""
	}
	return u.String()
}

func ownHost(u *url.URL) bool {
	host := strings.ToLower(u.Hostname())
	return host == "" || host == "duckduckgo.com" || strings.HasSuffix(host, ".duckduckgo.com")
}
