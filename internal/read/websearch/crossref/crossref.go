// Package crossref searches scholarly works by the API of Crossref, where publishers
// register DOIs (https://www.crossref.org/documentation/retrieve-metadata/rest-api/). Its
// key is an e-mail address, by which it answers from its polite pool. It knows no other
// engine.
package crossref

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/query"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Name is the upstream's in package sources.
const Name = "crossref"

// most is how many results one answer has; Crossref would give 1000.
const most = 100

// fields are those of a work that are read.
const fields = "DOI,URL,title,author,abstract,container-title,published,issued,type,resource"

// Engine asks Crossref. It is safe for concurrent use.
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

// Search implements websearch.Engine. Crossref knows no syntax, so words that are not to
// occur may.
func (e *Engine) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	resp, err := e.up.Do(ctx, upstream.Call{Path: "/works", Query: e.values(q), Timeout: 25 * time.Second, Final: []int{http.StatusBadRequest}})
	if err != nil {
		return nil, err
	}
	var a struct {
		Status  string          `json:"status"`
		Type    string          `json:"message-type"`
		Message json.RawMessage `json:"message"`
	}
	if err := e.up.Decode(resp, &a); err != nil {
		return nil, err
	}
	if a.Status == "failed" {
		return nil, refusal(a.Message)
	}
	var list struct {
		Items *[]item `json:"items"`
	}
	if err := json.Unmarshal(a.Message, &list); err != nil || a.Type != "work-list" || list.Items == nil || len(*list.Items) > 0 && !slices.ContainsFunc(*list.Items, item.named) {
		return nil, errs.Wrap(err, errs.ParseFailed, "crossref returned no works").Later()
	}
	return read(*list.Items), nil
}

func (e *Engine) values(q websearch.Query) url.Values {
	n := most
	if q.Count > 0 {
		n = min(q.Count, most)
	}
	v := url.Values{"query.bibliographic": {query.Words(q.Text)}, "rows": {strconv.Itoa(n)}, "select": {fields}}
	if q.Fresh > 0 {
		v.Set("filter", "from-pub-date:"+e.now().UTC().Add(-q.Fresh).Format(time.DateOnly))
	}
	if e.up.Key != "" {
		v.Set("mailto", e.up.Key)
	}
	return v
}

// refusal repeats what Crossref says of a call.
func refusal(message json.RawMessage) error {
	var said []struct {
		Message string `json:"message"`
	}
	_ = json.Unmarshal(message, &said) // a refusal without reasons is one too
	text := "no reason is given"
	if len(said) > 0 && said[0].Message != "" {
		text = said[0].Message
	}
	return errs.Newf(errs.TargetError, "crossref rejects the search: %.200s", text)
}
