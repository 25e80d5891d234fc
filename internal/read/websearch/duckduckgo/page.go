package duckduckgo

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/weburl"
)

var (
	challenge = cascadia.MustCompile(`form#challenge-form, .anomaly-modal__title, .anomaly-modal__modal`)
	nothing   = cascadia.MustCompile(`.no-results, .result--no-result, [data-testid="no-results-message"]`)
	page      = cascadia.MustCompile(`#links, [data-testid="mainline"]`)
	result    = cascadia.MustCompile(`#links .web-result, article[data-testid="result"]`)
	title     = cascadia.MustCompile(`a.result__a, a[data-testid="result-title-a"]`)
	snippet   = cascadia.MustCompile(`.result__snippet, [data-result="snippet"]`)
	display   = cascadia.MustCompile(`a.result__url, a[data-testid="result-extras-url-link"]`)
	extras    = cascadia.MustCompile(`.result__extras__url`)
	ad        = cascadia.MustCompile(`.result--ad, [data-testid="ad"]`)
	forms     = cascadia.MustCompile(`.nav-link form`)
	inputs    = cascadia.MustCompile(`input[name]`)
)

// mostResults is how many results of a page are read: it has fifteen, and each is looked
// through several times.
const mostResults = 40

// moment is when a result was published, which stands beside its address.
var moment = regexp.MustCompile(`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}`)

// read takes the results out of a page, of the form without scripts or of the one with
// them, and what asks for the next page; nil when there is none.
func read(resp *fetch.Response) (websearch.Page, url.Values, error) {
	root := dom.Parse(resp.Body)
	found := cascadia.QueryAll(root, result)
	switch {
	case resp.Status == http.StatusAccepted || cascadia.Query(root, challenge) != nil:
		e := errs.New(errs.UpstreamRateLimited, "DuckDuckGo takes us for a machine that asks too often, and asks for a captcha; try again in an hour.")
		e.RetryAfter = rest
		return websearch.Page{}, nil, e
	case len(found) == 0 && cascadia.Query(root, nothing) != nil:
		return websearch.Page{}, nil, nil
	case len(found) == 0 && (len(resp.Redirects) > 0 || cascadia.Query(root, page) == nil):
		return websearch.Page{}, nil, errs.New(errs.UpstreamBlocked, "DuckDuckGo answered with another page instead of results; try again later.")
	}
	var p websearch.Page
	for _, n := range found[:min(len(found), mostResults)] {
		if r, ok := one(n); ok {
			p.Results = append(p.Results, r)
		}
	}
	if len(p.Results) == 0 {
		return websearch.Page{}, nil, errs.New(errs.ParseFailed, "DuckDuckGo answered in a form that is not understood; try again later.")
	}
	next := following(root)
	p.More = next != nil
	return p, next, nil
}

// one reads a result; advertisements are none.
func one(n *html.Node) (websearch.Result, bool) {
	a := cascadia.Query(n, title)
	if a == nil || ad.Match(n) {
		return websearch.Result{}, false
	}
	r := websearch.Result{URL: target(dom.Attr(a, "href")), Title: dom.Text(a)}
	if s := cascadia.Query(n, snippet); s != nil {
		r.Snippet = dom.Text(s)
	}
	if s := cascadia.Query(n, display); s != nil {
		r.DisplayURL = strings.TrimSuffix(dom.Text(s), "/")
	}
	if s := cascadia.Query(n, extras); s != nil {
		r.Published = websearch.Date(moment.FindString(dom.Text(s)))
	}
	return r, r.URL != ""
}

// target is where a result leads, past DuckDuckGo's redirect; empty for its own
// addresses, among them those of advertisements.
func target(href string) string {
	address := weburl.Unwrap(href)
	if weburl.IsAd(address) {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	if host := strings.ToLower(u.Hostname()); host == "duckduckgo.com" && u.Path == "/l/" {
		return "" // leads to what is no address
	}
	return u.String()
}

// following are the fields of the form that leads to the next page: of several, that
// which begins furthest, since one to the page before may stand beside it. Without its
// vqd DuckDuckGo refuses to go on.
func following(root *html.Node) url.Values {
	var furthest url.Values
	begins := 0
	for _, form := range cascadia.QueryAll(root, forms) {
		fields := url.Values{}
		for _, input := range cascadia.QueryAll(form, inputs) {
			fields.Set(dom.Attr(input, "name"), dom.Attr(input, "value"))
		}
		if at, err := strconv.Atoi(fields.Get("s")); err == nil && at > begins && fields.Get("vqd") != "" {
			furthest, begins = fields, at
		}
	}
	return furthest
}
