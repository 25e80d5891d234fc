package runner_test

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/job"
	hnpostkind "github.com/quarryapi/quarry/internal/kinds/hn_post"
	"github.com/quarryapi/quarry/internal/kinds/hn_post/runner"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// setup returns what admits a body as the API does and runs the job on the sample web.
func setup(t *testing.T, extra ...webtest.Site) func(body string) (hnpostkind.Result, error) {
	t.Helper()
	web := webtest.Start(t, extra...)
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
	r := runner.New(hackernews.From(upstream.NewSet(client, settings, nil)))
	return func(body string) (hnpostkind.Result, error) {
		args := hnpostkind.Spec().Args()
		if err := json.Unmarshal([]byte(body), args); err != nil {
			return hnpostkind.Result{}, err
		}
		if _, err := args.Prepare(job.Caller{}); err != nil {
			return hnpostkind.Result{}, err
		}
		input, err := json.Marshal(args)
		if err != nil {
			return hnpostkind.Result{}, err
		}
		out, err := r.Run(t.Context(), job.Run{JobID: "job_1", OrgID: "org_1", Input: input})
		result, _ := out.Result.(hnpostkind.Result)
		return result, err
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	post := setup(t)
	for name, body := range map[string]string{
		"story":   `{"id":"8863"}`,
		"some":    `{"url":"https://news.ycombinator.com/item?id=8863","commentsLimit":2}`,
		"alone":   `{"id":"8900","commentsLimit":0}`,
		"poll":    `{"id":"8920"}`,
		"comment": `{"id":"8878"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := post(body)
			if err != nil {
				t.Fatal(err)
			}
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

func TestManyComments(t *testing.T) {
	t.Parallel()
	result, err := setup(t)(`{"id":"9000","commentsLimit":500}`)
	if err != nil {
		t.Fatal(err)
	}
	if result.CommentsReturned != 500 || result.CommentsTotal != 1200 || result.Coverage.Complete || len(result.Post.Replies) != 500 {
		t.Errorf("%d of %d, %+v", result.CommentsReturned, result.CommentsTotal, result.Coverage)
	}
	if first := result.Post.Replies[0]; first.ExternalID != "9001" || first.Text != "Reading 1: 2.00 m above datum." {
		t.Errorf("the page begins with %+v", first)
	}
}

// Without the search, comments are read one by one, and the answer says that.
func TestWithoutTheSearch(t *testing.T) {
	t.Parallel()
	result, err := setup(t, webtest.Site{Host: "hackernews.upstream.test"})(`{"id":"9000","commentsLimit":500}`)
	if err != nil {
		t.Fatal(err)
	}
	if result.CommentsReturned != 100 || result.CommentsTotal != 1200 || !strings.Contains(result.Coverage.Reason, "one by one") {
		t.Errorf("%d of %d, %+v", result.CommentsReturned, result.CommentsTotal, result.Coverage)
	}
	if result.Post.Source != hackernews.Official {
		t.Errorf("the source is %s", result.Post.Source)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	post := setup(t)
	for id, says := range map[string]string{"77": "no item 77", "8942": "hidden", "8943": "deleted", "8876": "hidden"} {
		result, err := post(`{"id":"` + id + `"}`)
		e := errs.As(err)
		if e == nil || e.Code != errs.TargetError || e.Retryable() || !strings.Contains(e.Message, says) {
			t.Errorf("%s: %v, %+v", id, err, result)
		}
	}
	r := runner.New(nil)
	for _, input := range []string{`{`, `{"id":"8863"}`} {
		if _, err := r.Run(t.Context(), job.Run{Input: json.RawMessage(input)}); !errs.Is(err, errs.InternalError) {
			t.Errorf("%s: %v", input, err)
		}
	}
}
