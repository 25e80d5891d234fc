package xpostrun_test

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
	"github.com/quarryapi/quarry/internal/kinds/xpost"
	"github.com/quarryapi/quarry/internal/kinds/xpost/xpostrun"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// runs are those of the sample web, for one organization.
type runs = kindtest.Runs[xpost.Args, xpost.Result]

func setup(t *testing.T) runs {
	t.Helper()
	caller := kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}
	r := xpostrun.New(x.From(webclient.Start(t).Upstreams(t, nil), nil), caller.Cursors)
	return runs{Call: xpost.Call(), Worker: r, Caller: caller}
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
			result := run.Must(t, body)
			result.NextCursor, result.CommentsNextCursor = "", "" // their seal is not for a file
			golden.JSON(t, "testdata/golden/"+name+".json", result)
		})
	}
}

// Each way through the replies gives each of them once, and goes on in its own order.
func TestPaging(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for _, mode := range []string{"", `"commentsMode":"backfill",`} {
		seen, next := map[string]bool{}, ""
		for calls := 0; ; calls++ {
			result := run.Must(t, fmt.Sprintf(`{"id":"1954505000000000001",%s"commentsLimit":12,"cursor":%q}`, mode, next))
			for _, item := range result.Items {
				if seen[item.ExternalID] {
					t.Errorf("%s is there twice", item.ExternalID)
				}
				seen[item.ExternalID] = true
			}
			if result.Chronological != (mode != "") || *result.Total != 44 {
				t.Errorf("got result %+v, want Chronological %t, Total 44", result, mode != "")
			}
			if next = result.NextCursor; next == "" {
				if len(seen) != 45 || result.Exhausted || calls != 3 {
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
	first, err := run.Run(t.Context(), t, `{"id":"1954505000000000001","commentsLimit":100,"commentsMode":"backfill"}`)
	if err != nil || !first.Coverage.Complete {
		t.Fatalf("got error %v, first.Coverage %+v; want no error, Complete true", err, first.Coverage)
	}
	var known []string
	for _, item := range first.Items[2:] {
		known = append(known, item.ExternalID)
	}
	list, err := json.Marshal(known)
	if err != nil {
		t.Fatal(err)
	}
	result, err := run.Run(t.Context(), t, fmt.Sprintf(`{"id":"1954505000000000001","commentsLimit":100,"commentsMode":"incremental","knownCommentIds":%s}`, list))
	if err != nil || !result.ReachedKnown || len(result.Items) != 2 || result.KnownSkipped != 38 || result.NextCursor != "" || result.Exhausted {
		t.Errorf("got error %v, result %+v; want no error, ReachedKnown true, 2 Items, KnownSkipped 38, empty NextCursor, Exhausted false", err, result)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for id, code := range map[string]errs.Code{
		"1954400000000000001": errs.TargetError, "1954400000000000002": errs.TargetError, "1954400000000000003": errs.LoginRequired, "77": errs.TargetError,
	} {
		_, err := run.Run(t.Context(), t, `{"id":"`+id+`"}`)
		if e := errs.As(err); e == nil || e.Code != code || e.Retryable() || !strings.Contains(e.Message, id) {
			t.Errorf("%s: got error %v, want an error, Code %q, Retryable() false, Message with %q", id, err, code, id)
		}
	}
}
