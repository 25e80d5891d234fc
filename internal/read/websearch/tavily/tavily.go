// Package tavily searches by the API of Tavily, which takes a key
// (https://app.tavily.com). It knows no other engine.
package tavily

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Name is the upstream's in package sources.
const Name = "tavily"

// most is how many results one answer has; there are no further pages.
const most = 20

// What Tavily answers when the plan or the limit set for paying by use is spent.
const (
	planSpent  = 432
	limitSpent = 433
)

// Engine asks Tavily. It is safe for concurrent use.
type Engine struct{ up *upstream.Client }

// New returns an Engine.
func New(up *upstream.Client) *Engine { return &Engine{up: up} }

// Name implements websearch.Engine.
func (*Engine) Name() string { return Name }

// request is the body of a search. Tavily does not know site:, but has lists for it.
type request struct {
	Query   string   `json:"query"`
	Count   int      `json:"max_results"`
	Depth   string   `json:"search_depth"`
	Topic   string   `json:"topic"`
	Range   string   `json:"time_range,omitempty"`
	Include []string `json:"include_domains,omitempty"`
	Exclude []string `json:"exclude_domains,omitempty"`
}

type answer struct {
	Results *[]result `json:"results"`
}

type result struct {
	URL       string `json:"url"`
	Title     string `json:"title"`
	Content   string `json:"content"`
	Published string `json:"published_date"` // of news
}

// named distinguishes a result, whatever it lacks, from data that is none.
func (r result) named() bool { return r.URL != "" || r.Title != "" }

// Search implements websearch.Engine.
func (e *Engine) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	resp, err := e.up.Do(ctx, upstream.Call{
		Method: http.MethodPost, Path: "/search", Body: body(q), Header: http.Header{"Authorization": {"Bearer " + e.up.Key}},
		Final: []int{planSpent, limitSpent},
	})
	if err != nil {
		return nil, err
	}
	return e.read(resp)
}

func (e *Engine) read(resp *fetch.Response) ([]websearch.Result, error) {
	if resp.Status == planSpent || resp.Status == limitSpent {
		return nil, errs.Newf(errs.UpstreamRateLimited, "tavily returned %d: its plan is used up; the operator has to raise it.", resp.Status)
	}
	var a answer
	if err := e.up.Decode(resp, &a); err != nil {
		return nil, err
	}
	if a.Results == nil || len(*a.Results) > 0 && !slices.ContainsFunc(*a.Results, result.named) {
		return nil, errs.New(errs.ParseFailed, "tavily returned no results").Later()
	}
	all := []websearch.Result{}
	for _, r := range *a.Results {
		if strings.HasPrefix(r.URL, "http") {
			all = append(all, websearch.Result{URL: r.URL, Title: websearch.Line(r.Title), Snippet: websearch.Line(r.Content), Published: websearch.Date(r.Published)})
		}
	}
	return all, nil
}

func body(q websearch.Query) request {
	r := request{Count: most, Depth: "basic", Topic: "general", Range: string(q.Range())}
	if q.Count > 0 {
		r.Count = min(q.Count, most)
	}
	var words []string
	for word := range strings.FieldsSeq(q.Text) {
		if name, ok := strings.CutPrefix(word, "site:"); ok {
			r.Include = append(r.Include, domain(name))
		} else if name, ok := strings.CutPrefix(word, "-site:"); ok {
			r.Exclude = append(r.Exclude, domain(name))
		} else {
			words = append(words, word)
		}
	}
	r.Query = strings.Join(words, " ")
	if r.Query == "" { // a query needs words
		r.Query = strings.Join(slices.Concat(r.Include, r.Exclude), " ")
	}
	return r
}

// domain is the host of what site: names, which may have a path.
func domain(name string) string {
	host, _, _ := strings.Cut(name, "/")
	return host
}
