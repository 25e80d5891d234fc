package mentionsrun_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/mentions"
	"github.com/quarryapi/quarry/internal/kinds/mentions/mentionsrun"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// runs are those of the sample web, for a caller who may go deep.
type runs = kindtest.Runs[mentions.Args, mentions.Result]

// setup answers some upstreams by handlers.
func setup(t *testing.T, own map[string]http.HandlerFunc) runs {
	t.Helper()
	var extra []webtest.Site
	for name, serve := range own {
		extra = append(extra, webclient.Instead(name, serve))
	}
	now := func() time.Time { return time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC) }
	r := mentionsrun.New(mentionsrun.From(webclient.Start(t, extra...).Upstreams(t, nil), now))
	return runs{Call: mentions.Call(), Worker: r, Caller: kind.Caller{OrgID: "org_1", Grants: job.Grants{Deep: true}}}
}

func TestResults(t *testing.T) {
	t.Parallel()
	find := setup(t, nil)
	for name, body := range map[string]string{
		"all":     `{"domain":"company.test"}`,
		"news":    `{"domain":"blog.company.test","platforms":["news"],"since":1790974400,"until":1791074400}`,
		"nothing": `{"domain":"barograph.test","since":1785715200}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := find.Must(t, body)
			golden.JSON(t, "testdata/golden/"+name+".json", result)
		})
	}
}

// What is there twice, in two searches or in two pages, is given once, the newest first.
func TestOrder(t *testing.T) {
	t.Parallel()
	find := setup(t, nil)
	var all []string
	until := ""
	for range 4 {
		result := find.Must(t, `{"domain":"daily.test","platforms":["news"],"deep":true,"limit":100`+until+`}`)
		for i, m := range result.Items {
			if i > 0 && m.PublishedAt > result.Items[i-1].PublishedAt {
				t.Fatalf("%s is behind %s", m.PublishedAt, result.Items[i-1].PublishedAt)
			}
			all = append(all, m.Title)
		}
		if len(result.Items) < 100 {
			break
		}
		last, err := time.Parse(time.RFC3339, result.Items[len(result.Items)-1].PublishedAt)
		if err != nil {
			t.Fatal(err)
		}
		until = fmt.Sprintf(`,"until":%d`, last.Unix()-1)
	}
	slices.Sort(all)
	if got := len(slices.Compact(slices.Clone(all))); got != 260 || len(all) != 260 {
		t.Errorf("%d articles, %d different ones, of 260", len(all), got)
	}
}

func TestPagesAreBounded(t *testing.T) {
	t.Parallel()
	result := setup(t, nil).Must(t, `{"domain":"daily.test","platforms":["news"],"limit":100,"since":1785674400}`)
	c := result.Platforms[0]
	if c.Complete || !strings.Contains(c.Reason, "maxPages") || c.Found != 250 || result.Exhausted {
		t.Errorf(`got coverage %+v, want Complete false, Reason with "maxPages", Found 250, Exhausted false`, c)
	}
}

func TestPartialFailures(t *testing.T) {
	t.Parallel()
	away := func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "away", http.StatusServiceUnavailable) }
	const all = `{"domain":"company.test","since":1743400000}`
	onlySearch := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/search.rss" {
			away(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/atom+xml; charset=UTF-8")
		_, _ = w.Write([]byte(`<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>search</title></feed>`))
	}
	codes := func(r mentions.Result) string {
		said := []string{}
		for _, f := range r.FailedSources {
			said = append(said, string(f.Platform)+" "+f.Source+" "+string(f.Code))
			if f.Reason == "" {
				t.Error("a failure has no reason")
			}
		}
		return strings.Join(said, ", ")
	}
	cases := map[string]struct {
		own       map[string]http.HandlerFunc
		body      string
		failures  string
		platforms int
	}{
		"none":     {nil, all, "", 3},
		"platform": {map[string]http.HandlerFunc{"hackernews": away}, all, "hackernews  provider_unavailable", 2},
		"gdelt":    {map[string]http.HandlerFunc{"gdelt": away}, all, "news gdelt provider_unavailable", 3},
		"links": {
			map[string]http.HandlerFunc{"reddit": onlySearch, "arcticshift": away, "pullpush": away},
			`{"domain":"company.test","platforms":["reddit"]}`,
			"reddit reddit provider_unavailable", 1,
		},
		"limited": {nil, `{"domain":"quota-news.test","platforms":["hackernews","news"]}`, "news  upstream_rate_limited", 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := setup(t, c.own).Must(t, c.body)
			if diff := cmp.Diff(c.failures, codes(result)); diff != "" || len(result.Platforms) != c.platforms {
				t.Errorf("got platforms %+v, want length %v; codes mismatch (-want +got):\n%s", result.Platforms, c.platforms, diff)
			}
		})
	}
}

func TestAllFailed(t *testing.T) {
	t.Parallel()
	walled := func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) }
	find := setup(t, map[string]http.HandlerFunc{"hackernews": walled})
	_, err := find.Run(t.Context(), t, `{"domain":"down-news.test","platforms":["hackernews","news"]}`)
	e := errs.As(err)
	if e == nil || e.Code != errs.UpstreamBlocked || e.Permanent || !strings.Contains(e.Message, "hackernews:") || !strings.Contains(e.Message, "news:") {
		t.Errorf("got %+v", e)
	}
}

// TestExhaustedIsTheEnd: where a platform could not be searched to its end, the end was not reached.
func TestExhaustedIsTheEnd(t *testing.T) {
	t.Parallel()
	find := setup(t, nil)
	for _, args := range []string{`"deep":true,"limit":100`, `"limit":10`, `"limit":1`} {
		if r := find.Must(t, `{"domain":"daily.test","platforms":["news"],`+args+`}`); r.Exhausted != r.Coverage.Complete {
			t.Errorf("%s: got exhausted %t with coverage %+v, want the same of both", args, r.Exhausted, r.Coverage)
		}
	}
}
