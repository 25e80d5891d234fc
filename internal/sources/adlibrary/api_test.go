package adlibrary_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adlibrary"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// unread fails a test in which the public page is read.
func unread(t *testing.T) webtest.Site {
	t.Helper()
	return instead(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("the page was asked for %s", r.URL)
		w.WriteHeader(http.StatusForbidden)
	})
}

// With a key the official API answers, page by page.
func TestAPI(t *testing.T) {
	t.Parallel()
	c := setup(t, token, unread(t))
	for name, tc := range map[string]struct {
		subject       ads.Subject
		ads, loads, n int
	}{
		"api_political": {ads.Subject{AdvertiserID: carrow}, 60, 2, 3},
		"api_eu":        {ads.Subject{AdvertiserID: marrowfen}, 150, 5, 6},
		"api_company":   {ads.Subject{CompanyName: "marrowfen"}, 150, 6, 2},
		"api_domain":    {ads.Subject{Domain: "company.test"}, 153, 6, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := walk(t, c, query(tc.subject), "", 50)
			if len(w.ads) != tc.ads || w.loads != tc.loads || len(w.missed) != 1 || !strings.Contains(w.missed[0], "the EU or the UK") {
				t.Errorf("%d ads in %d loads, missed %q", len(w.ads), w.loads, w.missed)
			}
			load, err := c.Load(t.Context(), query(tc.subject), "")
			if err != nil {
				t.Fatal(err)
			}
			load.Ads = load.Ads[:tc.n]
			golden.JSON(t, "testdata/golden/"+name+".json", load)
		})
	}
}

// What the API is asked. The token is in a header, and nowhere else.
func TestAPIRequest(t *testing.T) {
	t.Parallel()
	var asked *http.Request
	c := setup(t, token, webclient.Instead(adlibrary.API, func(w http.ResponseWriter, r *http.Request) {
		asked = r
		_, _ = w.Write([]byte(`{"data":[{"id":"12345","page_id":"67890","ad_snapshot_url":"https://www.facebook.com/ads/archive/render_ad/?id=12345&access_token=` + token + `"}],
			"paging":{"cursors":{"after":"on"},"next":"https://graph.facebook.com/v24.0/ads_archive?access_token=` + token + `"}}`))
	}))
	q := query(ads.Subject{AdvertiserID: marrowfen})
	q.Country, q.Status, q.Limit = "GB", ads.Active, 100
	load, err := c.Load(t.Context(), q, "")
	if err != nil {
		t.Fatal(err)
	}
	got := asked.URL.Query()
	if fields := got.Get("fields"); !strings.Contains(fields, "eu_total_reach") || strings.Contains(fields, "ad_snapshot_url") {
		t.Errorf("fields %s", fields)
	}
	got.Del("fields")
	want := url.Values{
		"ad_reached_countries": {`["GB"]`}, "ad_active_status": {"ACTIVE"}, "ad_type": {"ALL"}, "search_page_ids": {`["` + marrowfen + `"]`},
		"ad_delivery_date_min": {"2024-02-09"}, "limit": {"100"},
	}
	if diff := cmp.Diff(want, got); diff != "" || asked.URL.Path != "/ads_archive" || asked.Header.Get("Authorization") != "Bearer "+token {
		t.Errorf("got asked.Header %v, want asked.URL.Path \"/ads_archive\", header Authorization \"Bearer sample-adlibrary-token\"; Query mismatch (-want +got):\n%s", asked.Header, diff)
	}
	told, err := json.Marshal(load.Ads)
	if err != nil || strings.Contains(string(told)+load.Next, token) || !strings.Contains(string(told), "https://www.facebook.com/ads/library/?id=12345") {
		t.Errorf(`got told %s, want no error, string(told) + load.Next without "sample-adlibrary-token", with "https://www.facebook.com/ads/library/?id=12345"`, told)
	}
	if _, err = c.Load(t.Context(), q, load.Next); err != nil || asked.URL.Query().Get("after") != "on" {
		t.Errorf(`got asked.URL %s, error %v; want no error, Query().Get("after") "on"`, asked.URL, err)
	}
	if _, err = c.Load(t.Context(), query(ads.Subject{Domain: "a.test"}), ""); err != nil || asked.URL.Query().Get("search_terms") != "a.test" || asked.URL.Query().Get("ad_reached_countries") != `["ALL"]` {
		t.Errorf(`got asked.URL %s, error %v; want no error, Query().Get("search_terms") "a.test", Query().Get("ad_reached_countries") ["ALL"]`, asked.URL, err)
	}
}

