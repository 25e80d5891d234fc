package ads_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	adskind "github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/read/ads"
)

var caller = kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	const creatives = `"country":"ALL","activeStatus":"all","archive":"all","limit":30}`
	cases := map[string]struct {
		body, want, target string
		action             credit.Action
		units              int
		credits            int64
	}{
		"plain":         {`{"domain":"WWW.Example.com"}`, `{"op":"creatives","domain":"example.com",` + creatives, "example.com", "ads.creatives", 1, 5},
		"unused":        {`{"companyName":" Marsh \n Ltd","maxLoads":7,"floorMonths":2}`, `{"op":"creatives","companyName":"Marsh Ltd",` + creatives, "Marsh Ltd", "ads.creatives", 1, 5},
		"everything":    {`{"op":"creatives","domain":"a.test","country":"de","activeStatus":"active","archive":"google","limit":1000,"options":{"details":true}}`, `{"op":"creatives","domain":"a.test","country":"DE","activeStatus":"active","archive":"google","limit":100,"options":{"details":true}}`, "a.test", "ads.creatives", 1, 5},
		"a page":        {`{"advertiserId":" 104410042730014 ","country":"all"}`, `{"op":"creatives","advertiserId":"104410042730014",` + creatives, "104410042730014", "ads.creatives", 1, 5},
		"an advertiser": {`{"advertiserId":"ar07300142000000000001","domain":"a.test"}`, `{"op":"creatives","domain":"a.test","advertiserId":"AR07300142000000000001",` + creatives, "AR07300142000000000001", "ads.creatives", 1, 5},
		"archive":       {`{"op":"archive","domain":"a.test"}`, `{"op":"archive","domain":"a.test","country":"ALL","activeStatus":"all","archive":"all","limit":30,"maxLoads":40,"floorMonths":24}`, "a.test", "ads.archive", 40, 40},
		"archive, more": {`{"op":"archive","domain":"a.test","maxLoads":101,"floorMonths":500,"limit":5}`, `{"op":"archive","domain":"a.test","country":"ALL","activeStatus":"all","archive":"all","limit":5,"maxLoads":80,"floorMonths":120}`, "a.test", "ads.archive", 80, 80},
		"resolve":       {`{"op":"resolve","domain":"a.test","country":"DE","activeStatus":"active","limit":3,"maxLoads":5,"floorMonths":5}`, `{"op":"resolve","domain":"a.test","archive":"all"}`, "a.test", "ads.resolve", 1, 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := kind.Plan{Target: c.target, Quote: credit.Quote{Action: c.action, Units: c.units, Credits: c.credits}}
			kindtest.Canonical(t, adskind.Call(), caller, c.want, plan, c.body)
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	kindtest.Refuses(t, adskind.Call(), caller, kindtest.Refusals{
		"nothing":               {`{}`, errs.InvalidRequest, "domain", "advertiserId"},
		"a page's address only": {`{"facebookUrl":"https://www.facebook.com/marrowfen"}`, errs.InvalidRequest, "domain", ""},
		"an address for domain": {`{"domain":"ftp://example.com/"}`, errs.InvalidURL, "domain", ""},
		"a long name":           {`{"companyName":"` + strings.Repeat("é", 101) + `"}`, errs.InvalidRequest, "companyName", ""},
		"no id":                 {`{"advertiserId":"marrowfen"}`, errs.InvalidRequest, "advertiserId", "resolve"},
		"the other's id":        {`{"advertiserId":"AR07300142000000000001","archive":"meta"}`, errs.InvalidRequest, "archive", "meta"},
		"the other's, too":      {`{"advertiserId":"104410042730014","archive":"google"}`, errs.InvalidRequest, "archive", "google"},
		"another site":          {`{"domain":"a.test","facebookUrl":"https://example.com/a"}`, errs.InvalidURL, "facebookUrl", ""},
		"no country":            {`{"domain":"a.test","country":"QQ"}`, errs.InvalidRequest, "country", "ISO"},
		"an alias of a country": {`{"domain":"a.test","country":"UK"}`, errs.InvalidRequest, "country", ""},
		"a continent":           {`{"domain":"a.test","country":"EU"}`, errs.InvalidRequest, "country", ""},
		"three letters":         {`{"domain":"a.test","country":"DEU"}`, errs.InvalidRequest, "country", ""},
		"digits":                {`{"domain":"a.test","country":"276"}`, errs.InvalidRequest, "country", ""},
		"negative limit":        {`{"domain":"a.test","limit":-1}`, errs.InvalidRequest, "limit", ""},
		"negative loads":        {`{"domain":"a.test","maxLoads":-1}`, errs.InvalidRequest, "maxLoads", ""},
		"negative months":       {`{"domain":"a.test","floorMonths":-1}`, errs.InvalidRequest, "floorMonths", ""},
		"a foreign cursor":      {`{"domain":"a.test","cursor":"abc"}`, errs.InvalidCursor, "cursor", ""},
		"a cursor of resolve":   {`{"op":"resolve","domain":"a.test","cursor":"abc"}`, errs.InvalidRequest, "cursor", "leave it out"},
		"details of a walk":     {`{"op":"archive","domain":"a.test","options":{"details":true}}`, errs.InvalidRequest, "options.details", "creatives"},
	})
}

func TestSchema(t *testing.T) {
	t.Parallel()
	kindtest.Schema(t, adskind.Call(), kindtest.Bodies{
		"plain":           {`{"domain":"a.test"}`, true},
		"all":             {`{"op":"archive","domain":"a.test","companyName":"A","advertiserId":"1234","facebookUrl":"https://facebook.com/a","country":"all","activeStatus":"inactive","archive":"meta","cursor":"c","limit":1,"maxLoads":1,"floorMonths":1,"options":{"details":true}}`, true},
		"another op":      {`{"op":"all","domain":"a.test"}`, false},
		"another status":  {`{"domain":"a.test","activeStatus":"ACTIVE"}`, false},
		"another archive": {`{"domain":"a.test","archive":"bing"}`, false},
		"no ads":          {`{"domain":"a.test","limit":0}`, false},
		"no loads":        {`{"domain":"a.test","maxLoads":0}`, false},
		"an id as number": {`{"advertiserId":104410042730014}`, false},
		"unknown":         {`{"domain":"a.test","query":"x"}`, false},
	})
}

// Each archive is asked by what it knows.
func TestSubjects(t *testing.T) {
	t.Parallel()
	const id, page = "AR07300142000000000001", "104410042730014"
	cases := map[string]struct {
		body string
		want map[ads.Archive]ads.Subject
	}{
		"domain":      {`{"domain":"a.test"}`, map[ads.Archive]ads.Subject{ads.Meta: {Domain: "a.test"}, ads.Google: {Domain: "a.test"}}},
		"google's":    {`{"advertiserId":"` + id + `"}`, map[ads.Archive]ads.Subject{ads.Google: {AdvertiserID: id}}},
		"meta's":      {`{"advertiserId":"` + page + `"}`, map[ads.Archive]ads.Subject{ads.Meta: {AdvertiserID: page}}},
		"id and name": {`{"advertiserId":"` + page + `","companyName":"A"}`, map[ads.Archive]ads.Subject{ads.Meta: {AdvertiserID: page, CompanyName: "A"}, ads.Google: {CompanyName: "A"}}},
		"one archive": {`{"advertiserId":"` + page + `","companyName":"A","archive":"google"}`, map[ads.Archive]ads.Subject{ads.Google: {CompanyName: "A"}}},
		"a page":      {`{"domain":"a.test","facebookUrl":"https://de-de.facebook.com/Marrowfen/about?x=1"}`, map[ads.Archive]ads.Subject{ads.Meta: {Domain: "a.test", PageName: "marrowfen"}, ads.Google: {Domain: "a.test"}}},
		"page and id": {`{"advertiserId":"` + id + `","facebookUrl":"https://www.facebook.com/marrowfen"}`, map[ads.Archive]ads.Subject{ads.Meta: {PageName: "marrowfen"}, ads.Google: {AdvertiserID: id}}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := prepared(t, c.body)
			got := map[ads.Archive]ads.Subject{}
			for _, archive := range args.Asked() {
				got[archive] = args.Subject(archive)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("subjects mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func prepared(t *testing.T, body string) *adskind.Args {
	t.Helper()
	input, _, err := kindtest.Prepare(t, adskind.Call(), caller, body)
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, input)
}

func TestFacebookPages(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://www.facebook.com/Marrowfen":                                         "marrowfen",
		"http://m.facebook.com/marrow.fen/posts/1":                                   "marrow.fen",
		"https://fb.com/marrowfen/":                                                  "marrowfen",
		"https://www.facebook.com/profile.php?id=61550000000001&sk=about":            "61550000000001",
		"https://www.facebook.com/pages/Marrowfen/104410042730014":                   "104410042730014",
		"https://www.facebook.com/people/Marrow-Fen/61550000000001/":                 "61550000000001",
		"https://www.facebook.com/p/Marrowfen-61550000000001":                        "61550000000001",
		"https://www.facebook.com/Marrowfen-104410042730014/":                        "104410042730014",
		"https://www.facebook.com/pg/marrowfen/about":                                "marrowfen",
		"https://www.facebook.com/ads/library/?view_all_page_id=104410042730014&q=x": "104410042730014",
		"https://www.facebook.com/":                                                  "",
		"https://www.facebook.com/profile.php":                                       "",
		"https://www.facebook.com/profile.php?id=me":                                 "",
		"https://www.facebook.com/groups/123456":                                     "",
		"https://www.facebook.com/pages/Marrowfen":                                   "",
		"https://www.facebook.com/p/":                                                "",
		"https://www.facebook.com/ads/library/?q=x":                                  "",
		"https://facebook.com.example.com/marrowfen":                                 "",
		"https://notfacebook.com/marrowfen":                                          "",
		"facebook.com/marrowfen":                                                     "marrowfen",
		"https://www.facebook.com/%3Cscript%3E":                                      "",
	} {
		input, _, err := kindtest.Prepare(t, adskind.Call(), caller, fmt.Sprintf(`{"domain":"a.test","facebookUrl":%q}`, address))
		if want == "" {
			if !errs.Is(err, errs.InvalidURL) {
				t.Errorf(`%s: got error %v, input %s; want error "invalid_url"`, address, err, input)
			}
			continue
		}
		if err != nil || decode(t, input).Subject(ads.Meta).PageName != want {
			t.Errorf("%s: got error %v, input %s; want no error, decode(t, input).Subject(ads.Meta).PageName %q", address, err, input, want)
		}
	}
}

// A cursor is good for its op and its question, and for pages of any size.
func TestCursors(t *testing.T) {
	t.Parallel()
	args := prepared(t, `{"domain":"a.test","companyName":"A"}`)
	next := caller.Cursors.Seal("org_1", args.Walk(), `{"u":1}`)
	for body, good := range map[string]bool{
		`{"companyName":"A","domain":"www.a.test","cursor":%q,"limit":7,"options":{"details":true}}`: true,
		`{"companyName":"A","domain":"a.test","cursor":%q,"op":"archive"}`:                           false,
		`{"companyName":"A","domain":"a.test","cursor":%q,"country":"DE"}`:                           false,
		`{"companyName":"A","domain":"a.test","cursor":%q,"activeStatus":"active"}`:                  false,
		`{"companyName":"A","domain":"a.test","cursor":%q,"archive":"meta"}`:                         false,
		`{"domain":"a.test","cursor":%q}`:                                                            false,
	} {
		_, _, err := kindtest.Prepare(t, adskind.Call(), caller, fmt.Sprintf(body, next))
		if good != (err == nil) || !good && !errs.Is(err, errs.InvalidCursor) {
			t.Errorf(`%s: got error %v, want success %t, (error "invalid_cursor" unless good)`, body, err, good)
		}
	}
}
