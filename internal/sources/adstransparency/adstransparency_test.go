package adstransparency_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adstransparency"
	"github.com/quarryapi/quarry/internal/sources/adstransparency/adstransparencytest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// today is the day of the replay.
var today = time.Date(2026, 3, 9, 15, 4, 5, 0, time.UTC)

func setup(t *testing.T) *adstransparency.Client {
	t.Helper()
	web := webclient.Start(t, adstransparencytest.SiteAt(func() time.Time { return today }))
	return adstransparency.New(web.Upstreams(t, nil).Client(adstransparency.Name))
}

// instead is a client of an archive that a handler stands for.
func instead(t *testing.T, serve http.HandlerFunc) *adstransparency.Client {
	t.Helper()
	return adstransparency.New(webclient.Upstream(t, adstransparency.Name, "", serve))
}

func query(s ads.Subject) ads.Query {
	return ads.Query{Subject: s, Status: ads.AnyStatus, Limit: 100, Until: today}
}

// walk makes all steps of a walk.
func walk(ctx context.Context, t *testing.T, c *adstransparency.Client, q ads.Query) (all []ads.Ad, loads int) {
	t.Helper()
	for state := ""; ; loads++ {
		load, err := c.Load(ctx, q, state)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, load.Ads...)
		if state = load.Next; state == "" {
			return all, loads + 1
		}
	}
}

func TestAds(t *testing.T) {
	t.Parallel()
	q := query(ads.Subject{Domain: "company.test"})
	q.Limit = 4
	load, err := setup(t).Load(t.Context(), q, "")
	if err != nil {
		t.Fatal(err)
	}
	golden.JSON(t, "testdata/golden/ads.json", load.Ads)
	if load.Next == "" || load.Loads != 1 || *load.Total.Lower != 130 || *load.Total.Upper != 140 || load.Elsewhere != 0 || load.Missed != "" {
		t.Errorf("got load %+v, want a Next, Loads 1, Total.Lower 130, Total.Upper 140, Elsewhere 0, empty Missed", load)
	}
}

func TestWalks(t *testing.T) {
	t.Parallel()
	c := setup(t)
	year := today.AddDate(-1, 0, 0)
	cases := map[string]struct {
		change func(*ads.Query)
		ads    int
		loads  int
		by     ads.Match
	}{
		"by domain":     {func(q *ads.Query) { q.Domain = "company.test" }, 136, 2, ads.ByArchive},
		"in parts":      {func(q *ads.Query) { q.Domain, q.Limit = "company.test", 30 }, 136, 5, ads.ByArchive},
		"by advertiser": {func(q *ads.Query) { q.AdvertiserID, q.Domain = "AR07300142000000000001", "other.test" }, 130, 2, ads.ByAdvertiser},
		"by name":       {func(q *ads.Query) { q.CompanyName = "marrowfen" }, 130, 3, ads.ByAdvertiser},
		"by legal name": {func(q *ads.Query) { q.CompanyName = "Gauge Traders" }, 6, 2, ads.ByAdvertiser},
		"in Germany":    {func(q *ads.Query) { q.AdvertiserID, q.Country = "AR07300142000000000001", "DE" }, 65, 1, ads.ByAdvertiser},
		"in a year":     {func(q *ads.Query) { q.AdvertiserID, q.Floor = "AR07300142000000000001", year }, 81, 1, ads.ByAdvertiser},
		"running":       {func(q *ads.Query) { q.AdvertiserID, q.Status = "AR07300142000000000001", ads.Active }, 30, 1, ads.ByAdvertiser},
		"ended":         {func(q *ads.Query) { q.AdvertiserID, q.Status = "AR07300142000000000001", ads.Inactive }, 100, 2, ads.ByAdvertiser},
		"none":          {func(q *ads.Query) { q.Domain = "nobody.test" }, 0, 1, ""},
		"none anymore":  {func(q *ads.Query) { q.AdvertiserID = "AR07300142000000000005" }, 0, 1, ""},
		"limit too big": {func(q *ads.Query) { q.Domain, q.Limit = "company.test", 1000 }, 136, 2, ads.ByArchive},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := query(ads.Subject{})
			tc.change(&q)
			all, loads := walk(t.Context(), t, c, q)
			if len(all) != tc.ads || loads != tc.loads {
				t.Errorf("%d ads by %d loads", len(all), loads)
			}
			seen := map[string]bool{}
			for _, ad := range all {
				if seen[ad.ID] || ad.MatchedBy != tc.by || q.Status != ads.AnyStatus && *ad.Active != (q.Status == ads.Active) {
					t.Errorf(`got ad %+v, want seen[ad.ID] false, MatchedBy %q, (Status "all" or Active %t)`, ad, tc.by, q.Status == ads.Active)
				}
				seen[ad.ID] = true
			}
		})
	}
}

