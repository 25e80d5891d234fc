package xprofilekind_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/cursor"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	xprofilekind "github.com/quarryapi/quarry/internal/kinds/x_profile"
)

var (
	plain    = job.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}
	entitled = job.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k"), Grants: job.Grants{Deep: true}}
)

// prepared returns the canonical input of a body.
func prepared(t *testing.T, c job.Caller, body string) (string, job.Plan, error) {
	t.Helper()
	args := xprofilekind.Spec().Args()
	if err := json.Unmarshal([]byte(body), args); err != nil {
		t.Fatal(err)
	}
	plan, err := args.Prepare(c)
	input, marshalErr := json.Marshal(args)
	if marshalErr != nil {
		t.Fatal(marshalErr)
	}
	return string(input), plan, err
}

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		caller     job.Caller
		body, want string
		credits    int64
		deprecated bool
	}{
		"plain":               {plain, `{"username":" @TideWatch "}`, `{"username":"tidewatch","maxPages":1,"limit":20}`, 3, false},
		"url":                 {plain, `{"url":"https://twitter.com/TideWatch/status/20","limit":21}`, `{"username":"tidewatch","maxPages":1,"limit":21}`, 6, false},
		"most":                {plain, `{"username":"a","limit":100,"maxPages":99}`, `{"username":"a","maxPages":10,"limit":100}`, 15, false},
		"incremental":         {plain, `{"username":"a","timelineMode":"incremental","maxPages":9}`, `{"username":"a","timelineMode":"incremental","maxPages":5,"limit":120}`, 18, false},
		"backfill":            {plain, `{"username":"a","timelineMode":"backfill","maxPages":9,"limit":200}`, `{"username":"a","timelineMode":"backfill","maxPages":9,"limit":200}`, 30, false},
		"deep, not entitled":  {plain, `{"username":"a","deep":true}`, `{"username":"a","maxPages":1,"limit":20}`, 3, true},
		"deep":                {entitled, `{"username":"a","deep":true}`, `{"username":"a","deep":true,"maxPages":1,"limit":200}`, 30, true},
		"deep beside a mode":  {entitled, `{"username":"a","deep":true,"timelineMode":"backfill"}`, `{"username":"a","timelineMode":"backfill","maxPages":1,"limit":120}`, 18, true},
		"deep, a limit":       {entitled, `{"username":"a","deep":true,"limit":150}`, `{"username":"a","deep":true,"maxPages":1,"limit":150}`, 24, true},
		"known":               {plain, `{"username":"a","knownTweetIds":["9007199254740993"],"options":{"x":1}}`, `{"username":"a","maxPages":1,"limit":20,"knownTweetIds":["9007199254740993"],"options":{"x":1}}`, 3, false},
		"entitled, not asked": {entitled, `{"username":"a"}`, `{"username":"a","maxPages":1,"limit":20}`, 3, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, plan, err := prepared(t, c.caller, c.body)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if plan.Quote.Action != credit.XProfile || plan.Quote.Credits != c.credits || plan.Deprecated != c.deprecated || !strings.HasPrefix(plan.Target, "https://x.com/") {
				t.Errorf("plan: %+v", plan)
			}
			if again, _, err := prepared(t, c.caller, got); err != nil || again != got {
				t.Errorf("the canonical input is not its own: %v, %s", err, again)
			}
		})
	}
}

func TestKnownIDsAreCut(t *testing.T) {
	t.Parallel()
	got, _, err := prepared(t, plain, `{"username":"a","knownTweetIds":["`+strings.Repeat(`1","`, 1500)+`1"]}`)
	if err != nil || strings.Count(got, `"1"`) != 1000 {
		t.Errorf("%v, %d ids", err, strings.Count(got, `"1"`))
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		caller      job.Caller
		body, field string
		code        errs.Code
	}{
		"nothing":              {plain, `{}`, "username", errs.InvalidRequest},
		"both":                 {plain, `{"username":"a","url":"https://x.com/a"}`, "url", errs.InvalidRequest},
		"a name":               {plain, `{"username":"منارة"}`, "username", errs.InvalidRequest},
		"a page":               {plain, `{"username":"home"}`, "username", errs.InvalidRequest},
		"no URL":               {plain, `{"url":"x"}`, "url", errs.InvalidURL},
		"another site":         {plain, `{"url":"https://example.com/a"}`, "url", errs.InvalidURL},
		"a search":             {plain, `{"url":"https://x.com/search?q=a"}`, "url", errs.InvalidURL},
		"too many":             {plain, `{"username":"a","limit":101}`, "limit", errs.LimitOutOfRange},
		"too many by mode":     {plain, `{"username":"a","timelineMode":"backfill","limit":201}`, "limit", errs.LimitOutOfRange},
		"deep is ignored":      {plain, `{"username":"a","deep":true,"limit":150}`, "limit", errs.LimitOutOfRange},
		"too many when deep":   {entitled, `{"username":"a","deep":true,"limit":201}`, "limit", errs.LimitOutOfRange},
		"no id":                {plain, `{"username":"a","knownTweetIds":["1","abc"]}`, "knownTweetIds[1]", errs.InvalidRequest},
		"a foreign cursor":     {plain, `{"username":"a","cursor":"abc"}`, "cursor", errs.InvalidCursor},
		"a cursor incremental": {plain, `{"username":"a","cursor":"abc","timelineMode":"incremental"}`, "cursor", errs.InvalidRequest},
		"heavy options":        {plain, `{"username":"a","options":{"x":"` + strings.Repeat("y", 20000) + `"}}`, "options", errs.InvalidRequest},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := prepared(t, c.caller, c.body)
			e := errs.As(err)
			if e == nil || e.Code != c.code || len(e.Details) != 1 || e.Details[0].Field != c.field {
				t.Errorf("got %+v", e)
			}
		})
	}
}

// A cursor is good for its account and organization, in pages of any size and any mode
// but incremental.
func TestCursors(t *testing.T) {
	t.Parallel()
	args := xprofilekind.Args{Username: "TideWatch"}
	if _, err := args.Prepare(plain); err != nil {
		t.Fatal(err)
	}
	next := plain.Cursors.Seal("org_1", args.Walk(), "{}")
	for body, good := range map[string]bool{
		`{"username":"tidewatch","cursor":%q,"limit":7,"timelineMode":"backfill"}`: true,
		`{"url":"https://x.com/TIDEWATCH","cursor":%q}`:                            true,
		`{"username":"kelpline","cursor":%q}`:                                      false,
	} {
		_, _, err := prepared(t, plain, fmt.Sprintf(body, next))
		if good != (err == nil) || !good && !errs.Is(err, errs.InvalidCursor) {
			t.Errorf("%s: %v", body, err)
		}
	}
	other := plain
	other.OrgID = "org_2"
	if _, _, err := prepared(t, other, fmt.Sprintf(`{"username":"tidewatch","cursor":%q}`, next)); !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("a cursor of another organization: %v", err)
	}
}
