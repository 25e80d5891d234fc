package lane_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/lane"
	"github.com/quarryapi/quarry/internal/read/websearch"
)

// engine answers by the first word of the query: "fail", "wait", "empty", else a page.
type engine struct {
	name  string
	pace  time.Duration
	asked []websearch.Query
}

func (e *engine) Search(ctx context.Context, q websearch.Query) (websearch.Answer, error) {
	e.asked = append(e.asked, q)
	select {
	case <-time.After(e.pace):
	case <-ctx.Done():
		return websearch.Answer{}, context.Cause(ctx)
	}
	answer := websearch.Answer{Engine: e.name, Results: []websearch.Result{}}
	word, rest, _ := strings.Cut(q.Text, " ")
	switch word {
	case "fail":
		return answer, errs.New(errs.UpstreamRateLimited, "slower")
	case "absent":
		return answer, errs.New(errs.ProviderNotConfigured, "no key")
	case "empty":
		return answer, nil
	}
	for page := range strings.FieldsSeq(rest) {
		answer.Results = append(answer.Results, websearch.Result{URL: page, Title: "T", Snippet: "S", Published: "2026-01-02", Source: "P", Abstract: "A", DOI: "10.1/x"})
	}
	return answer, nil
}

func queries(l research.Lane, texts ...string) []research.Query {
	var list []research.Query
	for _, text := range texts {
		list = append(list, research.Query{Lane: l, Text: text})
	}
	return list
}

func TestReports(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		texts []string
		want  research.Report
		asked int
	}{
		"all answered":       {[]string{"x https://a.example/ https://b.example/", "x https://b.example/"}, research.Report{Provider: "e", Outcome: research.OK, Queries: 2, Found: 2}, 2},
		"nothing":            {[]string{"empty", "empty"}, research.Report{Provider: "e", Outcome: research.Empty, Queries: 2}, 2},
		"one failed":         {[]string{"fail", "x https://a.example/", "fail"}, research.Report{Provider: "e", Outcome: research.OK, Queries: 3, Found: 1, Reason: "2 of 3 searches failed: slower"}, 3},
		"given up":           {[]string{"fail", "fail", "x https://a.example/"}, research.Report{Outcome: research.RateLimited, Queries: 2, Reason: "slower", Code: "upstream_rate_limited"}, 2},
		"not configured":     {[]string{"absent", "x https://a.example/"}, research.Report{Outcome: research.Disabled, Queries: 1, Reason: "no key", Code: "provider_not_configured"}, 1},
		"what is no page":    {[]string{"x magnet:?x ftp://a.example/"}, research.Report{Provider: "e", Outcome: research.Empty, Queries: 1}, 1},
		"failed and empty":   {[]string{"fail", "empty"}, research.Report{Provider: "e", Outcome: research.Empty, Queries: 2, Reason: "1 of 2 searches failed: slower"}, 2},
		"nothing is planned": {nil, research.Report{}, 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := &engine{name: "e"}
			_, reports, err := lane.Engines{research.Web: e}.Run(t.Context(), queries(research.Web, c.texts...), time.Minute)
			var want []research.Report
			if c.texts != nil {
				c.want.Lane = research.Web
				want = []research.Report{c.want}
			}
			if diff := cmp.Diff(want, reports); diff != "" || err != nil || len(e.asked) != c.asked {
				t.Errorf("asked %d, %v\n%s", len(e.asked), err, diff)
			}
		})
	}
}

func TestWithoutAnEngine(t *testing.T) {
	t.Parallel()
	_, reports, err := lane.Engines{}.Run(t.Context(), queries(research.News, "x"), time.Minute)
	if err != nil || len(reports) != 1 || reports[0].Outcome != research.Disabled {
		t.Errorf(`got reports %+v, error %v; want no error, 1 reports, [0].Outcome "disabled"`, reports, err)
	}
}

func TestCandidates(t *testing.T) {
	t.Parallel()
	q := research.Query{Lane: research.Web, Text: "x https://www.a.example/?utm_source=y https://b.example/", Domain: "a.example"}
	lists, _, err := lane.Engines{research.Web: &engine{name: "e"}}.Run(t.Context(), []research.Query{q}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	common := research.Candidate{Title: "T", Snippet: "S", Source: "P", Provider: "e", Published: "2026-01-02", Abstract: "A", DOI: "10.1/x", Query: q.Text}
	first, second := common, common
	first.Key, first.URL, first.Lane, first.Rank, first.Trusted = "a.example", "https://www.a.example/?utm_source=y", research.Trusted, 1, true
	second.Key, second.URL, second.Lane, second.Rank = "b.example", "https://b.example/", research.Web, 2
	if diff := cmp.Diff([]lane.List{{Query: q, Found: []research.Candidate{first, second}}}, lists); diff != "" {
		t.Errorf("lists mismatch (-want +got):\n%s", diff)
	}
}

// However long each lane takes, the lists come as the queries stand, and a lane that
// takes too long costs the others nothing.
func TestLanesSideBySide(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		engines := lane.Engines{
			research.Web: &engine{name: "slow", pace: 30 * time.Second}, research.News: &engine{name: "stuck", pace: time.Hour},
			research.Scholarly: &engine{name: "quick"},
		}
		all := []research.Query{
			{Lane: research.Scholarly, Text: "x https://s.example/"},
			{Lane: research.Web, Text: "x https://w.example/1"},
			{Lane: research.News, Text: "x https://n.example/"},
			{Lane: research.Web, Text: "x https://w.example/2"},
		}
		began := time.Now()
		lists, reports, err := engines.Run(t.Context(), all, 100*time.Second)
		if took := time.Since(began); err != nil || took != 100*time.Second {
			t.Errorf("got took %v, error %v; want no error, took 100 * time.Second", took, err)
		}
		var urls []string
		for _, l := range lists {
			urls = append(urls, l.Found[0].URL)
		}
		if diff := cmp.Diff([]string{"https://s.example/", "https://w.example/1", "https://w.example/2"}, urls); diff != "" {
			t.Errorf("urls mismatch (-want +got):\n%s", diff)
		}
		if len(reports) != 3 || reports[1].Lane != research.News || reports[1].Outcome != research.TimedOut || !strings.Contains(reports[1].Reason, "1m40s") {
			t.Errorf(`got reports %+v, want length 3, [1].Lane "news", [1].Outcome "timeout", [1].Reason with "1m40s"`, reports)
		}
	})
}

func TestTheEndOfAJob(t *testing.T) {
	t.Parallel()
	cause := errors.New("cancelled")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if _, _, err := (lane.Engines{research.Web: &engine{pace: time.Hour}}).Run(ctx, queries(research.Web, "x"), time.Minute); !errors.Is(err, cause) {
		t.Errorf("got error %v, want error %v", err, cause)
	}
}
