package xprofile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/xprofile"
)

var (
	plain    = kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}
	entitled = kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k"), Grants: job.Grants{Deep: true}}
)

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		caller     kind.Caller
		body, want string
		handle     string
		blocks     int
		deprecated bool
	}{
		"plain":               {plain, `{"username":" @TideWatch "}`, `{"username":"tidewatch","maxPages":1,"limit":20}`, "tidewatch", 1, false},
		"url":                 {plain, `{"url":"https://twitter.com/TideWatch/status/20","limit":21}`, `{"username":"tidewatch","maxPages":1,"limit":21}`, "tidewatch", 2, false},
		"most":                {plain, `{"username":"a","limit":100,"maxPages":99}`, `{"username":"a","maxPages":10,"limit":100}`, "a", 5, false},
		"incremental":         {plain, `{"username":"a","timelineMode":"incremental","maxPages":9}`, `{"username":"a","timelineMode":"incremental","maxPages":5,"limit":120}`, "a", 6, false},
		"backfill":            {plain, `{"username":"a","timelineMode":"backfill","maxPages":9,"limit":200}`, `{"username":"a","timelineMode":"backfill","maxPages":9,"limit":200}`, "a", 10, false},
		"deep, not entitled":  {plain, `{"username":"a","deep":true}`, `{"username":"a","maxPages":1,"limit":20}`, "a", 1, true},
		"deep":                {entitled, `{"username":"a","deep":true}`, `{"username":"a","deep":true,"maxPages":1,"limit":200}`, "a", 10, true},
		"deep beside a mode":  {entitled, `{"username":"a","deep":true,"timelineMode":"backfill"}`, `{"username":"a","timelineMode":"backfill","maxPages":1,"limit":120}`, "a", 6, true},
		"deep, a limit":       {entitled, `{"username":"a","deep":true,"limit":150}`, `{"username":"a","deep":true,"maxPages":1,"limit":150}`, "a", 8, true},
		"known":               {plain, `{"username":"a","knownTweetIds":["9007199254740993"]}`, `{"username":"a","maxPages":1,"limit":20,"knownTweetIds":["9007199254740993"]}`, "a", 1, false},
		"entitled, not asked": {entitled, `{"username":"a"}`, `{"username":"a","maxPages":1,"limit":20}`, "a", 1, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := kind.Plan{Target: "https://x.com/" + c.handle, Quote: credit.Quote{Action: "x.profile", Units: c.blocks, Credits: 3 * int64(c.blocks)}, Deprecated: c.deprecated}
			kindtest.Canonical(t, xprofile.Call(), c.caller, c.want, plan, c.body)
		})
	}
}

func TestKnownIDsAreCut(t *testing.T) {
	t.Parallel()
	got, _, err := kindtest.Prepare(t, xprofile.Call(), plain, `{"username":"a","knownTweetIds":["`+strings.Repeat(`1","`, 1500)+`1"]}`)
	if err != nil || strings.Count(got, `"1"`) != 1000 {
		t.Errorf("%v, %d ids", err, strings.Count(got, `"1"`))
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	kindtest.Refuses(t, xprofile.Call(), plain, kindtest.Refusals{
		"nothing":              {`{}`, errs.InvalidRequest, "username", ""},
		"both":                 {`{"username":"a","url":"https://x.com/a"}`, errs.InvalidRequest, "url", ""},
		"a name":               {`{"username":"منارة"}`, errs.InvalidRequest, "username", ""},
		"a page":               {`{"username":"home"}`, errs.InvalidRequest, "username", ""},
		"no URL":               {`{"url":"x"}`, errs.InvalidURL, "url", ""},
		"another site":         {`{"url":"https://example.com/a"}`, errs.InvalidURL, "url", ""},
		"a search":             {`{"url":"https://x.com/search?q=a"}`, errs.InvalidURL, "url", ""},
		"too many":             {`{"username":"a","limit":101}`, errs.LimitOutOfRange, "limit", ""},
		"too many by mode":     {`{"username":"a","timelineMode":"backfill","limit":201}`, errs.LimitOutOfRange, "limit", ""},
		"deep is ignored":      {`{"username":"a","deep":true,"limit":150}`, errs.LimitOutOfRange, "limit", ""},
		"no id":                {`{"username":"a","knownTweetIds":["1","abc"]}`, errs.InvalidRequest, "knownTweetIds[1]", ""},
		"a foreign cursor":     {`{"username":"a","cursor":"abc"}`, errs.InvalidCursor, "cursor", ""},
		"a cursor incremental": {`{"username":"a","cursor":"abc","timelineMode":"incremental"}`, errs.InvalidRequest, "cursor", ""},
	})
	kindtest.Refuses(t, xprofile.Call(), entitled, kindtest.Refusals{
		"too many when deep": {`{"username":"a","deep":true,"limit":201}`, errs.LimitOutOfRange, "limit", ""},
	})
}

// A cursor is good for its account and organization, in pages of any size and any mode
// but incremental.
func TestCursors(t *testing.T) {
	t.Parallel()
	args := xprofile.Args{Username: "TideWatch"}
	if _, err := args.Prepare(plain); err != nil {
		t.Fatal(err)
	}
	next := plain.Cursors.Seal("org_1", args.Walk(), "{}")
	for body, good := range map[string]bool{
		`{"username":"tidewatch","cursor":%q,"limit":7,"timelineMode":"backfill"}`: true,
		`{"url":"https://x.com/TIDEWATCH","cursor":%q}`:                            true,
		`{"username":"kelpline","cursor":%q}`:                                      false,
	} {
		_, _, err := kindtest.Prepare(t, xprofile.Call(), plain, fmt.Sprintf(body, next))
		if good != (err == nil) || !good && !errs.Is(err, errs.InvalidCursor) {
			t.Errorf(`%s: got error %v, want success %t, (error "invalid_cursor" unless good)`, body, err, good)
		}
	}
	other := plain
	other.OrgID = "org_2"
	if _, _, err := kindtest.Prepare(t, xprofile.Call(), other, fmt.Sprintf(`{"username":"tidewatch","cursor":%q}`, next)); !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("a cursor of another organization: %v", err)
	}
}
