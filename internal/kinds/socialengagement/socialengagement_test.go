package socialengagement_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/socialengagement"
)

var caller = kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	const x = `{"id":"1954505000000000001","platform":"x","engagementType":"quotes","limit":20}`
	const reddit = `{"id":"1kq0a1","platform":"reddit","engagementType":"comments","limit":20}`
	const linkedin = `{"id":"activity:7312345678901234567","platform":"linkedin","engagementType":"reshares","limit":20}`
	cases := map[string]struct {
		body, want, target string
		blocks             int
	}{
		"x":               {`{"url":"https://x.com/a/status/1954505000000000001?s=20","engagementType":"quotes"}`, x, "x 1954505000000000001 quotes", 1},
		"x by id":         {`{"platform":"x","id":" 1954505000000000001 ","engagementType":"quotes"}`, x, "x 1954505000000000001 quotes", 1},
		"twitter":         {`{"platform":"x","url":"https://twitter.com/a/status/1954505000000000001","engagementType":"quotes"}`, x, "x 1954505000000000001 quotes", 1},
		"hackernews":      {`{"url":"https://news.ycombinator.com/item?id=8863","limit":41}`, `{"id":"8863","platform":"hackernews","engagementType":"comments","limit":41}`, "hackernews 8863 comments", 3},
		"reddit":          {`{"url":"https://old.reddit.com/r/tides/comments/1kq0a1/a_title/"}`, reddit, "reddit 1kq0a1 comments", 1},
		"reddit by id":    {`{"platform":"reddit","id":"t3_1KQ0A1"}`, reddit, "reddit 1kq0a1 comments", 1},
		"linkedin":        {`{"url":"https://www.linkedin.com/posts/acme_tides-activity-7312345678901234567-Ab_1","engagementType":"reshares"}`, linkedin, "linkedin activity:7312345678901234567 reshares", 1},
		"linkedin by id":  {`{"platform":"linkedin","id":"7312345678901234567","engagementType":"reshares"}`, linkedin, "linkedin activity:7312345678901234567 reshares", 1},
		"linkedin by URN": {`{"platform":"linkedin","id":"urn:li:activity:7312345678901234567","engagementType":"reshares"}`, linkedin, "linkedin activity:7312345678901234567 reshares", 1},
		"clamped":         {`{"platform":"hackernews","id":"8863","limit":500}`, `{"id":"8863","platform":"hackernews","engagementType":"comments","limit":100}`, "hackernews 8863 comments", 5},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := kind.Plan{Target: c.target, Quote: credit.Quote{Action: "social.engagement", Units: c.blocks, Credits: 3 * int64(c.blocks)}}
			kindtest.Canonical(t, socialengagement.Call(), caller, c.want, plan, c.body)
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	kindtest.Refuses(t, socialengagement.Call(), caller, kindtest.Refusals{
		"nothing":           {`{}`, errs.InvalidRequest, "url", ""},
		"both":              {`{"platform":"x","id":"1","url":"https://x.com/a/status/1"}`, errs.InvalidRequest, "url", ""},
		"id alone":          {`{"id":"1954505000000000001"}`, errs.InvalidRequest, "platform", ""},
		"another platform":  {`{"platform":"reddit","url":"https://x.com/a/status/1954505000000000001"}`, errs.InvalidRequest, "platform", ""},
		"elsewhere":         {`{"url":"https://example.com/a/status/1"}`, errs.InvalidURL, "url", ""},
		"no URL":            {`{"url":"ftp://x.com/a"}`, errs.InvalidURL, "url", ""},
		"an account":        {`{"url":"https://x.com/a"}`, errs.InvalidURL, "url", ""},
		"a community":       {`{"url":"https://www.reddit.com/r/tides/"}`, errs.InvalidURL, "url", ""},
		"a comment":         {`{"url":"https://www.reddit.com/r/tides/comments/1kq0a1/a_title/mk0001/"}`, errs.InvalidURL, "url", ""},
		"a company":         {`{"url":"https://www.linkedin.com/company/acme"}`, errs.InvalidURL, "url", ""},
		"x id":              {`{"platform":"x","id":"12a"}`, errs.InvalidRequest, "id", ""},
		"reddit id":         {`{"platform":"reddit","id":"t1_mk0001"}`, errs.InvalidRequest, "id", ""},
		"hackernews id":     {`{"platform":"hackernews","id":"-1"}`, errs.InvalidRequest, "id", ""},
		"linkedin id":       {`{"platform":"linkedin","id":"urn:li:member:7312345678901234567"}`, errs.InvalidRequest, "id", ""},
		"made-up cursor":    {`{"platform":"x","id":"1","cursor":"abc"}`, errs.InvalidCursor, "cursor", ""},
		"less than nothing": {`{"platform":"x","id":"1","limit":-1}`, errs.InvalidRequest, "limit", "at least 1"},
	})
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
			_, _, err := kindtest.Prepare(t, socialengagement.Call(), caller, `{"platform":"`+platform+`","id":"`+ids[platform]+`","engagementType":"`+by+`"}`)
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
	args := socialengagement.Args{Platform: socialengagement.HackerNews, ID: "8863"}
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
		_, _, err := kindtest.Prepare(t, socialengagement.Call(), caller, body)
		if e := errs.As(err); good != (err == nil) || !good && e.Code != errs.InvalidCursor {
			t.Errorf(`%s: got error %v, want success %t, (Code "invalid_cursor" unless good)`, body, err, good)
		}
	}
	args.Cursor = next
	if _, err := args.Prepare(kind.Caller{OrgID: "org_2", Cursors: caller.Cursors}); !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("another organization's cursor: %v", err)
	}
}
