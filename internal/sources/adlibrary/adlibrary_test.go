package adlibrary_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adlibrary"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/adlibrarytest"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

const (
	marrowfen = "104730014200001"
	tideline  = "104730014200003"
	carrow    = "104730014200004"
	sallow    = "104730014200005"
	token     = "sample-adlibrary-token"
)

// today is the day of the replays in tests.
var today = time.Date(2026, time.February, 9, 12, 0, 0, 0, time.UTC)

func now() time.Time { return today }

var _ ads.Library = (*adlibrary.Client)(nil)

// setup leads to the replays, or to the handlers that take their places.
func setup(tb testing.TB, key string, extra ...webtest.Site) *adlibrary.Client {
	tb.Helper()
	for _, replay := range []webtest.Site{adlibrarytest.SiteAt(now), adlibrarytest.APIAt(now)} {
		if !slices.ContainsFunc(extra, func(s webtest.Site) bool { return s.Host == replay.Host }) {
			extra = append(extra, replay)
		}
	}
	keys := map[string]string{}
	if key != "" {
		keys[adlibrary.API] = key
	}
	up := webclient.Start(tb, extra...).Upstreams(tb, keys)
	return adlibrary.New(up.Client(adlibrary.Page), up.Client(adlibrary.API))
}

func instead(serve http.HandlerFunc) webtest.Site { return webclient.Instead(adlibrary.Page, serve) }

// query asks for two years.
func query(s ads.Subject) ads.Query {
	return ads.Query{Subject: s, Status: ads.AnyStatus, Limit: 30, Floor: today.AddDate(0, -24, 0), Until: today}
}

// walked is what a walk gives.
type walked struct {
	ads                     map[string]ads.Ad
	loads, elsewhere, again int
	missed, notes           []string
	last                    ads.Load
}

// walk makes steps from a state on.
func walk(tb testing.TB, c *adlibrary.Client, q ads.Query, at string, most int) walked {
	tb.Helper()
	w := walked{ads: map[string]ads.Ad{}}
	for w.loads < most {
		load, err := c.Load(tb.Context(), q, at)
		if err != nil {
			tb.Fatal(err)
		}
		for _, ad := range load.Ads {
			if _, ok := w.ads[ad.ID]; ok {
				w.again++
			}
			w.ads[ad.ID] = ad
		}
		w.loads += load.Loads
		w.elsewhere += load.Elsewhere
		if load.Missed != "" {
			w.missed = append(w.missed, load.Missed)
		}
		if load.Note != "" {
			w.notes = append(w.notes, load.Note)
		}
		w.last = load
		if len(load.Next) > 1500 || (load.Next == "") != (load.Ahead == "") && !strings.Contains(load.Next, "api") {
			tb.Errorf("the state %q has %q ahead", load.Next, load.Ahead)
		}
		if at = load.Next; at == "" {
			break
		}
	}
	return w
}

// The first ads of a page's, as they come.
func TestAds(t *testing.T) {
	t.Parallel()
	c := setup(t, "")
	for name, tc := range map[string]struct {
		id string
		n  int
	}{"company": {marrowfen, 14}, "political": {carrow, 3}, "dealer": {"104730014200007", 3}} {
		q := query(ads.Subject{AdvertiserID: tc.id})
		q.Floor = time.Time{}
		load, err := c.Load(t.Context(), q, "")
		if err != nil {
			t.Fatal(err)
		}
		load.Ads = load.Ads[:tc.n]
		golden.JSON(t, "testdata/golden/"+name+".json", load)
	}
}

// All ads of a subject are found, each with why, and what no page shows is told.
func TestWalks(t *testing.T) {
	t.Parallel()
	c := setup(t, "")
	for name, tc := range map[string]struct {
		subject     ads.Subject
		ads, others int
		by          ads.Match
		missed      string
	}{
		"an id":           {ads.Subject{AdvertiserID: marrowfen, Domain: "elsewhere.test"}, 150, 0, ads.ByAdvertiser, ""},
		"a page's number": {ads.Subject{PageName: marrowfen}, 150, 0, ads.ByAdvertiser, ""},
		"a page's name":   {ads.Subject{PageName: "Marrowfen"}, 150, 5, ads.ByAdvertiser, ""},
		"a dotted name":   {ads.Subject{PageName: "stutter.mill"}, 30, 0, ads.ByAdvertiser, ""},
		"a company":       {ads.Subject{CompanyName: "MARROWFEN"}, 150, 5, ads.ByAdvertiser, ""},
		"a domain":        {ads.Subject{Domain: "company.test"}, 156, 0, ads.ByLandingDomain, ""},
		"a domain, named": {ads.Subject{Domain: "company.test", CompanyName: "Gauge Traders"}, 6, 20, ads.ByLandingDomain, ""},
		"a full day":      {ads.Subject{AdvertiserID: tideline}, 60, 0, ads.ByAdvertiser, "Of 2025-12-11 the library counts 45 ads and shows 30."},
		"no ads":          {ads.Subject{AdvertiserID: sallow}, 0, 0, "", ""},
		"no such domain":  {ads.Subject{Domain: "noads.test"}, 0, 0, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q, most := query(tc.subject), 60
			if tc.ads == 30 {
				q.Floor, most = time.Time{}, 2 // it fails when it is asked for less time
			}
			w := walk(t, c, q, "", most)
			if len(w.ads) != tc.ads || w.elsewhere != tc.others || strings.Join(w.missed, " ") != tc.missed || w.last.NoAdvertiser {
				t.Errorf("%d ads and %d others in %d loads, missed %q", len(w.ads), w.elsewhere, w.loads, w.missed)
			}
			for id, ad := range w.ads {
				if ad.MatchedBy != tc.by && ad.MatchedBy != ads.ByDisplayDomain || ad.Archive != ads.Meta {
					t.Errorf("%s is matched by %q", id, ad.MatchedBy)
				}
			}
		})
	}
}

