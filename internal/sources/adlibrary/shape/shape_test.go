package shape_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/shape"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/wire"
)

// read makes an ad of fields of a node.
func read(t *testing.T, fields string) ads.Ad {
	t.Helper()
	var n wire.Node
	if err := wire.Decode([]byte(`{"ad_archive_id":"123456789012345",`+fields+`}`), &n); err != nil {
		t.Fatal(err)
	}
	ad, ok := shape.Ad(&n)
	if !ok {
		t.Fatal("this is no ad")
	}
	return ad
}

func TestAmounts(t *testing.T) {
	t.Parallel()
	n := func(f float64) *float64 { return &f }
	for text, want := range map[string][2]*float64{
		"$9K-$10K": {n(9000), n(10000)}, "<$100": {nil, n(100)}, ">$1M": {n(1e6), nil}, "€1K–€1.5K": {n(1000), n(1500)}, "$100 - $199": {n(100), n(199)},
		"£1,200-£1,299": {n(1200), n(1299)}, "₹1L-₹2L": {n(1e5), n(2e5)}, "R$2.5K": {n(2500), n(2500)}, "≥1M": {n(1e6), nil}, "1M+": {n(1e6), nil}, "0": {n(0), n(0)},
		"much": {nil, nil}, "$": {nil, nil}, "1K-": {nil, nil}, "9K-1K": {nil, nil}, "5 parsecs": {nil, nil}, "1.2.3": {nil, nil}, "٣": {nil, nil},
	} {
		ad := read(t, `"currency":"XYZ","spend":"`+text+`"`)
		if diff := cmp.Diff(&ads.Money{Lower: want[0], Upper: want[1], Currency: "XYZ", Text: text}, ad.Spend); diff != "" {
			t.Errorf("%s: Spend mismatch (-want +got):\n%s", text, diff)
		}
	}
	ad := read(t, `"impressions_with_index":{"impressions_text":">1M","impressions_index":40},"reach_estimate":"1K-1.5K"`)
	if diff := cmp.Diff([]*ads.Range{{Lower: new(int64(1_000_000)), Text: ">1M"}, {Lower: new(int64(1000)), Upper: new(int64(1500)), Text: "1K-1.5K"}}, []*ads.Range{ad.Impressions, ad.Reach}); diff != "" {
		t.Errorf("amounts mismatch (-want +got):\n%s", diff)
	}
	if huge := read(t, `"reach_estimate":"99999999999999999999B"`); huge.Reach.Lower != nil || huge.Reach.Text == "" {
		t.Errorf("got huge.Reach %+v, want Lower nil, a Text", huge.Reach)
	}
}

// Commercial ads disclose nothing of what they cost and whom they reached.
func TestNothingIsInvented(t *testing.T) {
	t.Parallel()
	ad := read(t, `"currency":"","spend":null,"impressions_with_index":{"impressions_text":null,"impressions_index":-1},"reach_estimate":null,"categories":["UNKNOWN"],
		"collation_count":null,"end_date":1754982000,"total_active_time":null,"targeted_or_reached_countries":[],"snapshot":{"body":null,"title":"","link_url":null,"display_format":"IMAGE","images":[{}],"page_like_count":null}`)
	want := ads.Ad{Archive: ads.Meta, ID: "123456789012345", URL: "https://www.facebook.com/ads/library/?id=123456789012345", Format: ads.Image}
	if diff := cmp.Diff(want, ad); diff != "" {
		t.Errorf("read mismatch (-want +got):\n%s", diff)
	}
}

