package channelkind_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/cursor"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	channelkind "github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/kinds/channel/runner"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

var (
	caller   = job.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}
	entitled = job.Caller{OrgID: "org_1", Cursors: caller.Cursors, Grants: job.Grants{ExtendedCeilings: true}}
)

// prepared returns the canonical input of a body.
func prepared(t *testing.T, c job.Caller, body string) (string, job.Plan, error) {
	t.Helper()
	args := channelkind.Spec().Args()
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
			got, plan, err := prepared(t, caller, c.body)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := json.Marshal(c.handle)
			if diff := cmp.Diff(`{"platform":"`+c.platform+`","handle":`+string(want)+`,"limit":25}`, got); diff != "" {
				t.Error(diff)
			}
			if plan.Target != c.target || plan.Quote.Action != credit.Channel || plan.Quote.Credits != 6 {
				t.Errorf("plan: %+v", plan)
			}
			if again, _, err := prepared(t, caller, got); err != nil || again != got {
				t.Errorf("the canonical input is not its own: %v, %s", err, again)
			}
		})
	}
}

// Limits clamp, deep needs the entitlement and a platform that has it, and the price
// follows what is left.
func TestLimits(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		caller  job.Caller
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
			got, plan, err := prepared(t, c.caller, c.body)
			if err != nil || !strings.HasSuffix(got, c.want) || plan.Quote.Credits != c.credits {
				t.Errorf("%v: %s, %+v", err, got, plan.Quote)
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
		"nothing":              {`{}`, "handle", errs.InvalidRequest},
		"no platform":          {`{"handle":"a"}`, "platform", errs.InvalidRequest},
		"both":                 {`{"handle":"a","url":"https://x.com/a"}`, "url", errs.InvalidRequest},
		"unknown platform":     {`{"platform":"myspace","handle":"a"}`, "platform", errs.InvalidRequest},
		"another platform":     {`{"platform":"reddit","url":"https://x.com/a"}`, "platform", errs.InvalidRequest},
		"no such site":         {`{"url":"https://example.com/a"}`, "url", errs.InvalidURL},
		"a name like it":       {`{"url":"https://notyoutube.com/@a"}`, "url", errs.InvalidURL},
		"no address":           {`{"url":"youtube"}`, "url", errs.InvalidURL},
		"a video":              {`{"url":"https://www.youtube.com/watch?v=aaaaaaaaaaa"}`, "url", errs.InvalidURL},
		"a short link":         {`{"url":"https://youtu.be/aaaaaaaaaaa"}`, "url", errs.InvalidURL},
		"a post of Reddit":     {`{"url":"https://www.reddit.com/r/tides/comments/1abc/x/"}`, "url", errs.InvalidURL},
		"a person":             {`{"url":"https://www.linkedin.com/in/somebody"}`, "url", errs.InvalidURL},
		"a person's handle":    {`{"platform":"linkedin","handle":"in/somebody"}`, "handle", errs.InvalidRequest},
		"too much of a handle": {`{"platform":"linkedin","handle":"company/a/b"}`, "handle", errs.InvalidRequest},
		"emoji":                {`{"platform":"x","handle":"tide🌊"}`, "handle", errs.InvalidRequest},
		"space":                {`{"platform":"youtube","handle":"tide watch"}`, "handle", errs.InvalidRequest},
		"no name":              {`{"platform":"reddit","handle":"r/a!b"}`, "handle", errs.InvalidRequest},
		"a made-up cursor":     {`{"platform":"x","handle":"a","cursor":"bm90IGEgY3Vyc29yIGF0IGFsbA"}`, "cursor", errs.InvalidCursor},
		"heavy options":        {`{"platform":"x","handle":"a","options":{"x":"` + strings.Repeat("y", 20000) + `"}}`, "options", errs.InvalidRequest},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := prepared(t, caller, c.body)
			if e := errs.As(err); e == nil || e.Code != c.code || len(e.Details) != 1 || e.Details[0].Field != c.field {
				t.Errorf("got %+v", e)
			}
		})
	}
}

// A cursor is good for one channel, however it is named, and for pages of any size.
func TestCursors(t *testing.T) {
	t.Parallel()
	args := channelkind.Args{Platform: "youtube", Handle: "marrowfen"}
	if _, err := args.Prepare(caller); err != nil {
		t.Fatal(err)
	}
	next := caller.Cursors.Seal("org_1", args.Walk(), "somewhere")
	for body, good := range map[string]bool{
		`{"url":"https://www.youtube.com/@marrowfen","limit":3,"cursor":"` + next + `"}`: true,
		`{"platform":"youtube","handle":"@other","cursor":"` + next + `"}`:               false,
		`{"platform":"x","handle":"marrowfen","cursor":"` + next + `"}`:                  false,
	} {
		if _, _, err := prepared(t, caller, body); good != (err == nil) {
			t.Errorf("%s: %v", body, err)
		}
	}
	if _, _, err := prepared(t, job.Caller{OrgID: "org_2", Cursors: caller.Cursors}, `{"platform":"youtube","handle":"marrowfen","cursor":"`+next+`"}`); !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("another organization's cursor: %v", err)
	}
}

// What the API offers, what Prepare knows and what the runner reads are the same.
func TestPlatforms(t *testing.T) {
	t.Parallel()
	field, _ := reflect.TypeFor[channelkind.Args]().FieldByName("Platform")
	offered := strings.Split(field.Tag.Get("enum"), ",")
	for _, name := range offered {
		if _, _, err := prepared(t, caller, `{"platform":"`+name+`","handle":"abc"}`); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, _, err := prepared(t, caller, `{"platform":"other","handle":"abc"}`)
	if message := errs.As(err).Message; !strings.HasSuffix(message, strings.Join(offered, ", ")) {
		t.Errorf("the platforms are %s, offered are %v", message, offered)
	}
	settings, err := sources.NewSettings(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var read []string
	for name := range runner.Platforms(upstream.NewSet(nil, settings, nil), nil) {
		read = append(read, name)
	}
	slices.Sort(read)
	slices.Sort(offered)
	if diff := cmp.Diff(offered, read); diff != "" {
		t.Error(diff)
	}
}
