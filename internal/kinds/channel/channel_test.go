package channel_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/kinds/channel/channelrun"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

var (
	caller   = kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}
	entitled = kind.Caller{OrgID: "org_1", Cursors: caller.Cursors, Grants: job.Grants{ExtendedCeilings: true}}
)

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	const id = "UCabcdefghijklmnopqrstuv"
	cases := map[string]struct{ body, platform, handle, target string }{
		"x":                  {`{"platform":"x","handle":" @TideWatch"}`, "x", "tidewatch", "https://x.com/tidewatch"},
		"x by url":           {`{"url":"https://mobile.twitter.com/TideWatch/with_replies"}`, "x", "tidewatch", "https://x.com/tidewatch"},
		"youtube":            {`{"platform":"youtube","handle":"marrowfen"}`, "youtube", "@marrowfen", "https://www.youtube.com/@marrowfen"},
		"youtube id":         {`{"platform":"youtube","handle":"` + id + `"}`, "youtube", id, "https://www.youtube.com/channel/" + id},
		"youtube by url":     {`{"platform":"youtube","url":"https://m.youtube.com/@marrowfen/shorts"}`, "youtube", "@marrowfen", "https://www.youtube.com/@marrowfen"},
		"youtube former url": {`{"url":"https://youtube.com/tidelog"}`, "youtube", "/tidelog", "https://www.youtube.com/tidelog"},
		"right to left":      {`{"platform":"youtube","handle":"@شاطئ"}`, "youtube", "@شاطئ", "https://www.youtube.com/@%D8%B4%D8%A7%D8%B7%D8%A6"},
		"community":          {`{"platform":"reddit","handle":"/r/Tides/"}`, "reddit", "r/tides", "https://www.reddit.com/r/tides/"},
		"account":            {`{"platform":"reddit","handle":"Tide_Watcher"}`, "reddit", "u/tide_watcher", "https://www.reddit.com/user/tide_watcher/"},
		"account's own":      {`{"url":"https://old.reddit.com/r/u_halyard/"}`, "reddit", "u/halyard", "https://www.reddit.com/user/halyard/"},
		"company":            {`{"platform":"linkedin","handle":"Marrowfen"}`, "linkedin", "company/marrowfen", "https://www.linkedin.com/company/marrowfen"},
		"showcase":           {`{"url":"https://uk.linkedin.com/showcase/marrowfen-labs/about"}`, "linkedin", "showcase/marrowfen-labs", "https://www.linkedin.com/showcase/marrowfen-labs"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			handle, _ := json.Marshal(c.handle)
			want := `{"platform":"` + c.platform + `","handle":` + string(handle) + `,"limit":25}`
			plan := kind.Plan{Target: c.target, Quote: credit.Quote{Action: "channel", Units: 2, Credits: 6}}
			kindtest.Canonical(t, channel.Call(), caller, want, plan, c.body)
		})
	}
}

