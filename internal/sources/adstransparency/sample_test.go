package adstransparency_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// TestSamples reads recorded answers: see package sampletest. Those of Meta lie in the
// same folder.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "ads", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if strings.HasPrefix(name, "meta_") {
			t.Skip("is of the Meta Ad Library")
		}
		c := instead(t, webclient.Answer(http.StatusOK, string(body)))
		switch {
		case strings.HasPrefix(name, "google_SearchCreatives_"):
			load, err := c.Load(t.Context(), query(ads.Subject{Domain: "example.com"}), "")
			if err != nil || load.Missed != "" || (len(load.Ads) == 0) != strings.Contains(name, "empty") {
				t.Fatalf("got error %v, load %+v; want no error, empty Missed, no Ads %t", err, load, strings.Contains(name, "empty"))
			}
			for _, ad := range load.Ads {
				if ad.Advertiser.Name == "" || ad.Format == ads.Other || len(ad.Media) != 1 || ad.DaysShown == nil || ad.FirstShownAt >= ad.LastShownAt {
					t.Errorf(`got ad %+v, want Advertiser.Name not empty, Format other than "other", 1 Media, DaysShown not nil, FirstShown under %q`, ad, ad.LastShownAt)
				}
			}
			return load
		case strings.HasPrefix(name, "google_GetCreativeById_political"):
			var sample struct {
				Creative struct {
					Advertiser string `json:"1"`
					ID         string `json:"2"`
					Low        int64  `json:"9,string"`
					High       int64  `json:"10,string"`
				} `json:"1"`
			}
			if err := json.Unmarshal(body, &sample); err != nil {
				t.Fatalf("got %v, want JSON", err)
			}
			ad := ads.Ad{ID: sample.Creative.ID, Advertiser: ads.Advertiser{ID: sample.Creative.Advertiser}}
			if err := c.Detail(t.Context(), &ad); err != nil || ad.Format != ads.Video || *ad.Spend.Lower != 4000 || *ad.Spend.Upper != 4500 || ad.Spend.Currency != "USD" ||
				*ad.Impressions.Lower != sample.Creative.Low || *ad.Impressions.Upper != sample.Creative.High || len(ad.Variations) != 1 || len(ad.Countries) != 1 || ad.Countries[0] != "US" {
				t.Errorf(`got error %v, ad %+v; want no error, Format "video", Spend.Lower 4000, Spend.Upper 4500, Spend.Currency "USD", Impressions.Lower %v, Impressions.Upper %v, 1 Variations, 1 Countries, Countries[0] "US"`, err, ad, sample.Creative.Low, sample.Creative.High)
			}
			return ad
		default:
			sampletest.Other(t, name)
		}
		return nil
	})
}
