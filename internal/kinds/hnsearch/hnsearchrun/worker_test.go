package hnsearchrun_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/hnsearch"
	"github.com/quarryapi/quarry/internal/kinds/hnsearch/hnsearchrun"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// runs are those of the sample web, for one organization.
type runs = kindtest.Runs[hnsearch.Args, hnsearch.Result]

func setup(t *testing.T) runs {
	t.Helper()
	caller := kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}
	r := hnsearchrun.New(hackernews.From(webclient.Start(t).Upstreams(t, nil)), caller.Cursors)
	return runs{Call: hnsearch.Call(), Worker: r, Caller: caller}
}

func TestResults(t *testing.T) {
	t.Parallel()
	search := setup(t)
	for name, body := range map[string]string{
		"stories": `{"query":"tide gauge","tags":"(story,job)","limit":50}`,
		"newest":  `{"query":"self-hosted","sort":"date","until":1743840000}`,
		"nothing": `{"query":"barograph"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := search.Must(t, body)
			result.NextCursor = "" // its seal is not for a file
			golden.JSON(t, "testdata/golden/"+name+".json", result)
		})
	}
}

// collect follows nextCursor to the end.
func collect(t *testing.T, search runs, body string) (map[string]int, hnsearch.Result) {
	t.Helper()
	seen, next := map[string]int{}, ""
	for {
		result := search.Must(t, fmt.Sprintf(`{%s,"cursor":%q}`, body, next))
		for _, item := range result.Items {
			seen[item.ExternalID]++
		}
		if next = result.NextCursor; next == "" {
			return seen, result
		}
		if len(next) > cursor.MaxLength {
			t.Fatalf("a cursor of %d characters", len(next))
		}
	}
}

func TestPaging(t *testing.T) {
	t.Parallel()
	search := setup(t)
	seen, last := collect(t, search, `"query":"reading","tags":"comment","sort":"date","limit":100`)
	if len(seen) != 1200 || !last.Exhausted || !last.Coverage.Complete || last.Total != nil {
		t.Errorf("%d items by date, then %+v", len(seen), last)
	}
	seen, last = collect(t, search, `"query":"reading","tags":"comment","limit":300`)
	if len(seen) != 1000 || last.Exhausted || last.Coverage.Complete || !strings.Contains(last.Coverage.Reason, "1000") || *last.Total != 1200 || !*last.TotalExact {
		t.Errorf("%d items by relevance, then %+v", len(seen), last)
	}
	for id, times := range seen {
		if times != 1 {
			t.Errorf("%s is there %d times", id, times)
		}
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	search := setup(t)
	for query, code := range map[string]errs.Code{
		"throttled": errs.UpstreamRateLimited, "broken": errs.ProviderUnavailable, "walled": errs.UpstreamBlocked,
	} {
		if result, err := search.Run(t.Context(), t, `{"query":"`+query+`"}`); !errs.Is(err, code) {
			t.Errorf("%s: got error %v, result %+v; want error %q", query, err, result, code)
		}
	}
	if _, _, err := kindtest.Prepare(t, search.Call, search.Caller, `{"query":"a","cursor":"bm90IGEgY3Vyc29yIGF0IGFsbA"}`); !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("a made-up cursor: %v", err)
	}
}

// The input of a job comes from storage; its cursor is opened again.
func TestRunOpensTheCursorAgain(t *testing.T) {
	t.Parallel()
	r := hnsearchrun.New(nil, cursor.NewSealer("k"))
	args := hnsearch.Args{Query: "a", Sort: hnsearch.Date, Limit: 1, Cursor: "bm90IGEgY3Vyc29yIGF0IGFsbA"}
	if _, err := r.Run(t.Context(), kind.Run[hnsearch.Args]{OrgID: "org_1", Args: args}); !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("got %v, want %s", err, errs.InvalidCursor)
	}
}