// Limits clamp, deep needs the entitlement and a platform that has it, and the price
// follows what is left.
func TestLimits(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		caller  kind.Caller
		body    string
		want    string
		credits int64
	}{
		"one":              {caller, `{"platform":"x","handle":"a","limit":1}`, `"limit":1}`, 3},
		"a block":          {caller, `{"platform":"x","handle":"a","limit":20}`, `"limit":20}`, 3},
		"a started block":  {caller, `{"platform":"x","handle":"a","limit":21}`, `"limit":21}`, 6},
		"clamped":          {caller, `{"platform":"x","handle":"a","limit":5000}`, `"limit":50}`, 9},
		"not entitled":     {caller, `{"platform":"x","handle":"a","limit":5000,"deep":true}`, `"limit":50}`, 9},
		"not deep":         {entitled, `{"platform":"x","handle":"a","limit":5000}`, `"limit":50}`, 9},
		"deep":             {entitled, `{"platform":"x","handle":"a","limit":5000,"deep":true}`, `"limit":1000,"deep":true}`, 150},
		"deep, linkedin":   {entitled, `{"platform":"linkedin","handle":"a","limit":5000,"deep":true}`, `"limit":60,"deep":true}`, 9},
		"deep, youtube":    {entitled, `{"platform":"youtube","handle":"a","limit":5000,"deep":true}`, `"limit":50}`, 9},
		"deep, reddit":     {entitled, `{"platform":"reddit","handle":"a","limit":5000,"deep":true}`, `"limit":50}`, 9},
		"employees":        {caller, `{"platform":"linkedin","handle":"a","includeEmployees":true}`, `"limit":25,"includeEmployees":true}`, 6},
		"employees, not x": {caller, `{"platform":"x","handle":"a","includeEmployees":true}`, `"limit":25}`, 6},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, plan, err := kindtest.Prepare(t, channel.Call(), c.caller, c.body)
			if err != nil || !strings.HasSuffix(got, c.want) || plan.Quote.Credits != c.credits {
				t.Errorf("got error %v, value %s, plan.Quote %+v; want no error, ending with %q, Credits %v", err, got, plan.Quote, c.want, c.credits)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	kindtest.Refuses(t, channel.Call(), caller, kindtest.Refusals{
		"nothing":              {`{}`, errs.InvalidRequest, "handle", ""},
		"no platform":          {`{"handle":"a"}`, errs.InvalidRequest, "platform", ""},
		"both":                 {`{"handle":"a","url":"https://x.com/a"}`, errs.InvalidRequest, "url", ""},
		"unknown platform":     {`{"platform":"myspace","handle":"a"}`, errs.InvalidRequest, "platform", ""},
		"another platform":     {`{"platform":"reddit","url":"https://x.com/a"}`, errs.InvalidRequest, "platform", ""},
		"no such site":         {`{"url":"https://example.com/a"}`, errs.InvalidURL, "url", ""},
		"a name like it":       {`{"url":"https://notyoutube.com/@a"}`, errs.InvalidURL, "url", ""},
		"no address":           {`{"url":"youtube"}`, errs.InvalidURL, "url", ""},
		"a video":              {`{"url":"https://www.youtube.com/watch?v=aaaaaaaaaaa"}`, errs.InvalidURL, "url", ""},
		"a short link":         {`{"url":"https://youtu.be/aaaaaaaaaaa"}`, errs.InvalidURL, "url", ""},
		"a post of Reddit":     {`{"url":"https://www.reddit.com/r/tides/comments/1abc/x/"}`, errs.InvalidURL, "url", ""},
		"a person":             {`{"url":"https://www.linkedin.com/in/somebody"}`, errs.InvalidURL, "url", ""},
		"a person's handle":    {`{"platform":"linkedin","handle":"in/somebody"}`, errs.InvalidRequest, "handle", ""},
		"too much of a handle": {`{"platform":"linkedin","handle":"company/a/b"}`, errs.InvalidRequest, "handle", ""},
		"emoji":                {`{"platform":"x","handle":"tide🌊"}`, errs.InvalidRequest, "handle", ""},
		"space":                {`{"platform":"youtube","handle":"tide watch"}`, errs.InvalidRequest, "handle", ""},
		"no name":              {`{"platform":"reddit","handle":"r/a!b"}`, errs.InvalidRequest, "handle", ""},
		"a made-up cursor":     {`{"platform":"x","handle":"a","cursor":"bm90IGEgY3Vyc29yIGF0IGFsbA"}`, errs.InvalidCursor, "cursor", ""},
		"less than nothing":    {`{"platform":"x","handle":"a","limit":-1}`, errs.InvalidRequest, "limit", "at least 1"},
	})
}

// A cursor is good for one channel, however it is named, and for pages of any size.
func TestCursors(t *testing.T) {
	t.Parallel()
	args := channel.Args{Platform: "youtube", Handle: "marrowfen"}
	if _, err := args.Prepare(caller); err != nil {
		t.Fatal(err)
	}
	next := caller.Cursors.Seal("org_1", args.Walk(), "somewhere")
	for body, good := range map[string]bool{
		`{"url":"https://www.youtube.com/@marrowfen","limit":3,"cursor":"` + next + `"}`: true,
		`{"platform":"youtube","handle":"@other","cursor":"` + next + `"}`:               false,
		`{"platform":"x","handle":"marrowfen","cursor":"` + next + `"}`:                  false,
	} {
		if _, _, err := kindtest.Prepare(t, channel.Call(), caller, body); good != (err == nil) {
			t.Errorf("%s: got error %v, want success %t", body, err, good)
		}
	}
	if _, _, err := kindtest.Prepare(t, channel.Call(), kind.Caller{OrgID: "org_2", Cursors: caller.Cursors}, `{"platform":"youtube","handle":"marrowfen","cursor":"`+next+`"}`); !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("another organization's cursor: %v", err)
	}
}

// What the API offers, what Prepare knows and what the runner reads are the same.
func TestPlatforms(t *testing.T) {
	t.Parallel()
	field, _ := reflect.TypeFor[channel.Args]().FieldByName("Platform")
	offered := strings.Split(field.Tag.Get("enum"), ",")
	for _, name := range offered {
		if _, _, err := kindtest.Prepare(t, channel.Call(), caller, `{"platform":"`+name+`","handle":"abc"}`); err != nil {
			t.Errorf("%s: got error %v, want no error", name, err)
		}
	}
	_, _, err := kindtest.Prepare(t, channel.Call(), caller, `{"platform":"other","handle":"abc"}`)
	if message := errs.As(err).Message; !strings.HasSuffix(message, strings.Join(offered, ", ")) {
		t.Errorf("the platforms are %s, offered are %v", message, offered)
	}
	settings, err := sources.NewSettings(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var read []string
	for name := range channelrun.Platforms(upstream.NewSet(nil, settings, nil), nil) {
		read = append(read, name)
	}
	slices.Sort(read)
	slices.Sort(offered)
	if diff := cmp.Diff(offered, read); diff != "" {
		t.Errorf("read mismatch (-want +got):\n%s", diff)
	}
}
