package duckduckgo

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/weburl"
)

const (
	challenge = `form#challenge-form, .anomaly-modal__title, .anomaly-modal__modal`
	nothing   = `#links .no-results, #links .result--no-result, [data-testid="no-results-message"]`
	mainline  = `#links, [data-testid="mainline"]`
	result    = `#links .web-result, article[data-testid="result"]`
	title     = `a.result__a, a[data-testid="result-title-a"]`
	snippet   = `.result__snippet, [data-result="snippet"]`
	display   = `a.result__url, a[data-testid="result-extras-url-link"]`
	extras    = `.result__extras__url`
	ad        = `.result--ad, [data-testid="ad"]`
)

// mostResults is how many results of a page are read: it has fifteen, and each is looked
// through several times.
const mostResults = 40

// moment is when a result was published, which stands beside its address.
var moment = pattern.Of(`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}`)

// read takes the results out of a page, of the form without scripts or of the one with
// them, and what asks for the next page; nil when there is none.
func read(resp *fetch.Response) (websearch.Page, url.Values, error) {
	page := lookup.Parse(resp.Body)
	found := page.Find(result)
	none, shows := found.Length() == 0, func(part string) bool { return lookup.First(page, part).Length() > 0 }
	switch {
	case resp.Status == http.StatusAccepted || shows(challenge):
		e := errs.New(errs.UpstreamRateLimited, "DuckDuckGo takes us for a machine that asks too often, and asks for a captcha; try again in an hour. "+remedy)
		e.RetryAfter = rest
		return websearch.Page{}, nil, e
	case none && shows(nothing):
		return websearch.Page{}, nil, nil
	case none && (len(resp.Redirects) > 0 || !shows(mainline)):
		return websearch.Page{}, nil, errs.New(errs.UpstreamBlocked, "DuckDuckGo answered with another page instead of results; try again later.")
	}
	var p websearch.Page
	for _, s := range found.Slice(0, min(found.Length(), mostResults)).EachIter() {
		if r, ok := one(s); ok {
			p.Results = append(p.Results, r)
		}
	}
	if len(p.Results) == 0 {
		return websearch.Page{}, nil, errs.New(errs.ParseFailed, "DuckDuckGo returned data in an unknown format").Later()
	}
	next := following(page)
	p.More = next != nil
	return p, next, nil
}

// one reads a result; advertisements are none.
func one(s *goquery.Selection) (websearch.Result, bool) {
	a := lookup.First(s, title)
	if a.Length() == 0 || s.Is(ad) {
		return websearch.Result{}, false
	}
	line := func(part string) string { return lookup.Text(lookup.First(s, part)) }
	r := websearch.Result{
		URL: target(lookup.Attr(a, "href")), Title: lookup.Text(a), Snippet: line(snippet), DisplayURL: strings.TrimSuffix(line(display), "/"),
		Published: websearch.Date(moment.FindString(line(extras))),
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
func following(page *goquery.Selection) url.Values {
	var furthest url.Values
	begins := 0
	for _, form := range page.Find(".nav-link form").EachIter() {
		fields := url.Values{}
		for _, input := range form.Find("input[name]").EachIter() {
			fields.Set(lookup.Attr(input, "name"), lookup.Attr(input, "value"))
		}
		if at, err := strconv.Atoi(fields.Get("s")); err == nil && at > begins && fields.Get("vqd") != "" {
			furthest, begins = fields, at
		}
	}
	return furthest
}
