package tavily_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/tavily"
	"github.com/quarryapi/quarry/internal/read/websearch/websearchtest"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// engine asks a handler, or the replay when serve is nil.
func engine(t *testing.T, serve http.HandlerFunc) *tavily.Engine {
	t.Helper()
	return tavily.New(webclient.Upstream(t, tavily.Name, webtest.New().Keys()[tavily.Name], serve))
}

func TestSuite(t *testing.T) {
	t.Parallel()
	websearchtest.Run(t, websearchtest.Subject{
		Upstream: tavily.Name, New: func(up *upstream.Client) websearch.Engine { return tavily.New(up) }, Finds: "tide table of Carrow",
	})
}

func TestSearch(t *testing.T) {
	t.Parallel()
	e := engine(t, nil)
	got, err := e.Search(t.Context(), websearch.Query{Text: "river gauges site:company.test/blog", Count: 4})
	if err != nil || e.Name() != "tavily" {
		t.Fatalf(`got error %v, want no error, Name() "tavily"`, err)
	}
	golden.JSON(t, "testdata/golden/web.json", got)
	if got, err := e.Search(t.Context(), websearch.Query{Text: "tide table of Carrow", Count: 50}); err != nil || len(got) != 20 {
		t.Errorf("got length %d, error %v; want no error, length 20", len(got), err)
	}
}

func TestRequests(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		query websearch.Query
		want  string
	}{
		"plain":      {websearch.Query{Text: `tide "gauge"`, Count: 7}, `{"query":"tide \"gauge\"","max_results":7,"search_depth":"basic","topic":"general"}`},
		"sites":      {websearch.Query{Text: "tide site:a.example/docs -site:b.example", Fresh: time.Hour}, `{"query":"tide","max_results":20,"search_depth":"basic","topic":"general","time_range":"day","include_domains":["a.example"],"exclude_domains":["b.example"]}`},
		"sites only": {websearch.Query{Text: "site:a.example", Count: 100}, `{"query":"a.example","max_results":20,"search_depth":"basic","topic":"general","include_domains":["a.example"]}`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := engine(t, func(w http.ResponseWriter, r *http.Request) {
				var got json.RawMessage
				if err := json.NewDecoder(r.Body).Decode(&got); err != nil || string(got) != c.want || !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ") {
					t.Errorf("asked %s, %v", got, err)
				}
				webclient.Answer(200, `{"results":[]}`)(w, r)
			}).Search(t.Context(), c.query)
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		body   string
		code   errs.Code
		found  []websearch.Result
	}{
		"results":         {200, `{"results":[{"url":"https://a.example/","title":"A","content":"one\n two","published_date":"Mon, 02 Jan 2023 15:04:05 GMT"},{"url":"x"}]}`, "", []websearch.Result{{URL: "https://a.example/", Title: "A", Snippet: "one two", Published: "2023-01-02T15:04:05.000Z"}}},
		"spent":           {433, `{}`, errs.UpstreamRateLimited, nil},
		"a null":          {200, `{"results":[null]}`, errs.ParseFailed, nil},
		"an empty object": {200, `{"results":[{}]}`, errs.ParseFailed, nil},
		"other data":      {200, `{"answer":null}`, errs.ParseFailed, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := engine(t, webclient.Answer(c.status, c.body)).Search(t.Context(), websearch.Query{Text: "a"})
			if c.code != "" {
				if !errs.Is(err, c.code) {
					t.Errorf("error %v", err)
				}
			} else if diff := cmp.Diff(c.found, got); diff != "" || err != nil {
				t.Errorf("got error %v, want no error; Search mismatch (-want +got):\n%s", err, diff)
			}
		})
	}
}

// TestSamples reads recorded exchanges: lists of requests with their answers.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "search", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "tavily") {
			return nil // is another engine's
		}
		var exchanges []struct {
			Response struct {
				Status int             `json:"status"`
				Body   json.RawMessage `json:"body"`
			} `json:"response"`
		}
		if err := json.Unmarshal(body, &exchanges); err != nil {
			t.Fatal(err)
		}
		var all [][]websearch.Result
		for _, x := range exchanges {
			got, err := engine(t, webclient.Answer(x.Response.Status, string(x.Response.Body))).Search(t.Context(), websearch.Query{Text: "a"})
			if err != nil || len(got) != strings.Count(string(x.Response.Body), `"url"`) || got[0].Title == "" || got[0].Snippet == "" {
				t.Errorf("%d results, %v", len(got), err)
			}
			all = append(all, got)
		}
		return all
	})
}
