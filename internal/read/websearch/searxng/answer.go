package searxng

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
)

// answer is one page. The failed engines stand in pairs of name and reason.
type answer struct {
	Results *[]result  `json:"results"`
	Failed  [][]string `json:"unresponsive_engines"`
}

type result struct {
	URL       string   `json:"url"`
	Pretty    string   `json:"pretty_url"`
	Title     string   `json:"title"`
	Content   string   `json:"content"`
	Engine    string   `json:"engine"`
	Engines   []string `json:"engines"`
	Published string   `json:"publishedDate"`
	PubDate   string   `json:"pubdate"`
	Template  string   `json:"template"` // "paper.html" of scholarly works
	Journal   string   `json:"journal"`
	Publisher string   `json:"publisher"`
	DOI       string   `json:"doi"`
}

// read takes a page's results of a scope. That there is none is believed only when no
// engine failed.
func (a answer) read(scope Scope) (websearch.Page, error) {
	switch {
	case a.Results == nil:
		return websearch.Page{}, errs.New(errs.ParseFailed, "searxng returned no results").Later()
	case len(*a.Results) == 0 && len(a.Failed) > 0:
		return websearch.Page{}, a.failure()
	}
	p := websearch.Page{More: len(*a.Results) > 0}
	for _, r := range *a.Results {
		u, err := url.Parse(r.URL)
		if err == nil && (u.Scheme == "http" || u.Scheme == "https") && r.of(scope) {
			p.Results = append(p.Results, r.result(scope))
		}
	}
	if len(p.Results) == 0 && len(*a.Results) > 0 && scope != Web {
		return websearch.Page{}, errs.Newf(errs.ProviderNotConfigured, "The SearXNG does not query %s; its operator has to enable that engine in settings.yml.", scope)
	}
	return p, nil
}

// of reports whether a result is one of a scope that names an engine.
func (r result) of(scope Scope) bool {
	return scope != Google && scope != DuckDuckGo || r.Engine == string(scope) || slices.Contains(r.Engines, string(scope))
}

func (r result) result(scope Scope) websearch.Result {
	date, snippet := websearch.Dated(websearch.Line(r.Content))
	found := websearch.Result{
		URL: r.URL, DisplayURL: websearch.Line(r.Pretty), Title: websearch.Line(r.Title), Snippet: snippet,
		Published: cmp.Or(websearch.Date(r.Published), websearch.Date(r.PubDate), date),
	}
	if scope == Science || r.Template == "paper.html" {
		found.Source, found.DOI, found.Abstract = websearch.Line(cmp.Or(r.Journal, r.Publisher)), strings.TrimSpace(r.DOI), snippet
	}
	return found
}

// failure is what the engines behind the SearXNG said, under one code when they agree.
func (a answer) failure() error {
	var all []string
	var code errs.Code
	for _, f := range a.Failed {
		if len(f) < 2 {
			continue
		}
		all = append(all, fmt.Sprintf("%s (%s)", f[0], f[1]))
		if said := meaning(f[1]); code == "" || code == said {
			code = said
		} else {
			code = errs.ProviderUnavailable
		}
	}
	return errs.New(cmp.Or(code, errs.ProviderUnavailable), "The engines behind the SearXNG failed: "+websearch.Line(strings.Join(all, ", "))+"; try again later.")
}

// meaning reads why an engine did not answer, in SearXNG's own words.
func meaning(reason string) errs.Code {
	reason = strings.ToLower(reason)
	for _, m := range []struct {
		word string
		code errs.Code
	}{
		{"captcha", errs.UpstreamBlocked},
		{"access denied", errs.UpstreamBlocked},
		{"too many requests", errs.UpstreamRateLimited},
		{"timeout", errs.UpstreamTimeout},
	} {
		if strings.Contains(reason, m.word) {
			return m.code
		}
	}
	return errs.ProviderUnavailable
}