func TestNobodyOfTheName(t *testing.T) {
	t.Parallel()
	c := setup(t)
	for _, name := range []string{"Nobody at all", "Marrow", "Tidal"} {
		load, err := c.Load(t.Context(), query(ads.Subject{CompanyName: name}), "")
		if err != nil || !load.NoAdvertiser || load.Next != "" || load.Ads == nil || len(load.Ads) != 0 {
			t.Errorf("%s: got load %+v, error %v; want no error, NoAdvertiser true, empty Next, Ads not nil, no Ads", name, load, err)
		}
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	c := setup(t)
	for name, s := range map[string]ads.Subject{
		"name":   {CompanyName: "Marrowfen"},
		"domain": {Domain: "company.test"},
		"both":   {Domain: "company.test", CompanyName: "Marrowfen"},
		"id":     {AdvertiserID: "AR07300142000000000003"},
		"none":   {CompanyName: "Nobody at all", Domain: "nobody.test", AdvertiserID: "AR00000000000000000000"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := c.Resolve(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			golden.JSON(t, "testdata/golden/resolve_"+name+".json", got)
		})
	}
}

func TestDetail(t *testing.T) {
	t.Parallel()
	c := setup(t)
	load, err := c.Load(t.Context(), query(ads.Subject{Domain: "carrow-forward.test"}), "")
	if err != nil || len(load.Ads) != 8 {
		t.Fatalf("got error %v, load %+v; want no error, 8 Ads", err, load)
	}
	ad := load.Ads[3]
	for range 2 { // twice gives the same
		if err := c.Detail(t.Context(), &ad); err != nil {
			t.Fatal(err)
		}
	}
	golden.JSON(t, "testdata/golden/detail.json", ad)
	gone := ads.Ad{ID: "CR0", Advertiser: ad.Advertiser}
	if err := c.Detail(t.Context(), &gone); !errs.Is(err, errs.TargetError) || errs.As(err).Retryable() {
		t.Errorf(`got error %v, want error "target_error", Retryable() false`, err)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]errs.Code{
		"walled": errs.UpstreamBlocked, "quota": errs.UpstreamRateLimited, "sorry": errs.UpstreamRateLimited,
		"down": errs.ProviderUnavailable, "garbled": errs.ParseFailed, "refused": errs.TargetError,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := setup(t)
			if got, err := c.Load(t.Context(), query(ads.Subject{Domain: name + ".test"}), ""); !errs.Is(err, code) {
				t.Errorf("load: %v, %+v", err, got)
			}
			if got, err := c.Resolve(t.Context(), ads.Subject{CompanyName: name}); !errs.Is(err, code) {
				t.Errorf("resolve: %v, %+v", err, got)
			}
		})
	}
}

// A token of another search, and a state of another archive.
func TestStaleStates(t *testing.T) {
	t.Parallel()
	c := setup(t)
	for _, state := range []string{`{"t":"c3RhbGU="}`, `{"t":7}`, `nonsense`} {
		if _, err := c.Load(t.Context(), query(ads.Subject{Domain: "company.test"}), state); !errs.Is(err, errs.InvalidCursor) {
			t.Errorf(`%s: got error %v, want error "invalid_cursor"`, state, err)
		}
	}
}

