package socialengagementkind_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/cursor"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	socialengagementkind "github.com/quarryapi/quarry/internal/kinds/social_engagement"
)

var caller = job.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}

// prepared returns the canonical input of a body.
func prepared(t *testing.T, body string) (string, job.Plan, error) {
	t.Helper()
	args := socialengagementkind.Spec().Args()
	if err := json.Unmarshal([]byte(body), args); err != nil {
		t.Fatal(err)
	}
	plan, err := args.Prepare(caller)
	input, marshalErr := json.Marshal(args)
	if marshalErr != nil {
		t.Fatal(marshalErr)
	}
	return string(input), plan, err
}

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	const x = `{"id":"1954505000000000001","platform":"x","engagementType":"quotes","limit":20}`
	const reddit = `{"id":"1kq0a1","platform":"reddit","engagementType":"comments","limit":20}`
	const linkedin = `{"id":"activity:7312345678901234567","platform":"linkedin","engagementType":"reshares","limit":20}`
	cases := map[string]struct {
		body, want string
		credits    int64
	}{
		"x":               {`{"url":"https://x.com/a/status/1954505000000000001?s=20","engagementType":"quotes"}`, x, 3},
		"x by id":         {`{"platform":"x","id":" 1954505000000000001 ","engagementType":"quotes"}`, x, 3},
		"twitter":         {`{"platform":"x","url":"https://twitter.com/a/status/1954505000000000001","engagementType":"quotes"}`, x, 3},
		"hackernews":      {`{"url":"https://news.ycombinator.com/item?id=8863","limit":41}`, `{"id":"8863","platform":"hackernews","engagementType":"comments","limit":41}`, 9},
		"reddit":          {`{"url":"https://old.reddit.com/r/tides/comments/1kq0a1/a_title/"}`, reddit, 3},
		"reddit by id":    {`{"platform":"reddit","id":"t3_1KQ0A1"}`, reddit, 3},
		"linkedin":        {`{"url":"https://www.linkedin.com/posts/acme_tides-activity-7312345678901234567-Ab_1","engagementType":"reshares"}`, linkedin, 3},
		"linkedin by id":  {`{"platform":"linkedin","id":"7312345678901234567","engagementType":"reshares"}`, linkedin, 3},
		"linkedin by URN": {`{"platform":"linkedin","id":"urn:li:activity:7312345678901234567","engagementType":"reshares"}`, linkedin, 3},
		"clamped":         {`{"platform":"hackernews","id":"8863","limit":500}`, `{"id":"8863","platform":"hackernews","engagementType":"comments","limit":100}`, 15},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, plan, err := prepared(t, c.body)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if plan.Quote.Action != credit.SocialEngagement || plan.Quote.Credits != c.credits || plan.Target == "" {
				t.Errorf("plan: %+v", plan)
			}
			if again, _, err := prepared(t, got); err != nil || again != got {
				t.Errorf("the canonical input is not its own: %v, %s", err, again)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body, field string
		code        errs.Code
	}{
		"nothing":          {`{}`, "url", errs.InvalidRequest},
		"both":             {`{"platform":"x","id":"1","url":"https://x.com/a/status/1"}`, "url", errs.InvalidRequest},
		"id alone":         {`{"id":"1954505000000000001"}`, "platform", errs.InvalidRequest},
		"another platform": {`{"platform":"reddit","url":"https://x.com/a/status/1954505000000000001"}`, "platform", errs.InvalidRequest},
		"elsewhere":        {`{"url":"https://example.com/a/status/1"}`, "url", errs.InvalidURL},
		"no URL":           {`{"url":"ftp://x.com/a"}`, "url", errs.InvalidURL},
		"an account":       {`{"url":"https://x.com/a"}`, "url", errs.InvalidURL},
		"a community":      {`{"url":"https://www.reddit.com/r/tides/"}`, "url", errs.InvalidURL},
		"a comment":        {`{"url":"https://www.reddit.com/r/tides/comments/1kq0a1/a_title/mk0001/"}`, "url", errs.InvalidURL},
		"a company":        {`{"url":"https://www.linkedin.com/company/acme"}`, "url", errs.InvalidURL},
		"x id":             {`{"platform":"x","id":"12a"}`, "id", errs.InvalidRequest},
		"reddit id":        {`{"platform":"reddit","id":"t1_mk0001"}`, "id", errs.InvalidRequest},
		"hackernews id":    {`{"platform":"hackernews","id":"-1"}`, "id", errs.InvalidRequest},
		"linkedin id":      {`{"platform":"linkedin","id":"urn:li:member:7312345678901234567"}`, "id", errs.InvalidRequest},
		"heavy options":    {`{"platform":"x","id":"1","options":{"x":"` + strings.Repeat("y", 20000) + `"}}`, "options", errs.InvalidRequest},
		"made-up cursor":   {`{"platform":"x","id":"1","cursor":"abc"}`, "cursor", errs.InvalidCursor},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := prepared(t, c.body)
			e := errs.As(err)
			if e == nil || e.Code != c.code || len(e.Details) != 1 || e.Details[0].Field != c.field {
				t.Errorf("got %+v", e)
			}
		})
	}
}

