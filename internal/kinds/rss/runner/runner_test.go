package runner_test

import (
	"context"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/job"
	rsskind "github.com/quarryapi/quarry/internal/kinds/rss"
	"github.com/quarryapi/quarry/internal/kinds/rss/runner"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// setup gives what admits a body as the API does and runs the job on the sample web.
func setup(t *testing.T, extra ...webtest.Site) func(ctx context.Context, t *testing.T, body string) (*rsskind.Result, error) {
	t.Helper()
	hosts, err := target.ParseHosts([]string{webtest.Start(t, extra...).HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	client := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(client.CloseIdle)
	r := runner.New(client)
	return func(ctx context.Context, t *testing.T, body string) (*rsskind.Result, error) {
		t.Helper()
		args := rsskind.Spec().Args()
		if err := json.Unmarshal([]byte(body), args); err != nil {
			t.Fatal(err)
		}
		if _, err := args.Prepare(job.Caller{}); err != nil {
			t.Fatal(err)
		}
		input, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		out, err := r.Run(ctx, job.Run{JobID: "job_1", OrgID: "org_1", Input: input})
		if err != nil {
			return nil, err
		}
		result, ok := out.Result.(*rsskind.Result)
		if !ok {
			t.Fatalf("the result is a %T", out.Result)
		}
		return result, nil
	}
}

// Every feed of the sample web, as a whole result.
func TestGolden(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for name, path := range map[string]string{
		"rss2": "/rss.xml", "atom1": "/atom.xml", "rss091": "/rss091.xml", "rdf": "/index.rdf", "atom03": "/atom03.xml",
		"json": "/feed.json", "latin1": "/latin1.xml", "truncated": "/truncated.xml", "mislabelled": "/mislabelled",
		"page": "/", "links": "/links/", "notes": "/notes/",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := run(t.Context(), t, `{"url":"http://feed.test`+path+`"}`)
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.MarshalIndent(result, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", name+".json")
			if *update {
				if err := os.WriteFile(file, append(got, '\n'), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)+"\n"); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLimit(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for limit, want := range map[string]int{"": 20, `,"limit":3`: 3, `,"limit":400`: 100} {
		got, err := run(t.Context(), t, `{"url":"http://feed.test/many.xml"`+limit+`}`)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Items) != want || got.Total != 150 || !got.Truncated || got.Items[0].Title != "Note 150" {
			t.Errorf("%s: %d of %d", limit, len(got.Items), got.Total)
		}
	}
}

func answer(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(body))
	}
}

func TestContents(t *testing.T) {
	t.Parallel()
	item := func(s string) string {
		return "<item><title>t</title><description><![CDATA[" + s + "]]></description></item>"
	}
	rss := func(s string) http.HandlerFunc {
		return answer("application/rss+xml", `<rss version="2.0"><channel><title>t</title>`+s+"</channel></rss>")
	}
	run := setup(t, webtest.Site{Host: "texts.test", Assets: map[string]http.HandlerFunc{
		"/long":  rss(item(strings.Repeat("<p>long words</p>", 40_000)) + item("short")),
		"/many":  rss(strings.Repeat(item(strings.Repeat("x ", 200_000)), 15)),
		"/words": rss(item("<b>" + strings.Repeat("word ", 500) + "</b>")),
	}})
	got, err := run(t.Context(), t, `{"url":"http://texts.test/long"}`)
	if err != nil {
		t.Fatal(err)
	}
	if got.Items[0].Content != "" || got.Items[1].Content != "short\n" || !got.Truncated {
		t.Errorf("a long text: %d bytes, then %q, truncated %v", len(got.Items[0].Content), got.Items[1].Content, got.Truncated)
	}
	if got, err = run(t.Context(), t, `{"url":"http://texts.test/many"}`); err != nil {
		t.Fatal(err)
	}
	if got.Items[9].Content == "" || got.Items[10].Content != "" || !got.Truncated {
		t.Error("the budget of all texts is not kept")
	}
	if got, err = run(t.Context(), t, `{"url":"http://texts.test/words"}`); err != nil {
		t.Fatal(err)
	}
	if s := got.Items[0].Summary; len(s) > 1003 || !strings.HasSuffix(s, "word…") || got.Truncated {
		t.Errorf("the summary has %d bytes: …%q", len(s), s[len(s)-10:])
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	run := setup(t, webtest.Site{Host: "robots.test", Assets: map[string]http.HandlerFunc{
		"/robots.txt": answer("text/plain", "User-agent: *\nDisallow: /feed"), "/feed": answer("application/rss+xml", "<rss/>"),
	}})
	for body, code := range map[string]errs.Code{
		`{"url":"http://sitemap.test/"}`:                                           errs.UnsupportedContent,
		`{"url":"http://feed.test/none"}`:                                          errs.TargetError,
		`{"url":"http://wall.test/"}`:                                              errs.UpstreamBlocked,
		`{"url":"http://robots.test/feed","options":{"respectRobots":true,"x":1}}`: errs.UpstreamBlocked,
	} {
		if got, err := run(t.Context(), t, body); !errs.Is(err, code) {
			t.Errorf("%s: got %v, %+v", body, err, got)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errs.New(errs.Cancelled, "stopped"))
	if _, err := run(ctx, t, `{"url":"http://feed.test/rss.xml"}`); !errs.Is(err, errs.Cancelled) {
		t.Errorf("a job that was stopped: %v", err)
	}
}
