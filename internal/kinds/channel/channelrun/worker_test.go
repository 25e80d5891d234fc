package channelrun_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/kinds/channel/channelrun"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/youtube/youtubetest"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

func today() time.Time { return time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC) }

var caller = kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k"), Grants: job.Grants{ExtendedCeilings: true}}

// runs are those of one organization.
type runs = kindtest.Runs[channel.Args, channel.Result]

// setup leads them to the sample web, with or without its keys.
func setup(t *testing.T, keys map[string]string) runs {
	t.Helper()
	return on(channelrun.Platforms(webclient.Start(t, youtubetest.SiteAt(today)).Upstreams(t, keys), today))
}

func on(platforms map[string]channelrun.Platform) runs {
	return runs{Call: channel.Call(), Worker: channelrun.New(platforms, caller.Cursors), Caller: caller}
}

func TestResults(t *testing.T) {
	t.Parallel()
	keyed, keyless := setup(t, webtest.New().Keys()), setup(t, nil)
	for name, tc := range map[string]struct {
		read runs
		body string
	}{
		"youtube":           {keyless, `{"platform":"youtube","handle":"@marrowfen","limit":8}`},
		"x":                 {keyless, `{"url":"https://x.com/tidewatch","limit":3}`},
		"reddit_community":  {keyed, `{"platform":"reddit","handle":"r/gaugereadings","limit":3}`},
		"reddit_account":    {keyed, `{"platform":"reddit","handle":"u/tide_watcher","limit":3}`},
		"reddit_by_feed":    {keyless, `{"platform":"reddit","handle":"r/gaugereadings","limit":2}`},
		"linkedin":          {keyless, `{"url":"https://www.linkedin.com/company/marrowfen","limit":3,"includeEmployees":true}`},
		"linkedin_is_quiet": {keyless, `{"platform":"linkedin","handle":"sallow-weir","includeEmployees":true}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := tc.read.Must(t, tc.body)
			if result.NextCursor != "" {
				result.NextCursor = "sealed" // its seal is not for a file
			}
			golden.JSON(t, "testdata/golden/"+name+".json", result)
		})
	}
}

// All platforms are followed to their end by nextCursor, and give nothing twice.
func TestPaging(t *testing.T) {
	t.Parallel()
	keyed := setup(t, webtest.New().Keys())
	for name, tc := range map[string]struct {
		body  string
		items int // without reposts
	}{
		"youtube":   {`"platform":"youtube","handle":"@marrowfen","limit":40`, 138},
		"reddit":    {`"platform":"reddit","handle":"u/tide_watcher","limit":50`, 230},
		"x":         {`"platform":"x","handle":"tidewatch","limit":100,"deep":true`, 240},
		"x at once": {`"platform":"x","handle":"tidewatch","limit":1000,"deep":true`, 240},
		"linkedin":  {`"platform":"linkedin","handle":"carrow-harbour","limit":50`, 69},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seen, next := map[string]bool{}, ""
			for range 20 {
				result := keyed.Must(t, fmt.Sprintf(`{%s,"cursor":%q}`, tc.body, next))
				for _, item := range result.Items {
					if item.RepostOf != nil { // may have the id of the original, and that be repeated
						continue
					}
					if seen[item.ExternalID] {
						t.Errorf("%s again", item.ExternalID)
					}
					seen[item.ExternalID] = true
				}
				if result.Channel.Name == "" || result.Source == "" || result.Coverage.Complete && result.NextCursor != "" || !result.Coverage.Complete && result.Coverage.Reason == "" {
					t.Errorf("got channel %+v, coverage %+v; want a Name, a Source, (empty NextCursor if Coverage.Complete), (a Reason unless Coverage.Complete)", result.Channel, result.Coverage)
				}
				if next = result.NextCursor; next == "" {
					break
				}
			}
			if len(seen) != tc.items || next != "" {
				t.Errorf("%d items of %d, then %q", len(seen), tc.items, next)
			}
		})
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	keyless := setup(t, nil)
	for body, code := range map[string]errs.Code{
		`{"platform":"youtube","handle":"@silted"}`:      errs.TargetError,
		`{"platform":"youtube","handle":"@walled"}`:      errs.UpstreamBlocked,
		`{"platform":"youtube","handle":"@throttled"}`:   errs.UpstreamRateLimited,
		`{"platform":"reddit","handle":"u/ghost_ship"}`:  errs.TargetError,
		`{"platform":"linkedin","handle":"closed-lock"}`: errs.LoginRequired,
		`{"platform":"linkedin","handle":"denied"}`:      errs.UpstreamBlocked,
	} {
		if result, err := keyless.Run(t.Context(), t, body); !errs.Is(err, code) {
			t.Errorf("%s: got error %v, result %+v; want error %q", body, err, result, code)
		}
	}
}

// platform is one that gives a page, whatever is asked.
type platform struct{ page channelrun.Page }

func (p platform) Channel(context.Context, channelrun.Request) (channelrun.Page, error) {
	return p.page, nil
}

// A position that no cursor can hold ends the list, and the answer says so.
func TestLongPosition(t *testing.T) {
	t.Parallel()
	var long strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&long, "%x", i*i*7919)
	}
	page := platform{channelrun.Page{Items: []social.Item{}, Next: long.String(), Source: "x"}}
	result, err := on(map[string]channelrun.Platform{social.X: page}).Run(t.Context(), t, `{"platform":"x","handle":"a"}`)
	if err != nil || result.NextCursor != "" || result.Coverage.Complete || !strings.Contains(result.Coverage.Reason, "too long") {
		t.Errorf(`got error %v, result %+v; want no error, empty NextCursor, Coverage.Complete false, Coverage.Reason with "too long"`, err, result)
	}
}

// The input of a job comes from storage; its cursor is opened again.
func TestInputs(t *testing.T) {
	t.Parallel()
	r := channelrun.New(map[string]channelrun.Platform{social.X: platform{}}, caller.Cursors)
	for name, c := range map[string]struct {
		args channel.Args
		code errs.Code
	}{
		"a made-up cursor": {channel.Args{Platform: "x", Handle: "a", Limit: 1, Cursor: "bm90IGEgY3Vyc29yIGF0IGFsbA"}, errs.InvalidCursor},
		"no such platform": {channel.Args{Platform: "other"}, errs.InternalError},
	} {
		if _, err := r.Run(t.Context(), kind.Run[channel.Args]{OrgID: "org_1", Args: c.args}); !errs.Is(err, c.code) {
			t.Errorf("%s: got %v, want %s", name, err, c.code)
		}
	}
}
