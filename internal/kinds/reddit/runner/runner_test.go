package runner_test

import (
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/job"
	redditkind "github.com/quarryapi/quarry/internal/kinds/reddit"
	"github.com/quarryapi/quarry/internal/kinds/reddit/runner"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// clients are upstreams without their pace.
type clients map[string]*upstream.Client

func (c clients) Client(name string) *upstream.Client { return c[name] }

// setup returns what runs a job on the sample web, with or without an app of Reddit.
func setup(t *testing.T, app bool, extra ...webtest.Site) func(body string) (redditkind.Result, error) {
	t.Helper()
	web := webtest.Start(t, extra...)
	hosts, err := target.ParseHosts([]string{web.HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	client := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(client.CloseIdle)
	set := clients{}
	for _, name := range []string{reddit.Feeds, reddit.API, reddit.ArcticShift, reddit.PullPush} {
		c := sources.Config{Upstream: sources.Upstream{Name: name, BaseURL: "http://" + name + ".upstream.test", TakesKey: name == reddit.Feeds}}
		if app && name == reddit.Feeds {
			c.Key = webtest.New().Keys()[name]
		}
		set[name] = upstream.New(client, c, nil)
	}
	r := runner.New(reddit.From(set, nil))
	return func(body string) (redditkind.Result, error) {
		args := redditkind.Spec().Args()
		if err := json.Unmarshal([]byte(body), args); err != nil {
			return redditkind.Result{}, err
		}
		if _, err := args.Prepare(job.Caller{}); err != nil {
			return redditkind.Result{}, err
		}
		input, err := json.Marshal(args)
		if err != nil {
			return redditkind.Result{}, err
		}
		out, err := r.Run(t.Context(), job.Run{JobID: "job_1", OrgID: "org_1", Input: input})
		result, _ := out.Result.(redditkind.Result)
		return result, err
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		app  bool
		name string
	}{
		"live": {true, "halyard"}, "feeds": {false, "halyard"}, "archive": {true, "fogbound"}, "archive_alone": {false, "fogbound"},
		"none": {true, "new_buoy"}, "hides": {true, "quiet_cove"}, "hides_from_feeds": {false, "quiet_cove"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := setup(t, c.app)(`{"username":"` + c.name + `"}`)
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

func TestManyPosts(t *testing.T) {
	t.Parallel()
	for _, app := range []bool{true, false} {
		result, err := setup(t, app)(`{"url":"https://www.reddit.com/user/tide_watcher"}`)
		if err != nil {
			t.Fatal(err)
		}
		if len(result.Posts) != 100 || result.Coverage.Complete || !strings.Contains(result.Coverage.Reason, "more") || result.Profile.Handle != "Tide_Watcher" {
			t.Errorf("%d posts, %+v, %+v", len(result.Posts), result.Coverage, result.Profile)
		}
		if (result.Profile.Karma != nil) != app || (result.Profile.CreatedAt != "") != app || result.Profile.Facts.Complete != app || (result.Profile.Archived == nil) != app {
			t.Errorf("app %t: %+v", app, result.Profile)
		}
		if !app && result.Profile.Facts.Reason == "" {
			t.Error("nothing says why karma is absent")
		}
	}
}

// A block is never an account without posts.
func TestFailures(t *testing.T) {
	t.Parallel()
	for _, app := range []bool{true, false} {
		run := setup(t, app)
		for name, code := range map[string]errs.Code{
			"ghost_ship": errs.TargetError, "nobody_here": errs.TargetError, "walled": errs.UpstreamBlocked, "shelled": errs.UpstreamBlocked,
			"throttled": errs.UpstreamRateLimited, "broken": errs.ProviderUnavailable,
		} {
			result, err := run(`{"username":"` + name + `"}`)
			if e := errs.As(err); e == nil || e.Code != code || result.Posts != nil || e.Retryable() == (code == errs.TargetError) {
				t.Errorf("app %t, %s: %+v, %+v", app, name, e, result)
			}
		}
	}
}

// The archive's counts are an addition: without them the job gives what there is.
func TestWithoutTheArchive(t *testing.T) {
	t.Parallel()
	away := webtest.Site{Host: "arcticshift.upstream.test", Rest: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }}
	result, err := setup(t, false, away)(`{"username":"halyard"}`)
	if err != nil || len(result.Posts) == 0 || result.Profile.Archived != nil {
		t.Errorf("%v, %+v", err, result)
	}
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	if _, err := runner.New(nil).Run(t.Context(), job.Run{Input: json.RawMessage(`{`)}); !errs.Is(err, errs.InternalError) {
		t.Errorf("got %v", err)
	}
}
