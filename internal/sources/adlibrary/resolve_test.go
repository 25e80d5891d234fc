package adlibrary_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

func TestResolve(t *testing.T) {
	t.Parallel()
	subjects := map[string]ads.Subject{
		"resolve_company": {CompanyName: "Marrowfen"}, "resolve_domain": {Domain: "company.test"}, "resolve_page": {PageName: "marrowfen.tides"},
		"resolve_id": {AdvertiserID: carrow}, "resolve_nobody": {CompanyName: "Noads Foundry"}, "resolve_no_ads": {AdvertiserID: sallow}, "resolve_both": {CompanyName: "gauge traders", Domain: "company.test"},
	}
	page := setup(t, "")
	for name, s := range subjects {
		found, err := page.Resolve(t.Context(), s)
		if err != nil {
			t.Errorf("%s: got error %v, want no error", name, err)
		}
		golden.JSON(t, "testdata/golden/"+name+".json", found)
	}
	api := setup(t, token)
	for name, want := range map[string]string{
		"resolve_company": "104730014200001", "resolve_domain": "104730014200001", // its first hundred ads
		"resolve_page": "104730014200002", // by the page, since the API has no such names
		"resolve_id":   "104730014200004", "resolve_nobody": "", "resolve_no_ads": "",
	} {
		found, err := api.Resolve(t.Context(), subjects[name])
		var ids []string
		for _, c := range found {
			ids = append(ids, c.ID)
		}
		if got := strings.Join(ids, " "); err != nil || got != want {
			t.Errorf("%s by the API: %s, %v", name, got, err)
		}
	}
}

// That nobody is known is proven, or an error.
func TestUnprovenCandidates(t *testing.T) {
	t.Parallel()
	c := setup(t, "", instead(webclient.Answer(http.StatusOK, page(`{"count":4000,"edges":[{"node":{"collated_results":[{"ad_archive_id":"12345","page_id":"67890","page_name":"Other"}]}}]}`))))
	_, err := c.Resolve(t.Context(), ads.Subject{CompanyName: "Marrowfen"})
	if e := errs.As(err); e == nil || e.Code != errs.TargetError || !e.Permanent || !strings.Contains(e.Message, "advertiserId") {
		t.Errorf(`got error %v, want an error, Code "target_error", Permanent true, Message with "advertiserId"`, err)
	}
}

func TestDetail(t *testing.T) {
	t.Parallel()
	c := setup(t, "")
	load, err := c.Load(t.Context(), query(ads.Subject{AdvertiserID: marrowfen}), "")
	if err != nil {
		t.Fatal(err)
	}
	want := load.Ads[3]
	got := ads.Ad{ID: want.ID, MatchedBy: want.MatchedBy}
	if err := c.Detail(t.Context(), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ad mismatch (-want +got):\n%s", diff)
	}
	gone := ads.Ad{ID: "99999999"}
	err = c.Detail(t.Context(), &gone)
	if e := errs.As(err); e == nil || e.Code != errs.TargetError || !e.Permanent || gone.Title != "" {
		t.Errorf(`got error %v, want an error, Code "target_error", Permanent true, empty gone.Title`, err)
	}
}

// The reach in the EU is taken where the ad's page tells it, and kept where it does not.
func TestDetailReach(t *testing.T) {
	t.Parallel()
	const ad = `<script type="application/json">{"ad_library_main":{"deeplink_ad_archive_result":{"deeplink_ad_archive":{"ad_archive_id":"12345","page_name":"A"}}`
	for name, tc := range map[string]struct {
		body  string
		known *ads.Range
		want  *ads.Range
	}{
		"told":         {ad + `,"ad_details":{"transparency_by_location":{"uk_transparency":null,"eu_transparency":{"eu_total_reach":120}}}}}</script>`, nil, &ads.Range{Lower: new(int64(120)), Upper: new(int64(120))}},
		"told else":    {ad + `,"ad_details":{"aaa_info":{"eu_total_reach":"7"}}}}</script>`, nil, &ads.Range{Lower: new(int64(7)), Upper: new(int64(7))}},
		"not told":     {ad + `}}</script>`, nil, nil},
		"known before": {ad + `,"ad_details":{"aaa_info":{"eu_total_reach":null}}}}</script>`, &ads.Range{Text: "5"}, &ads.Range{Text: "5"}},
	} {
		c := setup(t, "", instead(webclient.Answer(http.StatusOK, tc.body)))
		got := ads.Ad{ID: "12345", MatchedBy: ads.ByAdvertiser, Reach: tc.known}
		if err := c.Detail(t.Context(), &got); err != nil || !cmp.Equal(got.Reach, tc.want) || got.Advertiser.Name != "A" || got.MatchedBy != ads.ByAdvertiser {
			t.Errorf(`%s: got ad %+v, error %v; want no error, Reach %+v, Advertiser.Name "A", MatchedBy "advertiser"`, name, got, err, tc.want)
		}
	}
	for name, tc := range map[string]struct {
		body string
		code errs.Code
	}{
		"bare": {`<html>`, errs.UpstreamBlocked}, "cut off": {ad[:len(ad)-3], errs.ParseFailed}, "another ad": {strings.Replace(ad, "12345", "54321", 1) + `}}</script>`, errs.TargetError},
	} {
		c := setup(t, "", instead(webclient.Answer(http.StatusOK, tc.body)))
		if err := c.Detail(t.Context(), &ads.Ad{ID: "12345"}); !errs.Is(err, tc.code) {
			t.Errorf("%s: got error %v, want error %q", name, err, tc.code)
		}
	}
}