// An ad that runs has no end, though the library gives one: the present day.
func TestEnds(t *testing.T) {
	t.Parallel()
	const days = `"start_date":1754982000,"end_date":1770624000`
	if ad := read(t, days+`,"is_active":true`); ad.EndDate != "" || ad.StartDate != "2025-08-12" || !*ad.Active {
		t.Errorf(`got ad %+v, want empty EndDate, StartDate "2025-08-12", Active true`, ad)
	}
	if ad := read(t, days+`,"is_active":false`); ad.EndDate != "2026-02-09" || *ad.Active {
		t.Errorf(`got ad %+v, want EndDate "2026-02-09", Active false`, ad)
	}
	if ad := read(t, days); ad.EndDate != "" || ad.Active != nil {
		t.Errorf("whether it runs is not known: %+v", ad)
	}
	if ad := read(t, `"start_date":-5,"end_date":99999999999999,"is_active":false`); ad.StartDate != "" || ad.EndDate != "" {
		t.Errorf("got ad %+v, want empty StartDate, empty EndDate", ad)
	}
}

func TestCreatives(t *testing.T) {
	t.Parallel()
	image := func(name string) []ads.Media {
		return []ads.Media{{Type: ads.MediaImage, URL: "https://cdn.test/" + name}}
	}
	for name, tc := range map[string]struct {
		snapshot string
		want     ads.Ad
	}{
		"a template":         {`"title":"{{product.name}}","body":{"text":"{{product.brand}}"},"link_url":"{{product.link}}","display_format":"DPA","caption":"a.test"`, ads.Ad{Format: ads.Dynamic, DisplayURL: "a.test"}},
		"cards":              {`"display_format":"DPA","title":"{{product.name}}","link_description":"{{product.description}}","cards":[{"title":"A","body":"B","link_description":"C","link_url":"http://shop.a.test/x","original_image_url":"https://cdn.test/1"},{"title":"{{product.name}}"}]`, ads.Ad{Format: ads.Dynamic, LandingDomain: "a.test", Variations: []ads.Variation{{Title: "A", Body: "B", Description: "C", LandingURL: "http://shop.a.test/x", Media: image("1")}}}},
		"a redirect":         {`"link_url":"https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.a.test%2Fx%3Fy%3D1&h=AT0"`, ads.Ad{LandingURL: "https://www.a.test/x?y=1", LandingDomain: "a.test"}},
		"no web address":     {`"link_url":"javascript:alert(1)","cta_text":"Call","cta_type":"CALL_NOW"`, ads.Ad{CTAText: "Call", CTAType: "CALL_NOW"}},
		"a telephone":        {`"link_url":"tel:+441234"`, ads.Ad{}},
		"a video":            {`"display_format":"VIDEO","videos":[{"video_hd_url":"https://cdn.test/hd","video_sd_url":"https://cdn.test/sd","video_preview_image_url":"https://cdn.test/p"}]`, ads.Ad{Format: ads.Video, Media: []ads.Media{{Type: ads.MediaVideo, URL: "https://cdn.test/hd", PreviewURL: "https://cdn.test/p"}}}},
		"a video, small":     {`"display_format":"VIDEO","videos":[{"video_hd_url":null,"video_sd_url":"https://cdn.test/sd"}]`, ads.Ad{Format: ads.Video, Media: []ads.Media{{Type: ads.MediaVideo, URL: "https://cdn.test/sd"}}}},
		"a video's picture":  {`"display_format":"VIDEO","videos":[{"video_preview_image_url":"https://cdn.test/p"}]`, ads.Ad{Format: ads.Video, Media: image("p")}},
		"two sizes":          {`"display_format":"IMAGE","images":[{"original_image_url":"https://cdn.test/o","resized_image_url":"https://cdn.test/r"}]`, ads.Ad{Format: ads.Image, Media: []ads.Media{{Type: ads.MediaImage, URL: "https://cdn.test/o", PreviewURL: "https://cdn.test/r"}}}},
		"resized only":       {`"display_format":"MULTI_IMAGES","link_description":"D","images":[{"original_image_url":"","resized_image_url":"https://cdn.test/r"}]`, ads.Ad{Format: ads.Image, Description: "D", Media: image("r")}},
		"with a mark":        {`"images":[{"watermarked_resized_image_url":"https://cdn.test/w"}]`, ads.Ad{Media: image("w")}},
		"more of everything": {`"body":{"text":"A"},"extra_texts":[{"text":"A"},{"text":"B"}],"extra_links":["https://a.test/x"],"extra_images":[{"original_image_url":"https://cdn.test/e"}]`, ads.Ad{Body: "A", LandingDomain: "a.test", Media: image("e"), Variations: []ads.Variation{{Body: "B"}, {LandingURL: "https://a.test/x"}}}},
		"markup":             {`"body":{"markup":{"__html":"A &amp; B"}}`, ads.Ad{Body: "A &amp; B"}},
		"a new format":       {`"display_format":"HOLOGRAM"`, ads.Ad{Format: ads.Other}},
		"who paid":           {`"disclaimer_label":"Carrow Committee"`, ads.Ad{PaidBy: "Carrow Committee"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ad := read(t, `"snapshot":{`+tc.snapshot+`}`)
			tc.want.Archive, tc.want.ID, tc.want.URL = ad.Archive, ad.ID, ad.URL
			if diff := cmp.Diff(tc.want, ad); diff != "" {
				t.Errorf("read mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAliases(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://www.facebook.com/yaxis/": "yaxis", "https://facebook.com/a.b": "a.b", "https://www.facebook.com/profile.php?id=1234567": "", "https://www.facebook.com/1234567/": "",
		"https://www.facebook.com/pages/x/123": "", "https://evil.test/yaxis/": "", "": "", "::": "", "https://www.facebook.com/": "",
	} {
		if got := shape.Alias(address); got != want {
			t.Errorf("%s: got %q, want %q", address, got, want)
		}
	}
}

func TestNoAd(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"", "x", "123", "1234/5", "123456789012345678901"} {
		if ad, ok := shape.Ad(&wire.Node{ID: wire.Text(id)}); ok {
			t.Errorf("got ad %+v, want ok false", ad)
		}
		if ad, ok := shape.Archived(&wire.Archived{ID: wire.Text(id)}, "2026-02-09"); ok {
			t.Errorf("got ad %+v, want ok false", ad)
		}
	}
}

// An ad of the official API: versions, days, and what it cost.
func TestArchived(t *testing.T) {
	t.Parallel()
	var a wire.Archived
	if err := wire.Decode([]byte(`{"id":123456,"ad_delivery_start_time":"2026-01-02T08:00:00+0000","ad_delivery_stop_time":"2026-03-01","ad_creative_bodies":["A","B"],"ad_creative_link_titles":["T"],
		"ad_creative_link_captions":["a.test","{{b}}"],"page_id":"x","spend":{"lower_bound":"0","upper_bound":"99"},"impressions":{"lower_bound":"1000"},"currency":"EUR",
		"estimated_audience_size":{},"beneficiary_payers":[{"payer":"Old","current":false},{"beneficiary":"New","current":true}],"eu_total_reach":"12","delivery_by_region":[{"region":"Berlin","percentage":"x"}]}`), &a); err != nil {
		t.Fatal(err)
	}
	got, ok := shape.Archived(&a, "2026-02-09")
	want := ads.Ad{
		Archive: ads.Meta, ID: "123456", URL: "https://www.facebook.com/ads/library/?id=123456", Title: "T", Body: "A", DisplayURL: "a.test", Variations: []ads.Variation{{Body: "B"}},
		StartDate: "2026-01-02", Categories: []string{"political"}, Spend: &ads.Money{Lower: new(0.0), Upper: new(99.0), Currency: "EUR"}, Impressions: &ads.Range{Lower: new(int64(1000))},
		Reach: &ads.Range{Lower: new(int64(12)), Upper: new(int64(12))}, PaidBy: "New",
	}
	if diff := cmp.Diff(want, got); diff != "" || !ok {
		t.Errorf("got ok %t, want true; Archived mismatch (-want +got):\n%s", ok, diff)
	}
	if got, _ = shape.Archived(&a, "2026-03-02"); got.EndDate != "2026-03-01" || *got.Active {
		t.Errorf(`got %+v, want EndDate "2026-03-01", Active false`, got)
	}
}