// What words did not find has no ads, and so is nobody whom the library knows; except for
// an address, which may have ads that do not name it.
func TestNobody(t *testing.T) {
	t.Parallel()
	c := setup(t, "")
	for _, name := range []string{"Noads Foundry", "Marrowfen Tidal"} {
		w := walk(t, c, query(ads.Subject{CompanyName: name}), "", 60)
		if len(w.ads) != 0 || !w.last.NoAdvertiser || w.last.Next != "" {
			t.Errorf("%s: got last %+v, want no ads, NoAdvertiser true, empty Next", name, w.last)
		}
	}
	_, err := c.Load(t.Context(), query(ads.Subject{PageName: "noads.foundry"}), "")
	if e := errs.As(err); e == nil || e.Code != errs.TargetError || !e.Permanent || !strings.Contains(e.Message, "facebook.com/noads.foundry") || !strings.Contains(e.Message, "advertiserId") {
		t.Errorf(`got error %v, want an error, Code "target_error", Permanent true, Message with "facebook.com/noads.foundry", Message with "advertiserId"`, err)
	}
}

// A walk goes on from its state in another client, and what is ahead is told.
func TestResuming(t *testing.T) {
	t.Parallel()
	q := query(ads.Subject{AdvertiserID: marrowfen})
	whole := walk(t, setup(t, ""), q, "", 60)
	first := walk(t, setup(t, ""), q, "", 5)
	if first.loads != 5 || first.last.Next == "" || !strings.HasPrefix(first.last.Ahead, "2024-02-09 to 202") {
		t.Fatalf("%d loads, ahead %q", first.loads, first.last.Ahead)
	}
	rest := walk(t, setup(t, ""), q, first.last.Next, 60)
	if first.loads+rest.loads != whole.loads {
		t.Errorf("%d and %d loads, at once %d", first.loads, rest.loads, whole.loads)
	}
	maps.Copy(rest.ads, first.ads)
	if diff := cmp.Diff(whole.ads, rest.ads); diff != "" {
		t.Errorf("rest.ads mismatch (-want +got):\n%s", diff)
	}
}

// A failure in the middle of a walk is told, and what was loaded is the caller's.
func TestFailingMidway(t *testing.T) {
	t.Parallel()
	c := setup(t, "")
	q := query(ads.Subject{AdvertiserID: "104730014200006"})
	at, loads := "", 0
	for {
		load, err := c.Load(t.Context(), q, at)
		if err != nil {
			if !errs.Is(err, errs.ProviderUnavailable) || loads != 2 {
				t.Errorf("after %d loads: %v", loads, err)
			}
			return
		}
		if loads, at = loads+1, load.Next; at == "" {
			t.Fatal("it did not fail")
		}
	}
}

func TestStates(t *testing.T) {
	t.Parallel()
	c := setup(t, "")
	for name, state := range map[string]string{
		"no state": "x", "a list": "[]", "nothing": "{}", "another surface": `{"s":"x"}`, "no plan": `{"s":"adlibrary"}`, "without a key": `{"s":"adlibraryapi","a":"x"}`,
		"a page": `{"s":"adlibrary","p":["1&x=2"],"w":[[20000,20400]]}`, "years before": `{"s":"adlibrary","w":[[1,20400]]}`, "long": `{"s":"adlibrary","p":[` + strings.Repeat(`"12345",`, 20) + `"1"],"w":[[19762,20400]]}`,
	} {
		if _, err := c.Load(t.Context(), query(ads.Subject{AdvertiserID: marrowfen}), state); !errs.Is(err, errs.InvalidCursor) {
			t.Errorf(`%s: got error %v, want error "invalid_cursor"`, name, err)
		}
	}
	backwards := query(ads.Subject{AdvertiserID: marrowfen})
	backwards.Floor = today.AddDate(1, 0, 0)
	if _, err := c.Load(t.Context(), backwards, ""); !errs.Is(err, errs.InvalidRequest) {
		t.Errorf("a floor to come: %v", err)
	}
}
