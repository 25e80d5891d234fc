package xprofilerun_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/xprofile"
	"github.com/quarryapi/quarry/internal/kinds/xprofile/xprofilerun"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// runs are those of the sample web, for one organization.
type runs = kindtest.Runs[xprofile.Args, xprofile.Result]

func setup(t *testing.T) runs {
	t.Helper()
	caller := kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}
	r := xprofilerun.New(x.From(webclient.Start(t).Upstreams(t, nil), nil), caller.Cursors)
	return runs{Call: xprofile.Call(), Worker: r, Caller: caller}
}

func TestResults(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for name, body := range map[string]string{
		"newest": `{"username":"TideWatch","limit":16}`, "few": `{"username":"manara_9"}`, "none": `{"username":"newquay"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := run.Must(t, body)
			if len(result.NextCursor) > cursor.MaxLength {
				t.Errorf("a cursor of %d characters", len(result.NextCursor))
			}
			result.NextCursor = "" // its seal is not for a file
			golden.JSON(t, "testdata/golden/"+name+".json", result)
		})
	}
}

func TestBackfill(t *testing.T) {
	t.Parallel()
	run := setup(t)
	posts, calls, next := 0, 0, ""
	for {
		result := run.Must(t, fmt.Sprintf(`{"username":"tidewatch","timelineMode":"backfill","limit":50,"maxPages":2,"cursor":%q}`, next))
		posts, calls = posts+len(result.Items), calls+1
		if next = result.NextCursor; next == "" {
			if result.Exhausted || result.Coverage.Complete {
				t.Errorf("got coverage %+v, Exhausted %t; want both false, since X returns no older posts", result.Coverage, result.Exhausted)
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

// A repeated post leaves a page one short; the walk goes on to the account's end at any
// size of page.
func TestBackfillToTheEnd(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for _, limit := range []int{20, 119, 120, 121, 200} {
		seen, last := map[string]bool{}, xprofile.Result{}
		for calls := 0; calls == 0 || last.NextCursor != ""; calls++ {
			last = run.Must(t, fmt.Sprintf(`{"username":"tidewatch","timelineMode":"backfill","limit":%d,"cursor":%q}`, limit, last.NextCursor))
			for _, item := range last.Items {
				seen[item.ExternalID] = true
			}
			if last.NextCursor != "" && len(last.Items) != limit || calls > 20 {
				t.Fatalf("by %d: got %d posts in call %d, want as many", limit, len(last.Items), calls+1)
			}
		}
		if len(seen) != 246 || last.Exhausted {
			t.Errorf("by %d: got %d posts, Exhausted %t; want 246, false as coverage has it", limit, len(seen), last.Exhausted)
		}
	}
}

func TestIncremental(t *testing.T) {
	t.Parallel()
	run := setup(t)
	first := run.Must(t, `{"username":"tidewatch","limit":40}`)
	var known []string
	for _, item := range first.Items[3:] {
		known = append(known, item.ExternalID)
	}
	list, err := json.Marshal(known)
	if err != nil {
		t.Fatal(err)
	}
	result, err := run.Run(t.Context(), t, fmt.Sprintf(`{"username":"tidewatch","timelineMode":"incremental","limit":10,"maxPages":5,"knownTweetIds":%s}`, list))
	if err != nil || !result.ReachedKnown || len(result.Items) != 3 || result.PagesRead != 2 || result.KnownSkipped != 17 || result.NextCursor != "" || result.Exhausted {
		t.Errorf("%v, %d posts, %+v", err, len(result.Items), result)
	}
	if !strings.Contains(result.Coverage.Reason, "known") {
		t.Errorf(`got coverage %+v, want Reason with "known"`, result.Coverage)
	}
}

// Where FxTwitter is away X's embedded timeline is told, with all that it is not.
func TestFallback(t *testing.T) {
	t.Parallel()
	result, err := setup(t).Run(t.Context(), t, `{"username":"fogbank","limit":100}`)
	if err != nil {
		t.Fatal(err)
	}
	if result.Source != "xtimeline" || result.Chronological || result.Exhausted || result.NextCursor != "" || len(result.FailedSources) != 2 || result.Coverage.Complete || !strings.Contains(result.Coverage.Reason, "best liked") {
		t.Errorf(`got result %+v, want Source "xtimeline", Chronological false, Exhausted false, empty NextCursor, 2 FailedSources, Coverage.Complete false, Coverage.Reason with "best liked"`, result)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for handle, code := range map[string]errs.Code{
		"lockkeeper": errs.LoginRequired, "brinespam": errs.TargetError, "nobody": errs.TargetError, "fogwall": errs.UpstreamBlocked,
	} {
		if result, err := run.Run(t.Context(), t, `{"username":"`+handle+`"}`); !errs.Is(err, code) {
			t.Errorf("%s: got error %v, result %+v; want error %q", handle, err, result, code)
		}
	}
}
