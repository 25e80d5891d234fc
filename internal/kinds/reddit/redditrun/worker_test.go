package redditrun_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	redditkind "github.com/quarryapi/quarry/internal/kinds/reddit"
	"github.com/quarryapi/quarry/internal/kinds/reddit/redditrun"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// setup returns what runs a job on the sample web, with or without an app of Reddit.
func setup(t *testing.T, app bool, extra ...webtest.Site) kindtest.Runs[redditkind.Args, redditkind.Result] {
	t.Helper()
	keys := map[string]string{}
	if app {
		keys[reddit.Feeds] = webtest.New().Keys()[reddit.Feeds]
	}
	r := redditrun.New(reddit.From(webclient.Start(t, extra...).Upstreams(t, keys), nil))
	return kindtest.Runs[redditkind.Args, redditkind.Result]{Call: redditkind.Call(), Worker: r}
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
			result := setup(t, c.app).Must(t, `{"username":"`+c.name+`"}`)
			golden.JSON(t, "testdata/golden/"+name+".json", result)
		})
	}
}

func TestManyPosts(t *testing.T) {
	t.Parallel()
	for _, app := range []bool{true, false} {
		result := setup(t, app).Must(t, `{"url":"https://www.reddit.com/user/tide_watcher"}`)
		if len(result.Items) != 100 || result.Coverage.Complete || !strings.Contains(result.Coverage.Reason, "more") || result.Profile.Username != "Tide_Watcher" {
			t.Errorf("%d posts, %+v, %+v", len(result.Items), result.Coverage, result.Profile)
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
		for name, code := range map[string]errs.Code{
			"ghost_ship": errs.TargetError, "nobody_here": errs.TargetError, "walled": errs.UpstreamBlocked, "shelled": errs.UpstreamBlocked,
			"throttled": errs.UpstreamRateLimited, "broken": errs.ProviderUnavailable,
		} {
			// Each asks an upstream of its own: one that asks to be left alone is, for all names.
			result, err := setup(t, app).Run(t.Context(), t, `{"username":"`+name+`"}`)
			if e := errs.As(err); e == nil || e.Code != code || result.Items != nil || e.Retryable() == (code == errs.TargetError) {
				t.Errorf("app %t, %s: %+v, %+v", app, name, e, result)
			}
		}
	}
}

// The archive's counts are an addition: without them the job gives what there is.
func TestWithoutTheArchive(t *testing.T) {
	t.Parallel()
	away := webtest.Site{Host: "arcticshift.upstream.test", Rest: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }}
	result, err := setup(t, false, away).Run(t.Context(), t, `{"username":"halyard"}`)
	if err != nil || len(result.Items) == 0 || result.Profile.Archived != nil {
		t.Errorf("got error %v, result %+v; want no error, some Posts, Profile.Archived nil", err, result)
	}
}