// What a platform does not have is refused with both fields and with what there is; each
// other pair is taken.
func TestCombinations(t *testing.T) {
	t.Parallel()
	has := map[string]string{
		"x": "retweeters quotes comments reactions", "reddit": "comments reshares reactions",
		"hackernews": "comments reactions", "linkedin": "comments reactions reshares",
	}
	ids := map[string]string{"x": "1954505000000000001", "reddit": "1kq0a1", "hackernews": "8863", "linkedin": "7312345678901234567"}
	for platform, types := range has {
		for _, by := range []string{"retweeters", "quotes", "reactions", "comments", "reshares"} {
			_, _, err := prepared(t, `{"platform":"`+platform+`","id":"`+ids[platform]+`","engagementType":"`+by+`"}`)
			if slices.Contains(strings.Fields(types), by) {
				if err != nil {
					t.Errorf("%s of %s: %v", by, platform, err)
				}
				continue
			}
			e := errs.As(err)
			if e == nil || e.Code != errs.InvalidRequest || len(e.Details) != 2 || e.Details[0].Field != "platform" || e.Details[1].Field != "engagementType" ||
				!strings.Contains(e.Message, strings.ReplaceAll(types, " ", ", ")) {
				t.Errorf("%s of %s: %+v", by, platform, e)
			}
		}
	}
}

// A cursor is good for the post and the type that gave it, and for no other.
func TestCursors(t *testing.T) {
	t.Parallel()
	args := socialengagementkind.Args{Platform: socialengagementkind.HackerNews, ID: "8863"}
	if _, err := args.Prepare(caller); err != nil {
		t.Fatal(err)
	}
	next := caller.Cursors.Seal("org_1", args.Walk(), "2 8870")
	for body, good := range map[string]bool{
		`{"platform":"hackernews","id":"8863","limit":7,"cursor":"` + next + `"}`:                    true,
		`{"url":"https://news.ycombinator.com/item?id=8863","cursor":"` + next + `"}`:                true,
		`{"platform":"hackernews","id":"8864","cursor":"` + next + `"}`:                              false,
		`{"platform":"hackernews","id":"8863","engagementType":"reactions","cursor":"` + next + `"}`: false,
		`{"platform":"x","id":"8863","engagementType":"comments","cursor":"` + next + `"}`:           false,
	} {
		_, _, err := prepared(t, body)
		if e := errs.As(err); good != (err == nil) || !good && e.Code != errs.InvalidCursor {
			t.Errorf("%s: %v", body, err)
		}
	}
	args.Cursor = next
	if _, err := args.Prepare(job.Caller{OrgID: "org_2", Cursors: caller.Cursors}); !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("another organization's cursor: %v", err)
	}
}
