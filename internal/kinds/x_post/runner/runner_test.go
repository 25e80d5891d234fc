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
	xpostkind "github.com/quarryapi/quarry/internal/kinds/x_post"
	"github.com/quarryapi/quarry/internal/kinds/x_post/runner"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// setup returns what admits a body as the API does and runs the job on the sample web.
func setup(t *testing.T) func(body string) (xpostkind.Result, error) {
	t.Helper()
	web := webtest.Start(t)
	hosts, err := target.ParseHosts([]string{web.HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	client := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(client.CloseIdle)
	upstreams := map[string]*upstream.Client{}
	for _, u := range sources.All() {
		u.BaseURL, u.Pace = "http://"+u.Name+".upstream.test", 0
		upstreams[u.Name] = upstream.New(client, sources.Config{Upstream: u}, nil)
	}
	caller := job.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}
	r := runner.New(x.New(func(name string) *upstream.Client { return upstreams[name] }, nil), caller.Cursors)
	return func(body string) (xpostkind.Result, error) {
		args := xpostkind.Spec().Args()
		if err := json.Unmarshal([]byte(body), args); err != nil {
			return xpostkind.Result{}, err
		}
		if _, err := args.Prepare(caller); err != nil {
			return xpostkind.Result{}, err
		}
		input, err := json.Marshal(args)
		if err != nil {
			return xpostkind.Result{}, err
		}
		out, err := r.Run(t.Context(), job.Run{JobID: "job_1", OrgID: "org_1", Input: input})
		result, _ := out.Result.(xpostkind.Result)
		return result, err
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for name, body := range map[string]string{
		"ranked": `{"id":"1954505000000000001","commentsLimit":3}`, "alone": `{"id":"1954505000000000001","commentsLimit":0}`,
		"repost": `{"url":"https://x.com/TideWatch/status/1954052015168000001"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := run(body)
			if err != nil {
				t.Fatal(err)
			}
			result.CommentsNextCursor = "" // its seal is not for a file
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

// Each way through the replies gives each of them once, and goes on in its own order.
func TestPaging(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for _, mode := range []string{"", `"commentsMode":"backfill",`} {
		seen, next := map[string]bool{}, ""
		for calls := 0; ; calls++ {
			result, err := run(fmt.Sprintf(`{"id":"1954505000000000001",%s"commentsLimit":12,"cursor":%q}`, mode, next))
			if err != nil {
				t.Fatal(err)
			}
			for _, item := range result.Comments {
				if seen[item.ExternalID] {
					t.Errorf("%s is there twice", item.ExternalID)
				}
				seen[item.ExternalID] = true
			}
			if result.CommentsChronological != (mode != "") || result.CommentsReturned != len(result.Comments) || *result.CommentsTotal != 44 {
				t.Errorf("%+v", result)
			}
			if next = result.CommentsNextCursor; next == "" {
				if len(seen) != 45 || !result.CommentsExhausted || calls != 3 {
					t.Errorf("%d replies by %d calls", len(seen), calls+1)
				}
				break
			}
		}
	}
}

func TestIncremental(t *testing.T) {
	t.Parallel()
	run := setup(t)
	first, err := run(`{"id":"1954505000000000001","commentsLimit":100,"commentsMode":"backfill"}`)
	if err != nil || !first.Coverage.Complete {
		t.Fatal(err, first.Coverage)
	}
	var known []string
	for _, item := range first.Comments[2:] {
		known = append(known, item.ExternalID)
	}
	list, err := json.Marshal(known)
	if err != nil {
		t.Fatal(err)
	}
	result, err := run(fmt.Sprintf(`{"id":"1954505000000000001","commentsLimit":100,"commentsMode":"incremental","knownCommentIds":%s}`, list))
	if err != nil || !result.ReachedKnown || result.CommentsReturned != 2 || result.KnownSkipped != 38 || result.CommentsNextCursor != "" || result.CommentsExhausted {
		t.Errorf("%v, %+v", err, result)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for id, code := range map[string]errs.Code{
		"1954400000000000001": errs.TargetError, "1954400000000000002": errs.TargetError, "1954400000000000003": errs.LoginRequired, "77": errs.TargetError,
	} {
		_, err := run(`{"id":"` + id + `"}`)
		if e := errs.As(err); e == nil || e.Code != code || e.Retryable() || !strings.Contains(e.Message, id) {
			t.Errorf("%s: %v", id, err)
		}
	}
}
