package runner_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/cursor"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/job"
	channelkind "github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/kinds/channel/runner"
	"github.com/quarryapi/quarry/internal/social"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

func today() time.Time { return time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC) }

// unpaced are upstreams of the sample web that may be asked at any pace.
type unpaced struct {
	web  *fetch.Client
	keys map[string]string
}

func (u unpaced) Client(name string) *upstream.Client {
	for _, about := range sources.All() {
		if about.Name == name {
			about.BaseURL, about.Pace = webtest.New().Sources()[name], 0
			return upstream.New(u.web, sources.Config{Upstream: about, Key: u.keys[name]}, nil)
		}
	}
	panic(name)
}

// run admits a body as the API does and runs the job.
type run func(t *testing.T, body string) (channelkind.Result, error)

var caller = job.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k"), Grants: job.Grants{ExtendedCeilings: true}}

// setup returns what runs jobs on the sample web, with or without its keys.
func setup(t *testing.T, keys map[string]string) run {
	t.Helper()
	hosts, err := target.ParseHosts([]string{webtest.Start(t, webtest.YouTube(today)).HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	web := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(web.CloseIdle)
	return runs(runner.New(runner.Platforms(unpaced{web, keys}, today), caller.Cursors))
}

func runs(r *runner.Runner) run {
	return func(t *testing.T, body string) (channelkind.Result, error) {
		t.Helper()
		args := channelkind.Spec().Args()
		if err := json.Unmarshal([]byte(body), args); err != nil {
			t.Fatal(err)
		}
		if _, err := args.Prepare(caller); err != nil {
			t.Fatal(err)
		}
		input, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		out, err := r.Run(t.Context(), job.Run{JobID: "job_1", OrgID: "org_1", Input: input})
		result, _ := out.Result.(channelkind.Result)
		return result, err
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	keyed, keyless := setup(t, webtest.New().Keys()), setup(t, nil)
	for name, tc := range map[string]struct {
		read run
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
			result, err := tc.read(t, tc.body)
			if err != nil {
				t.Fatal(err)
			}
			if result.NextCursor != "" {
				result.NextCursor = "sealed" // its seal is not for a file
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
				result, err := keyed(t, fmt.Sprintf(`{%s,"cursor":%q}`, tc.body, next))
				if err != nil {
					t.Fatal(err)
				}
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
					t.Errorf("%+v, %+v", result.Channel, result.Coverage)
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
		if result, err := keyless(t, body); !errs.Is(err, code) {
			t.Errorf("%s: %v, %+v", body, err, result)
		}
	}
}

// platform is one that gives a page, whatever is asked.
type platform struct{ page runner.Page }

func (p platform) Channel(context.Context, runner.Request) (runner.Page, error) { return p.page, nil }

// A position that no cursor can hold ends the list, and the answer says so.
func TestLongPosition(t *testing.T) {
	t.Parallel()
	var long strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&long, "%x", i*i*7919)
	}
	page := platform{runner.Page{Items: []social.Item{}, Next: long.String(), Source: "x"}}
	read := runs(runner.New(map[string]runner.Platform{social.X: page}, caller.Cursors))
	result, err := read(t, `{"platform":"x","handle":"a"}`)
	if err != nil || result.NextCursor != "" || result.Coverage.Complete || !strings.Contains(result.Coverage.Reason, "too long") {
		t.Errorf("%v: %+v", err, result)
	}
}

// The input of a job comes from storage; its cursor is opened again.
func TestInputs(t *testing.T) {
	t.Parallel()
	r := runner.New(map[string]runner.Platform{social.X: platform{}}, caller.Cursors)
	for input, code := range map[string]errs.Code{
		`{"platform":"x","handle":"a","limit":1,"cursor":"bm90IGEgY3Vyc29yIGF0IGFsbA"}`: errs.InvalidCursor,
		`{"platform":"other"}`: errs.InternalError,
		`{`:                    errs.InternalError,
	} {
		if _, err := r.Run(t.Context(), job.Run{OrgID: "org_1", Input: json.RawMessage(input)}); !errs.Is(err, code) {
			t.Errorf("%s: %v", input, err)
		}
	}
}
