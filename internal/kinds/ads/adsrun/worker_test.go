package adsrun_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	adskind "github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/kinds/ads/adsrun"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/adlibrarytest"
	"github.com/quarryapi/quarry/internal/sources/adstransparency/adstransparencytest"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// today is the day of the replays.
var today = time.Date(2026, 3, 9, 15, 4, 5, 0, time.UTC)

func now() time.Time { return today }

type runs = kindtest.Runs[adskind.Args, adskind.Result]

// setup leads to the replays of the archives, or to what takes their place.
func setup(t *testing.T, instead ...webtest.Site) runs {
	t.Helper()
	taken := map[string]bool{}
	for _, site := range instead {
		taken[site.Host] = true
	}
	for _, site := range []webtest.Site{adlibrarytest.SiteAt(now), adstransparencytest.SiteAt(now)} {
		if !taken[site.Host] {
			instead = append(instead, site)
		}
	}
	return over(adsrun.From(webclient.Start(t, instead...).Upstreams(t, nil)), now)
}

func over(libraries adsrun.Libraries, now func() time.Time) runs {
	caller := kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}
	return runs{Call: adskind.Call(), Worker: adsrun.New(libraries, caller.Cursors, now), Caller: caller}
}

func TestResults(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for name, body := range map[string]string{
		"creatives": `{"domain":"company.test","limit":6}`,
		"details":   `{"domain":"carrow-forward.test","limit":4,"options":{"details":true}}`,
		"country":   `{"companyName":"Marrowfen","country":"de","activeStatus":"active","limit":4}`,
		"page":      `{"domain":"company.test","facebookUrl":"https://www.facebook.com/Marrowfen","archive":"meta","limit":2}`,
		"none":      `{"domain":"nobody.test"}`,
		"nobody":    `{"companyName":"Nobody at all"}`,
		"resolve":   `{"op":"resolve","companyName":"Marrowfen","domain":"company.test"}`,
		"not_found": `{"op":"resolve","companyName":"Nobody at all"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := run.Must(t, body)
			if len(result.NextCursor) > cursor.MaxLength {
				t.Errorf("a cursor of %d characters", len(result.NextCursor))
			}
			if result.NextCursor != "" {
				result.NextCursor = "a cursor" // its seal is not for a file
			}
			golden.JSON(t, "testdata/golden/"+name+".json", result)
		})
	}
}

// A legal form neither hides whom the archives know without it, nor the other way about.
func TestLegalForms(t *testing.T) {
	t.Parallel()
	run := setup(t)
	want := run.Must(t, `{"op":"resolve","companyName":"Marrowfen"}`)
	for _, name := range []string{"Marrowfen Ltd.", "MARROWFEN GmbH & Co. KG"} {
		if diff := cmp.Diff(want, run.Must(t, `{"op":"resolve","companyName":"`+name+`"}`)); diff != "" {
			t.Errorf("%s: legal forms mismatch (-want +got):\n%s", name, diff)
		}
		if got := run.Must(t, `{"companyName":"`+name+`","limit":4}`); len(got.Creatives) != 4 || got.Archives[0].Status != adskind.OK || got.Archives[1].Status != adskind.OK {
			t.Errorf(`%s: got archives %+v, want 4 Creatives, [0].Status "ok", [1].Status "ok"`, name, got.Archives)
		}
	}
}

// Lists are never null, and what an op does not give is absent.
func TestEmptyLists(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for body, want := range map[string][2]string{
		`{"domain":"nobody.test"}`:                             {`"creatives":[]`, `"advertisers"`},
		`{"op":"archive","domain":"nobody.test","maxLoads":2}`: {`"creatives":[]`, `"advertisers"`},
		`{"op":"resolve","domain":"nobody.test"}`:              {`"advertisers":[]`, `"creatives"`},
	} {
		raw, err := json.Marshal(run.Must(t, body))
		if err != nil || !strings.Contains(string(raw), want[0]) || strings.Contains(string(raw), want[1]) {
			t.Errorf("%s: got error %v, raw %s; want no error, raw with want[0], raw without want[1]", body, err, raw)
		}
	}
}

// Pages of any size give each ad once, and all of them.
func TestPages(t *testing.T) {
	t.Parallel()
	run := setup(t)
	seen, next, calls := map[string]int{}, "", 0
	for size := 27; ; size = size%60 + 19 {
		result := run.Must(t, fmt.Sprintf(`{"companyName":"Marrowfen","limit":%d,"cursor":%q}`, size, next))
		calls++
		if len(result.Creatives) > size {
			t.Errorf("%d ads of %d", len(result.Creatives), size)
		}
		for _, ad := range result.Creatives {
			seen[ad.ID]++
			if ad.MatchedBy != ads.ByAdvertiser {
				t.Errorf(`got ad %+v, want MatchedBy "advertiser"`, ad)
			}
		}
		if next = result.NextCursor; next == "" {
			if !*result.Exhausted {
				t.Errorf("got archives %+v, want Exhausted true", result.Archives)
			}
			break
		}
		if *result.Exhausted || calls > 60 {
			t.Fatalf("%d calls, %+v", calls, result.Archives)
		}
	}
	got := map[string]int{}
	for id, times := range seen {
		got[id[:2]]++
		if times > 1 {
			t.Errorf("%s came %d times", id, times)
		}
	}
	if got["CR"] != 130 || len(seen) < 250 {
		t.Errorf("%d ads: %v", len(seen), got)
	}
}

func TestArchive(t *testing.T) {
	t.Parallel()
	run := setup(t)
	whole := run.Must(t, `{"op":"archive","companyName":"Marrowfen","maxLoads":80,"floorMonths":120}`)
	if !*whole.Exhausted || whole.StoppedBy != "" || whole.NextCursor != "" || *whole.Loads > 80 {
		t.Errorf("got whole.Archives %+v, want whole.Exhausted true, empty whole.StoppedBy, empty whole.NextCursor, whole.Loads at most 80", whole.Archives)
	}
	ids := map[string]bool{}
	for _, ad := range whole.Creatives {
		ids[ad.ID] = true
	}
	if len(ids) != len(whole.Creatives) || *whole.Archives[0].Creatives+*whole.Archives[1].Creatives != int64(len(ids)) || *whole.Archives[1].Creatives != 130 {
		t.Errorf("%d ads, %d different, %+v", len(whole.Creatives), len(ids), whole.Archives)
	}

	next, parts, loads := "", 0, int64(0)
	for calls := 0; ; calls++ {
		part := run.Must(t, fmt.Sprintf(`{"op":"archive","companyName":"Marrowfen","maxLoads":3,"floorMonths":120,"cursor":%q}`, next))
		for _, ad := range part.Creatives {
			if !ids[ad.ID] {
				t.Errorf("%s came twice, or never before", ad.ID)
			}
			delete(ids, ad.ID)
		}
		parts, loads = parts+len(part.Creatives), loads+*part.Loads
		if next = part.NextCursor; next == "" {
			break
		}
		if part.StoppedBy != adskind.ByLoads || part.Coverage.Complete || *part.Loads != 3 || calls > 40 {
			t.Fatalf(`got part %+v, want StoppedBy "max_loads", Complete false, Loads 3, calls at most 40`, part)
		}
	}
	if len(ids) != 0 || loads != *whole.Loads {
		t.Errorf("%d ads by %d loads, %d never came", parts, loads, len(ids))
	}
}

// A floor leaves out what is older.
func TestFloor(t *testing.T) {
	t.Parallel()
	run := setup(t)
	year := run.Must(t, `{"op":"archive","domain":"company.test","archive":"google","floorMonths":12}`)
	for _, ad := range year.Creatives {
		if ad.LastShownAt < "2025-03-09" {
			t.Errorf(`got ad %+v, want LastShown at least "2025-03-09"`, ad)
		}
	}
	all := run.Must(t, `{"op":"archive","domain":"company.test","archive":"google","floorMonths":36}`)
	if len(year.Creatives) != 87 || len(all.Creatives) != 136 {
		t.Errorf("%d of %d", len(year.Creatives), len(all.Creatives))
	}
}

// One archive that cannot be read does not take the other's ads away, and makes no empty
// list.
func TestOneArchiveFails(t *testing.T) {
	t.Parallel()
	meta := func(status int, body string) webtest.Site {
		return webclient.Instead("adlibrary", webclient.Answer(status, body))
	}
	google := func(status int, body string) webtest.Site {
		return webclient.Instead("adstransparency", webclient.Answer(status, body))
	}
	cases := map[string]struct {
		broken        webtest.Site
		body          string
		which         int
		status, other adskind.Status
		code          errs.Code // of the failed job
		says          string
	}{
		"meta walled":           {meta(http.StatusForbidden, ""), `{"domain":"company.test"}`, 0, adskind.Blocked, adskind.OK, "", ""},
		"meta garbled":          {meta(http.StatusOK, "<html></html>"), `{"domain":"company.test"}`, 0, adskind.Blocked, adskind.OK, "", ""},
		"google walled":         {google(http.StatusOK, "<html>"), `{"domain":"company.test"}`, 1, adskind.Blocked, adskind.OK, "", ""},
		"google garbled":        {google(http.StatusOK, "[]"), `{"domain":"company.test"}`, 1, adskind.Failed, adskind.OK, "", ""},
		"archive":               {google(http.StatusForbidden, ""), `{"op":"archive","domain":"company.test","maxLoads":4}`, 1, adskind.Blocked, adskind.OK, "", ""},
		"resolve":               {google(http.StatusForbidden, ""), `{"op":"resolve","companyName":"Marrowfen"}`, 1, adskind.Blocked, adskind.OK, "", ""},
		"the other has none":    {meta(http.StatusForbidden, ""), `{"domain":"nobody.test"}`, 0, "", "", errs.UpstreamBlocked, "send archive google"},
		"the other knows none":  {google(http.StatusForbidden, ""), `{"op":"resolve","companyName":"Nobody at all"}`, 0, "", "", errs.UpstreamBlocked, "send archive meta"},
		"the other has no more": {google(http.StatusForbidden, ""), `{"op":"archive","domain":"nobody.test"}`, 0, "", "", errs.UpstreamBlocked, "send archive meta"},
		"asked alone":           {google(http.StatusForbidden, ""), `{"domain":"company.test","archive":"google"}`, 0, "", "", errs.UpstreamBlocked, "403"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := setup(t, c.broken).Output(t.Context(), t, c.body)
			if c.code != "" {
				if !errs.Is(err, c.code) || !strings.Contains(err.Error(), c.says) {
					t.Errorf("got error %v, result %+v; want error %q, Error() with %q", err, out.Result, c.code, c.says)
				}
				return
			}
			result := out.Result
			if err != nil || !out.Incomplete {
				t.Fatalf("got error %v, out %+v; want no error, Incomplete true", err, out)
			}
			got := []adskind.Status{result.Archives[c.which].Status, result.Archives[1-c.which].Status}
			if diff := cmp.Diff([]adskind.Status{c.status, c.other}, got); diff != "" || result.Archives[c.which].Reason == "" || len(result.Creatives)+len(result.Advertisers) == 0 {
				t.Errorf("got archives %+v, want [c.which].Reason not empty, len(result.Creatives) + len(result.Advertisers) other than 0; status mismatch (-want +got):\n%s", result.Archives, diff)
			}
			if result.Op != adskind.Resolve && *result.Exhausted || result.Op == adskind.Archive && result.Coverage.Complete {
				t.Errorf("%+v is told to be whole", result)
			}
		})
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]errs.Code{"walled": errs.UpstreamBlocked, "garbled": errs.ParseFailed} {
		for _, op := range []string{"creatives", "archive", "resolve"} {
			t.Run(name+" "+op, func(t *testing.T) {
				t.Parallel()
				result, err := setup(t).Run(t.Context(), t, fmt.Sprintf(`{"op":%q,"companyName":"%s"}`, op, name))
				if !errs.Is(err, code) || !strings.Contains(err.Error(), "No archive could be read. Meta Ad Library: ") {
					t.Errorf(`got error %v, result %+v; want error %q, Error() with "No archive could be read. Meta Ad Library: "`, err, result, code)
				}
			})
		}
	}
}