func TestUnknownCountry(t *testing.T) {
	t.Parallel()
	q := query(ads.Subject{Domain: "company.test"})
	q.Country = "QQ"
	if _, err := setup(t).Load(t.Context(), q, ""); !errs.Is(err, errs.TargetError) {
		t.Errorf(`got error %v, want error "target_error"`, err)
	}
}

// What the requests say, and that the visit's cookie goes with them.
func TestRequests(t *testing.T) {
	t.Parallel()
	var asked []string
	c := instead(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			http.SetCookie(w, &http.Cookie{Name: "NID", Value: "1"})
			return
		}
		asked = append(asked, r.URL.String()+" "+r.Header.Get("Cookie")+" "+r.PostFormValue("f.req"))
		_, _ = w.Write([]byte(`)]}'` + "\n" + `{}`))
	})
	q := query(ads.Subject{Domain: "company.test"})
	q.Country, q.Floor = "FR", time.Date(2024, 1, 2, 3, 4, 5, 6, time.UTC)
	for _, state := range []string{"", `{"t":"abc"}`} {
		if load, err := c.Load(t.Context(), q, state); err != nil || len(load.Ads) != 0 || load.Next != "" {
			t.Fatalf("got load %+v, error %v; want no error, no Ads, empty Next", load, err)
		}
	}
	const filter = `"3":{"12":{"1":"company.test","2":true},"6":20240102,"7":20260309,"8":[2250]}`
	const call = `/anji/_/rpc/SearchService/SearchCreatives?authuser=0 NID=1 `
	want := []string{call + `{"2":100,` + filter + `,"7":{"1":1,"2":0,"3":2250}}`, call + `{"2":100,` + filter + `,"4":"abc","7":{"1":1,"2":0,"3":2250}}`}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("asked mismatch (-want +got):\n%s", diff)
	}
}

// Only an answer that proves it is an empty list; whatever else holds no ads is an error.
func TestAnswers(t *testing.T) {
	t.Parallel()
	one := `{"1":"AR1","2":"CR1"}`
	cases := map[string]struct {
		status int
		body   string
		ads    int
		code   errs.Code
	}{
		"nothing":              {200, `{}`, 0, ""},
		"an empty list":        {200, `{"1":[]}`, 0, ""},
		"zeros":                {200, `{"4":"0","5":"0"}`, 0, ""},
		"a list that is away":  {200, `{"4":"10","5":"20"}`, 0, errs.ParseFailed},
		"other keys":           {200, `{"9":{}}`, 0, errs.ParseFailed},
		"a message":            {200, `{"error":"internal"}`, 0, errs.ParseFailed},
		"null":                 {200, `null`, 0, errs.ParseFailed},
		"a list":               {200, `[]`, 0, errs.ParseFailed},
		"a number":             {200, `0`, 0, errs.ParseFailed},
		"empty":                {200, ``, 0, errs.ParseFailed},
		"cut off":              {200, `{"1":[` + one, 0, errs.ParseFailed},
		"a list of something":  {200, `{"1":[7,"x",null,{}]}`, 0, errs.ParseFailed},
		"no list":              {200, `{"1":"x"}`, 0, errs.ParseFailed},
		"one of them":          {200, `{"1":[7,` + one + `]}`, 1, ""},
		"odd numbers":          {200, `{"1":[{"1":"AR1","2":"CR1","4":"99","13":"-5","6":{"1":"-1"},"7":{"1":1e300}}]}`, 1, ""},
		"a page":               {200, `<html>`, 0, errs.UpstreamBlocked},
		"a guarded page":       {200, ")]}'\n <html>", 0, errs.UpstreamBlocked},
		"refused":              {400, `<html>`, 0, errs.TargetError},
		"refused by status":    {400, `{"1":[` + one + `]}`, 0, errs.TargetError},
		"an exception":         {200, `{"2":"com.x.BadRequestException","5":400}`, 0, errs.TargetError},
		"an exception, quota":  {200, `{"2":"com.x.QuotaException","5":429}`, 0, errs.UpstreamRateLimited},
		"an exception, closed": {200, `{"2":"com.x.DeniedException","5":"403"}`, 0, errs.UpstreamBlocked},
		"an exception, away":   {200, `{"2":"com.x.BackendException","5":500}`, 0, errs.ProviderUnavailable},
		"forbidden":            {403, `{}`, 0, errs.UpstreamBlocked},
		"deep":                 {200, strings.Repeat(`{"1":`, 20000), 0, errs.ParseFailed},
		"wrong charset":        {200, "{\"1\":[{\"1\":\"AR1\",\"2\":\"CR1\",\"12\":\"Caf\xe9\"}]}", 1, ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			load, err := instead(t, webclient.Answer(tc.status, tc.body)).Load(t.Context(), query(ads.Subject{Domain: "company.test"}), "")
			if tc.code != "" {
				if !errs.Is(err, tc.code) {
					t.Errorf("got error %v, load %+v; want error %q", err, load, tc.code)
				}
				return
			}
			if err != nil || load.Ads == nil || len(load.Ads) != tc.ads {
				t.Errorf("got error %v, load %+v; want no error, Ads not nil, %v Ads", err, load, tc.ads)
			}
		})
	}
}

