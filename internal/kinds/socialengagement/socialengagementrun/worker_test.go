package socialengagementrun_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/socialengagement"
	"github.com/quarryapi/quarry/internal/kinds/socialengagement/socialengagementrun"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

var caller = kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}

const (
	xPost        = "1954505000000000001"
	linkedinPost = "7425093387943936002" // 12 comments, of which ten are shown
)

// runs are those of one organization.
type runs = kindtest.Runs[socialengagement.Args, socialengagement.Result]

func on(platforms socialengagementrun.Platforms) runs {
	return runs{Call: socialengagement.Call(), Worker: socialengagementrun.New(platforms, caller.Cursors), Caller: caller}
}

// web are the platforms of the sample web, with keys of some upstreams.
func web(t *testing.T, keys map[string]string) socialengagementrun.Platforms {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 8, 10, 12, 0, 0, 0, time.UTC) }
	return socialengagementrun.From(webclient.Start(t).Upstreams(t, keys), now)
}

func TestResults(t *testing.T) {
	t.Parallel()
	platforms := web(t, nil)
	for name, body := range map[string]string{
		"hackernews_comments":  `{"platform":"hackernews","id":"8863","limit":3}`,
		"hackernews_reactions": `{"platform":"hackernews","id":"8863","engagementType":"reactions"}`,
		"x_retweeters":         `{"platform":"x","id":"` + xPost + `","engagementType":"retweeters"}`,
		"x_quotes":             `{"platform":"x","id":"` + xPost + `","engagementType":"quotes"}`,
		"x_comments":           `{"platform":"x","id":"` + xPost + `","limit":2}`,
		"x_reactions":          `{"platform":"x","id":"` + xPost + `","engagementType":"reactions"}`,
		"reddit_comments":      `{"platform":"reddit","id":"1kq0a1"}`,
		"reddit_reshares":      `{"platform":"reddit","id":"1kq0a1","engagementType":"reshares"}`,
		"reddit_reactions":     `{"platform":"reddit","id":"1kq0a1","engagementType":"reactions"}`,
		"linkedin_comments":    `{"platform":"linkedin","id":"` + linkedinPost + `","limit":2}`,
		"linkedin_reactions":   `{"platform":"linkedin","id":"` + linkedinPost + `","engagementType":"reactions"}`,
		"linkedin_reshares":    `{"platform":"linkedin","id":"` + linkedinPost + `","engagementType":"reshares"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := on(platforms).Must(t, body)
			if result.ActorsAvailable != (result.Items != nil) {
				t.Errorf("got %d items and ActorsAvailable %t, want items where they are available", len(result.Items), result.ActorsAvailable)
			}
			result.NextCursor = "" // its seal is not for a file
			golden.JSON(t, "testdata/golden/"+name+".json", result)
		})
	}
}

// With an app of Reddit's and a key of X's their APIs are asked first.
func TestOfficial(t *testing.T) {
	t.Parallel()
	keys := map[string]string{"xapi": "sample-x-key"}
	for _, site := range webtest.Upstreams() {
		if site.Upstream == "reddit" {
			keys[site.Upstream] = site.Key
		}
	}
	platforms := web(t, keys)
	for body, source := range map[string]string{
		`{"platform":"reddit","id":"1kq0a1","limit":2}`:                                 "redditapi",
		`{"platform":"reddit","id":"1kq0a1","engagementType":"reshares"}`:               "redditapi",
		`{"platform":"x","id":"` + xPost + `","engagementType":"retweeters","limit":1}`: "xapi",
	} {
		result, err := on(platforms).Run(t.Context(), t, body)
		if err != nil || result.Source != source || len(result.Items) == 0 {
			t.Errorf("%s: got error %v, result %+v; want no error, Source %q, some Actors", body, err, result, source)
		}
	}
}

// Pages of every size give each actor once.
func TestPaging(t *testing.T) {
	t.Parallel()
	platforms := web(t, nil)
	for name, c := range map[string]struct {
		about string
		want  int
	}{
		"hackernews": {`"platform":"hackernews","id":"9000"`, 1200},
		"x":          {`"platform":"x","id":"` + xPost + `"`, 45},
		"reddit":     {`"platform":"reddit","id":"1kq0a1"`, 4},
		"linkedin":   {`"platform":"linkedin","id":"` + linkedinPost + `"`, 10},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, limit := range []int{max(3, c.want/9), 100} {
				seen, next := map[string]int{}, ""
				for range 30 {
					result := on(platforms).Must(t, fmt.Sprintf(`{%s,"limit":%d,"cursor":%q}`, c.about, limit, next))
					for _, actor := range result.Items {
						seen[actor.Post.ExternalID+actor.Post.Text]++
					}
					if next = result.NextCursor; next == "" {
						break
					}
				}
				if len(seen) != c.want || next != "" {
					t.Errorf("by %d: %d actors, then %q", limit, len(seen), next)
				}
				for id, times := range seen {
					if times != 1 {
						t.Errorf("by %d: %s is there %d times", limit, id, times)
					}
				}
			}
		})
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	platforms := web(t, nil)
	for name, c := range map[string]struct {
		body      string
		code      errs.Code
		permanent bool
	}{
		"deleted":   {`{"platform":"x","id":"1954400000000000001","engagementType":"retweeters"}`, errs.TargetError, true},
		"suspended": {`{"platform":"x","id":"1954400000000000002","engagementType":"reactions"}`, errs.TargetError, true},
		"private":   {`{"platform":"x","id":"1954400000000000003","engagementType":"quotes"}`, errs.LoginRequired, false},
		"dead":      {`{"platform":"hackernews","id":"8942"}`, errs.TargetError, true},
		"unknown":   {`{"platform":"hackernews","id":"77777","engagementType":"reactions"}`, errs.TargetError, true},
		"linkedin":  {`{"platform":"linkedin","id":"7000000000000000000"}`, errs.TargetError, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := on(platforms).Output(t.Context(), t, c.body)
			diff := cmp.Diff(socialengagement.Result{}, out.Result)
			if e := errs.As(err); e == nil || e.Code != c.code || c.permanent && !e.Permanent || diff != "" {
				t.Errorf("got %+v, want %s and no result: %s", e, c.code, diff)
			}
		})
	}
}

// reader gives an engagement as it stands.
type reader struct{ socialengagementrun.Engagement }

func (r reader) Post(context.Context, string) (*social.Item, error) { return &r.Engagement.Post, nil }

func (r reader) Engaged(context.Context, string, socialengagement.Type, string, int) (socialengagementrun.Engagement, error) {
	return r.Engagement, nil
}

// A list without anybody is not taken for nobody where the platform counts some.
func TestEmptyList(t *testing.T) {
	t.Parallel()
	counts := social.Counts{Quotes: new(int64(12)), Reposts: new(int64(0))}
	platforms := socialengagementrun.Platforms{socialengagement.X: reader{socialengagementrun.Engagement{Post: social.Item{ExternalID: "1", Counts: counts}, Exhausted: true}}}
	for by, says := range map[string]string{"quotes": "12", "retweeters": "", "comments": ""} {
		result := on(platforms).Must(t, `{"platform":"x","id":"1","engagementType":"`+by+`"}`)
		if nobody := says == ""; result.Items == nil || len(result.Items) > 0 || result.Exhausted != nobody || result.Coverage.Complete != nobody {
			t.Errorf("%s: got result %+v, want Items not nil, no Items, Exhausted %t, Coverage.Complete %t", by, result, nobody, nobody)
		}
		if says != "" && !strings.Contains(result.Coverage.Reason, says) {
			t.Errorf("%s: got Coverage.Reason %s, want (with %q if says is given)", by, result.Coverage.Reason, says)
		}
	}
}

// The input of a job comes from storage; its cursor is opened again.
func TestBadInput(t *testing.T) {
	t.Parallel()
	args := socialengagement.Args{Platform: socialengagement.HackerNews, ID: "8863", Type: socialengagement.Comments}
	sealed := caller.Cursors.Seal("org_1", args.Walk(), "somewhere")
	r := socialengagementrun.New(web(t, nil), caller.Cursors)
	for name, c := range map[string]struct {
		args socialengagement.Args
		code errs.Code
	}{
		"no platform": {socialengagement.Args{Platform: "y", ID: "1"}, errs.InternalError},
		"made up":     {socialengagement.Args{Platform: socialengagement.X, ID: "1", Cursor: "bm90IGEgY3Vyc29yIGF0IGFsbA"}, errs.InvalidCursor},
		"no position": {socialengagement.Args{Platform: socialengagement.HackerNews, ID: "8863", Cursor: sealed}, errs.InvalidCursor},
	} {
		c.args.Type, c.args.Limit = socialengagement.Comments, 1
		if _, err := r.Run(t.Context(), kind.Run[socialengagement.Args]{OrgID: "org_1", Args: c.args}); !errs.Is(err, c.code) {
			t.Errorf("%s: got %v, want %s", name, err, c.code)
		}
	}
}
