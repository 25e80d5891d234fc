// Package arxiv searches the preprints of arXiv (https://info.arxiv.org/help/api), which
// wants three seconds between two calls. It knows no other engine.
package arxiv

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/query"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Name is the upstream's in package sources.
const Name = "arxiv"

// most is how many results one answer has; arXiv would give 2000, slowly.
const most = 100

// maxTerms bounds a search: arXiv wants all of them in a work.
const maxTerms = 8

// Engine asks arXiv. It is safe for concurrent use.
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

// Search implements websearch.Engine.
func (e *Engine) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	words := search(q.Text)
	if words == "" {
		return nil, errs.New(errs.TargetError, "arxiv requires words to search for; add some.")
	}
	if q.Fresh > 0 {
		const stamp = "200601021504"
		now := e.now().UTC()
		words = "(" + words + ") AND submittedDate:[" + now.Add(-q.Fresh).Format(stamp) + " TO " + now.Format(stamp) + "]"
	}
	n := most
	if q.Count > 0 {
		n = min(q.Count, most)
	}
	resp, err := e.up.Do(ctx, upstream.Call{
		Path: "/api/query", Header: http.Header{"Accept": {"application/atom+xml"}}, Timeout: 25 * time.Second, Final: []int{http.StatusBadRequest},
		Query: url.Values{
			"search_query": {words}, "start": {"0"}, "max_results": {strconv.Itoa(n)}, "sortBy": {"relevance"}, "sortOrder": {"descending"},
		},
	})
	if err != nil {
		return nil, err
	}
	return read(resp.Body)
}

// search is a query as arXiv knows it: fields, AND, OR, ANDNOT and parentheses. What is
// not to occur cannot stand first.
func search(text string) string {
	var wanted, without []string
	for _, t := range query.Parse(text) {
		words := plain(t.Text)
		if t.Operator != "" || words == "" || len(wanted)+len(without) == maxTerms {
			continue
		}
		term := "all:" + words
		if t.Phrase || strings.Contains(words, " ") {
			term = `all:"` + words + `"`
		}
		switch last := len(wanted) - 1; {
		case t.Not:
			without = append(without, " ANDNOT "+term)
		case t.Or && last >= 0:
			wanted[last] = "(" + strings.Trim(wanted[last], "()") + " OR " + term + ")"
		default:
			wanted = append(wanted, term)
		}
	}
	if len(wanted) == 0 {
		return ""
	}
	return strings.Join(wanted, " AND ") + strings.Join(without, "")
}

// plain leaves letters and digits, and spaces for what is between them.
func plain(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' }), " ")
}