// Where the API refuses, the page is read, and why is told.
func TestAPIRefusals(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		key, domain, note string
	}{
		"an expired key":    {"old", "company.test", "expired"},
		"not confirmed":     {token, "unconfirmed.test", "facebook.com/ID"},
		"asked too often":   {token, "quota.test", "too many requests"},
		"down":              {token, "down.test", "failed"},
		"garbled":           {token, "garbled.test", "unknown format"},
		"nothing, and page": {token, "shop.test", "has nothing of this"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := setup(t, tc.key, instead(webclient.Answer(http.StatusOK, page(`{"count":1,"edges":[{"node":{"collated_results":[{"ad_archive_id":"12345","snapshot":{"caption":"`+tc.domain+`"}}]}}]}`))))
			load, err := c.Load(t.Context(), query(ads.Subject{Domain: tc.domain}), "")
			if err != nil || len(load.Ads) != 1 || load.Loads != 1 || !strings.Contains(load.Note, tc.note) || load.Missed != "" {
				t.Errorf("got load %+v, error %v; want no error, 1 Ads, Loads 1, Note with %q, empty Missed", load, err, tc.note)
			}
		})
	}
	c := setup(t, token, instead(webclient.Answer(http.StatusForbidden, "")))
	for _, domain := range []string{"quota.test", "noads.test"} {
		if _, err := c.Load(t.Context(), query(ads.Subject{Domain: domain}), ""); !errs.Is(err, errs.UpstreamBlocked) || !strings.Contains(err.Error(), "The official API") {
			t.Errorf("neither answers for %s: %v", domain, err)
		}
	}
}

// In the middle of a walk a refusal is an error, so that the walk can go on later.
func TestAPIFailsMidway(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		status int
		body   string
		code   errs.Code
	}{
		"expired":       {400, `{"error":{"message":"x","code":190}}`, errs.ProviderNotConfigured},
		"unconfirmed":   {403, `{"error":{"message":"x","code":10,"error_subcode":2332002}}`, errs.ProviderNotConfigured},
		"by subcode":    {400, `{"error":{"message":"x","code":1,"error_subcode":2332002}}`, errs.ProviderNotConfigured},
		"app's limit":   {400, `{"error":{"message":"x","code":4}}`, errs.UpstreamRateLimited},
		"person's":      {403, `{"error":{"message":"x","code":17}}`, errs.UpstreamRateLimited},
		"calls":         {400, `{"error":{"message":"x","code":613}}`, errs.UpstreamRateLimited},
		"a parameter":   {400, `{"error":{"message":"x","code":100}}`, errs.TargetError},
		"unknown":       {500, `{"error":{"message":"x","code":1}}`, errs.ProviderUnavailable},
		"always large":  {500, `{"error":{"message":"Please reduce the amount of data you're asking for","code":1}}`, errs.ProviderUnavailable},
		"a refusal":     {200, `{"error":{"code":190}}`, errs.ProviderNotConfigured},
		"no list":       {200, `{}`, errs.ParseFailed},
		"a list, null":  {200, `{"data":null}`, errs.ParseFailed},
		"no JSON":       {200, `{"data":[`, errs.ParseFailed},
		"a page":        {200, `<html>`, errs.UpstreamBlocked},
		"a 400 of none": {400, `{}`, errs.ParseFailed},
		"a gateway's":   {502, ``, errs.ProviderUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := setup(t, token, unread(t), webclient.Instead(adlibrary.API, webclient.Answer(tc.status, tc.body)))
			_, err := c.Load(t.Context(), query(ads.Subject{AdvertiserID: marrowfen}), `{"s":"adlibraryapi","p":["`+marrowfen+`"],"a":"x","n":30}`)
			if e := errs.As(err); e == nil || e.Code != tc.code || strings.Contains(err.Error(), token) {
				t.Errorf(`got error %v, want an error, Code %q, Error() without "sample-adlibrary-token"`, err, tc.code)
			}
		})
	}
}

// An answer that is too large is asked for in smaller parts, and so are the next ones.
func TestAPIAnswersTooLarge(t *testing.T) {
	t.Parallel()
	c := setup(t, token, unread(t))
	q := query(ads.Subject{CompanyName: "large carrow forward"})
	q.Limit = 100
	load, err := c.Load(t.Context(), q, "")
	if err != nil || load.Elsewhere != 12 || !strings.Contains(load.Next, `"n":12`) || load.Loads != 1 {
		t.Errorf(`got load %+v, error %v; want no error, Elsewhere 12, Next with "n":12, Loads 1`, load, err)
	}
}

// A cursor that no state can hold ends the walk, and so does one that leads nowhere.
func TestAPICursors(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ after, missed string }{
		"long": {strings.Repeat("a", 2000), "cursor that is too long"}, "again": {"x", ""}, "none": {"", ""},
	} {
		c := setup(t, token, webclient.Instead(adlibrary.API, webclient.Answer(200, `{"data":[{"id":"12345"}],"paging":{"cursors":{"after":"`+tc.after+`"},"next":"https://x"}}`)))
		load, err := c.Load(t.Context(), query(ads.Subject{AdvertiserID: marrowfen}), `{"s":"adlibraryapi","p":["`+marrowfen+`"],"a":"x","n":30}`)
		if err != nil || load.Next != "" || len(load.Ads) != 1 || !strings.Contains(load.Missed, tc.missed) {
			t.Errorf("%s: got load %+v, error %v; want no error, empty Next, 1 Ads, Missed with %q", name, load, err, tc.missed)
		}
	}
}