func TestSuggestionsThatProveNothing(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"2":[]}`, `{"1":{}}`, `{"1":[{"7":1}]}`, `[]`, `<p>`} {
		got, err := instead(t, webclient.Answer(http.StatusOK, body)).Suggestions(t.Context(), "marrowfen")
		if err == nil {
			t.Errorf("%s: got %+v, want an error", body, got)
		}
	}
}

// A page that comes again would be walked through for ever.
func TestRepeatingPage(t *testing.T) {
	t.Parallel()
	c := instead(t, webclient.Answer(http.StatusOK, `{"1":[{"1":"AR1","2":"CR1"}],"2":"again"}`))
	q := query(ads.Subject{Domain: "company.test"})
	first, err := c.Load(t.Context(), q, "")
	if err != nil || first.Next == "" || first.Missed != "" {
		t.Fatalf("got first %+v, error %v; want no error, a Next, empty Missed", first, err)
	}
	if second, err := c.Load(t.Context(), q, first.Next); err != nil || second.Next != "" || second.Missed == "" {
		t.Errorf("got second %+v, error %v; want no error, empty Next, a Missed", second, err)
	}
}

// Addresses that are none of the web's are left out.
func TestPreviews(t *testing.T) {
	t.Parallel()
	for preview, want := range map[string]string{
		`{"3":{"2":"<a><IMG alt='x' SRC=\"https://a.test/p?x=1&amp;y=2\">"}}`: "image https://a.test/p?x=1&y=2",
		`{"3":{"2":"<img src=javascript:alert(1)>"}}`:                         "",
		`{"3":{"2":"<img"}}`:                                       "",
		`{"1":{"4":"https://a.test/content.js"}}`:                  "script https://a.test/content.js",
		`{"2":{"4":"//a.test/x"}}`:                                 "",
		`{"2":{"4":"https://www.youtube.com/embed/58wGr2umMx4"}}`:  "embed https://www.youtube.com/embed/58wGr2umMx4",
		`{"1":{"4":"data:text/javascript,1"},"2":{"4":"http://"}}`: "",
	} {
		c := instead(t, webclient.Answer(http.StatusOK, `{"1":[{"1":"AR1","2":"CR1","3":`+preview+`}]}`))
		load, err := c.Load(t.Context(), query(ads.Subject{Domain: "company.test"}), "")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, m := range load.Ads[0].Media {
			got = m.Type + " " + m.URL
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", preview, got, want)
		}
	}
}
