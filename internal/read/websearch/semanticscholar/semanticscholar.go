// Package semanticscholar searches scholarly works by the API of Semantic Scholar
// (https://api.semanticscholar.org/api-docs/graph). Without a key it draws on a pool that
// everybody shares and is mostly used up. It knows no other engine.
package semanticscholar

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/query"
	"github.com/quarryapi/quarry/internal/read/websearch/scholarly"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Name is the upstream's in package sources.
const Name = "semanticscholar"

// most is how many results one answer has.
const most = 100

const fields = "title,abstract,url,year,authors,externalIds,publicationDate,venue,journal"

// Engine asks Semantic Scholar. It is safe for concurrent use.
type Engine struct {
	up  *upstream.Client
	now func() time.Time
}

// New returns an Engine. Now is time.Now when nil.
func New(up *upstream.Client, now func() time.Time) *Engine {
	if now == nil {
		now = time.Now
	}
	return &Engine{up: up, now: now}
}

// Name implements websearch.Engine.
func (*Engine) Name() string { return Name }

// answer is a list of papers, or a refusal, which comes under two names. Everything of a
// paper may be null.
type answer struct {
	Total   *int    `json:"total"`
	Data    []paper `json:"data"`
	Error   string  `json:"error"`
	Message string  `json:"message"`
}

type paper struct {
	ID       string `json:"paperId"`
	URL      string `json:"url"`
	Title    string `json:"title"`
	Abstract string `json:"abstract"`
	Year     int    `json:"year"`
	Date     string `json:"publicationDate"`
	Venue    string `json:"venue"`
	Journal  struct {
		Name string `json:"name"`
	} `json:"journal"`
	IDs struct {
		DOI string `json:"DOI"`
	} `json:"externalIds"`
	Authors []struct {
		Name string `json:"name"`
	} `json:"authors"`
}

// named distinguishes a paper, whatever it lacks, from data that is none.
func (p *paper) named() bool { return p.ID != "" || p.URL != "" || p.Title != "" }

// Search implements websearch.Engine. Semantic Scholar knows no syntax, so words that are
// not to occur may.
func (e *Engine) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	call := upstream.Call{
		Path: "/graph/v1/paper/search", Query: e.values(q), Header: http.Header{}, Timeout: 20 * time.Second,
		Final: []int{http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound},
	}
	if e.up.Key != "" {
		call.Header.Set("X-Api-Key", e.up.Key)
	}
	resp, err := e.up.Do(ctx, call)
	if errs.Is(err, errs.UpstreamRateLimited) && e.up.Key == "" {
		return nil, errs.Wrap(err, errs.UpstreamRateLimited, "semanticscholar receives too many requests without a key; try again later, or the operator can set its key in QUARRY_KEYS.")
	}
	if err != nil {
		return nil, err
	}
	var a answer
	if err := e.up.Decode(resp, &a); err != nil && resp.Status < http.StatusBadRequest {
		return nil, err
	}
	switch said := cmp.Or(a.Error, a.Message, "no reason is given"); {
	case resp.Status == http.StatusForbidden && e.up.Key != "":
		return nil, errs.New(errs.ProviderNotConfigured, "semanticscholar rejects the key; the operator should check it in QUARRY_KEYS.")
	case resp.Status == http.StatusForbidden:
		return nil, errs.New(errs.UpstreamBlocked, "semanticscholar blocks access without a key; the operator has to set one in QUARRY_KEYS.")
	case resp.Status >= http.StatusBadRequest || a.Error != "":
		return nil, errs.Newf(errs.TargetError, "semanticscholar rejects the search: %.200s", said)
	case a.Data == nil && (a.Total == nil || *a.Total > 0), len(a.Data) > 0 && !slices.ContainsFunc(a.Data, func(p paper) bool { return p.named() }):
		return nil, errs.New(errs.ParseFailed, "semanticscholar returned no papers").Later()
	}
	return read(a.Data), nil
}

// values are those of a search. A word with a hyphen in it finds nothing there.
func (e *Engine) values(q websearch.Query) url.Values {
	n := most
	if q.Count > 0 {
		n = min(q.Count, most)
	}
	v := url.Values{
		"query": {strings.ReplaceAll(query.Words(q.Text), "-", " ")}, "fields": {fields}, "limit": {strconv.Itoa(n)},
	}
	if q.Fresh > 0 {
		v.Set("publicationDateOrYear", e.now().UTC().Add(-q.Fresh).Format(time.DateOnly)+":")
	}
	return v
}

// page is a paper's at Semantic Scholar, by an id of 40 hexadecimal digits.
func (p *paper) page() string {
	if len(p.ID) != 40 || strings.Trim(p.ID, "0123456789abcdef") != "" {
		return ""
	}
	return "https://www.semanticscholar.org/paper/" + p.ID
}

// read leaves out papers without a title or an address. The address is the publisher's,
// by the DOI, where there is one, and else the paper's page.
func read(papers []paper) []websearch.Result {
	all := []websearch.Result{}
	for _, p := range papers {
		doi := scholarly.DOI(p.IDs.DOI)
		result := websearch.Result{
			URL: scholarly.Address(scholarly.URL(doi), p.URL, p.page()), Title: scholarly.Plain(p.Title), Abstract: scholarly.Plain(p.Abstract), DOI: doi,
			Published: p.Date, Source: scholarly.Plain(cmp.Or(p.Journal.Name, p.Venue)),
		}
		if result.Published == "" && p.Year > 0 {
			result.Published = strconv.Itoa(p.Year)
		}
		for _, a := range p.Authors {
			if name := scholarly.Plain(a.Name); name != "" {
				result.Authors = append(result.Authors, name)
			}
		}
		result.Snippet = scholarly.Snippet(result.Abstract)
		if result.URL != "" && result.Title != "" {
			all = append(all, result)
		}
	}
	return all
}
