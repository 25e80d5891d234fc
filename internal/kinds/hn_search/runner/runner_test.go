package runner_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/cursor"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/job"
	hnsearchkind "github.com/quarryapi/quarry/internal/kinds/hn_search"
	"github.com/quarryapi/quarry/internal/kinds/hn_search/runner"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// setup returns what admits a body as the API does and runs the job on the sample web.
func setup(t *testing.T) func(body string) (hnsearchkind.Result, error) {
	t.Helper()
	web := webtest.Start(t)
	hosts, err := target.ParseHosts([]string{web.HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	client := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(client.CloseIdle)
	settings, err := sources.NewSettings(webtest.New().Sources(), nil)
	if err != nil {
		t.Fatal(err)
	}
	caller := job.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}
	r := runner.New(hackernews.From(upstream.NewSet(client, settings, nil)), caller.Cursors)
	return func(body string) (hnsearchkind.Result, error) {
		args := hnsearchkind.Spec().Args()
		if err := json.Unmarshal([]byte(body), args); err != nil {
			return hnsearchkind.Result{}, err
		}
		if _, err := args.Prepare(caller); err != nil {
			return hnsearchkind.Result{}, err
		}
		input, err := json.Marshal(args)
		if err != nil {
			return hnsearchkind.Result{}, err
		}
		out, err := r.Run(t.Context(), job.Run{JobID: "job_1", OrgID: "org_1", Input: input})
		result, _ := out.Result.(hnsearchkind.Result)
		return result, err
	}
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
			result, err := search(body)
			if err != nil {
				t.Fatal(err)
			}
			result.NextCursor = "" // its seal is not for a file
			golden(t, name, result)
		})
	}
}

func golden(t *testing.T, name string, value any) {
	t.Helper()
	got, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	path := "testdata/golden/" + name + ".json"
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}

// collect follows nextCursor to the end.
func collect(t *testing.T, search func(string) (hnsearchkind.Result, error), body string) (map[string]int, hnsearchkind.Result) {
	t.Helper()
	seen, next := map[string]int{}, ""
	for {
		result, err := search(fmt.Sprintf(`{%s,"cursor":%q}`, body, next))
		if err != nil {
			t.Fatal(err)
		}
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
	if len(seen) != 1200 || !last.Exhausted || last.Coverage != nil || last.Total != nil {
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
		if result, err := search(`{"query":"` + query + `"}`); !errs.Is(err, code) {
			t.Errorf("%s: %v, %+v", query, err, result)
		}
	}
	if _, err := search(`{"query":"a","cursor":"bm90IGEgY3Vyc29yIGF0IGFsbA"}`); !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("a made-up cursor: %v", err)
	}
}

// The input of a job comes from storage; its cursor is opened again.
func TestRunOpensTheCursorAgain(t *testing.T) {
	t.Parallel()
	r := runner.New(nil, cursor.NewSealer("k"))
	_, err := r.Run(t.Context(), job.Run{OrgID: "org_1", Input: json.RawMessage(`{"query":"a","sort":"date","limit":1,"cursor":"bm90IGEgY3Vyc29yIGF0IGFsbA"}`)})
	if !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("got %v", err)
	}
	if _, err := r.Run(t.Context(), job.Run{Input: json.RawMessage(`{`)}); !errs.Is(err, errs.InternalError) {
		t.Errorf("got %v", err)
	}
}
