package googlecse

import (
	"cmp"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
)

// answer is one page. Without results it has no items.
type answer struct {
	Kind    string `json:"kind"`
	Queries struct {
		Next []struct{} `json:"nextPage"`
	} `json:"queries"`
	Items []item `json:"items"`
}

type item struct {
	Title        string `json:"title"`
	Link         string `json:"link"`
	DisplayLink  string `json:"displayLink"`
	FormattedURL string `json:"formattedUrl"`
	Snippet      string `json:"snippet"`
	PageMap      struct {
		MetaTags []map[string]any `json:"metatags"` // of the page: texts, mostly
	} `json:"pagemap"`
}

func (a answer) read() (websearch.Page, error) {
	if a.Kind != "customsearch#search" {
		return websearch.Page{}, errs.New(errs.ParseFailed, "programmablesearch returned no search data").Later()
	}
	p := websearch.Page{More: len(a.Queries.Next) > 0}
	for _, i := range a.Items {
		if strings.HasPrefix(i.Link, "http") {
			p.Results = append(p.Results, i.result())
		}
	}
	return p, nil
}

func (i item) result() websearch.Result {
	date, snippet := websearch.Dated(websearch.Line(i.Snippet))
	shown := strings.TrimPrefix(strings.TrimPrefix(i.FormattedURL, "https://"), "http://")
	return websearch.Result{
		URL: i.Link, DisplayURL: strings.TrimSuffix(cmp.Or(websearch.Line(shown), i.DisplayLink), "/"), Title: websearch.Line(i.Title), Snippet: snippet,
		Published: cmp.Or(websearch.Date(i.meta("article:published_time")), date), Source: i.meta("og:site_name"),
	}
}

// meta is a text of the page itself.
func (i item) meta(name string) string {
	for _, tags := range i.PageMap.MetaTags {
		if text, ok := tags[name].(string); ok && text != "" {
			return websearch.Line(text)
		}
	}
	return ""
}
