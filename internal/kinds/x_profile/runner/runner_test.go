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
	xprofilekind "github.com/quarryapi/quarry/internal/kinds/x_profile"
	"github.com/quarryapi/quarry/internal/kinds/x_profile/runner"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// setup returns what admits a body as the API does and runs the job on the sample web.
func setup(t *testing.T) func(body string) (xprofilekind.Result, error) {
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
	return func(body string) (xprofilekind.Result, error) {
		args := xprofilekind.Spec().Args()
		if err := json.Unmarshal([]byte(body), args); err != nil {
			return xprofilekind.Result{}, err
		}
		if _, err := args.Prepare(caller); err != nil {
			return xprofilekind.Result{}, err
		}
		input, err := json.Marshal(args)
		if err != nil {
			return xprofilekind.Result{}, err
		}
		out, err := r.Run(t.Context(), job.Run{JobID: "job_1", OrgID: "org_1", Input: input})
		result, _ := out.Result.(xprofilekind.Result)
		return result, err
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for name, body := range map[string]string{
		"newest": `{"username":"TideWatch","limit":16}`, "few": `{"username":"manara_9"}`, "none": `{"username":"newquay"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := run(body)
			if err != nil {
				t.Fatal(err)
			}
			if len(result.NextCursor) > cursor.MaxLength {
				t.Errorf("a cursor of %d characters", len(result.NextCursor))
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

func TestBackfill(t *testing.T) {
	t.Parallel()
	run := setup(t)
	posts, calls, next := 0, 0, ""
	for {
		result, err := run(fmt.Sprintf(`{"username":"tidewatch","timelineMode":"backfill","limit":50,"maxPages":2,"cursor":%q}`, next))
		if err != nil {
			t.Fatal(err)
		}
		posts, calls = posts+len(result.Items), calls+1
		if next = result.NextCursor; next == "" {
			if !result.Exhausted || result.Coverage.Complete {
				t.Errorf("%+v", result.Coverage)
			}
			break
		}
		if result.PagesRead != 2 || len(result.Items) != 100 || !result.Chronological || result.Coverage.Reason == "" {
			t.Errorf("%d pages, %d posts, %+v", result.PagesRead, len(result.Items), result.Coverage)
		}
	}
	if calls != 3 || posts < 246 || posts > 260 {
		t.Errorf("%d posts by %d calls", posts, calls)
	}
}

func TestIncremental(t *testing.T) {
	t.Parallel()
	run := setup(t)
	first, err := run(`{"username":"tidewatch","limit":40}`)
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for _, item := range first.Items[3:] {
		known = append(known, item.ExternalID)
	}
	list, err := json.Marshal(known)
	if err != nil {
		t.Fatal(err)
	}
	result, err := run(fmt.Sprintf(`{"username":"tidewatch","timelineMode":"incremental","limit":10,"maxPages":5,"knownTweetIds":%s}`, list))
	if err != nil || !result.ReachedKnown || len(result.Items) != 3 || result.PagesRead != 2 || result.KnownSkipped != 17 || result.NextCursor != "" || result.Exhausted {
		t.Errorf("%v, %d posts, %+v", err, len(result.Items), result)
	}
	if !strings.Contains(result.Coverage.Reason, "known") {
		t.Errorf("%+v", result.Coverage)
	}
}

// Where FxTwitter is away X's embedded timeline is told, with all that it is not.
func TestFallback(t *testing.T) {
	t.Parallel()
	result, err := setup(t)(`{"username":"fogbank","limit":100}`)
	if err != nil {
		t.Fatal(err)
	}
	if result.Source != "xtimeline" || result.Chronological || result.Exhausted || result.NextCursor != "" || len(result.FailedSources) != 2 || result.Coverage.Complete || !strings.Contains(result.Coverage.Reason, "best liked") {
		t.Errorf("%+v", result)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for handle, code := range map[string]errs.Code{
		"lockkeeper": errs.LoginRequired, "brinespam": errs.TargetError, "nobody": errs.TargetError, "fogwall": errs.UpstreamBlocked,
	} {
		if result, err := run(`{"username":"` + handle + `"}`); !errs.Is(err, code) {
			t.Errorf("%s: %v, %+v", handle, err, result)
		}
	}
}
