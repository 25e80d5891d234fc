package adlibrary_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// TestSamples puts recorded ads into the envelope of a page, and looks for each fact of
// them in what comes of it. Of one sample the first fields, and so the id, are missing: it
// gets one here.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "ads", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		switch {
		case strings.HasPrefix(name, "google_"):
			return nil // package adstransparency reads these
		case strings.HasPrefix(name, "meta_ad_with_details"):
			return sampleDetail(t, body)
		case !strings.HasPrefix(name, "meta_collated_result_node"):
			sampletest.Other(t, name)
			return nil
		}
		var node sample
		if err := json.Unmarshal(body, &node); err != nil {
			t.Fatal(err)
		}
		if node["ad_archive_id"] == nil {
			node["ad_archive_id"] = "1000000000000001"
		}
		raw, err := json.Marshal(map[string]any{"count": 1, "edges": []any{map[string]any{"node": map[string]any{"collated_results": []any{node}}}}, "page_info": map[string]any{"has_next_page": false}})
		if err != nil {
			t.Fatal(err)
		}
		c := setup(t, "", instead(webclient.Answer(http.StatusOK, page(string(raw)))))
		load, err := c.Load(t.Context(), query(ads.Subject{AdvertiserID: marrowfen}), "")
		if err != nil || len(load.Ads) != 1 || load.Next != "" {
			t.Fatalf("got load %+v, error %v; want no error, 1 Ads, empty Next", load, err)
		}
		compare(t, node, &load.Ads[0])
		return load.Ads[0]
	})
}

// sampleDetail reads an ad with its details, as its own page has them.
func sampleDetail(t *testing.T, body []byte) any {
	t.Helper()
	var node sample
	if err := json.Unmarshal(body, &node); err != nil {
		t.Fatal(err)
	}
	own := `<script type="application/json">{"ad_library_main":{"deeplink_ad_archive_result":{"deeplink_ad_archive":` + string(body) + `}}}</script>`
	ad := &ads.Ad{ID: node.text("ad_archive_id")}
	if err := setup(t, "", instead(webclient.Answer(http.StatusOK, own))).Detail(t.Context(), ad); err != nil {
		t.Fatalf("got %v, want the ad", err)
	}
	reach := node.in("transparency_by_location").in("eu_transparency")["eu_total_reach"]
	if ad.Reach == nil || ad.Reach.Lower == nil || float64(*ad.Reach.Lower) != reach {
		t.Errorf("got the reach %+v, want %v", ad.Reach, reach)
	}
	ad.Reach = nil // which those of lists have not
	compare(t, node, ad)
	return ad
}

// sample is a recorded object.
type sample map[string]any

func (s sample) in(name string) sample {
	inner, _ := s[name].(map[string]any)
	return inner
}

func (s sample) text(name string) string {
	text, _ := s[name].(string)
	return text
}

func (s sample) texts(name string) []string {
	var all []string
	list, _ := s[name].([]any)
	for _, v := range list {
		if text, ok := v.(string); ok && text != "UNKNOWN" {
			all = append(all, strings.ToLower(text))
		}
	}
	return all
}

func (s sample) day(name string) string {
	seconds, ok := s[name].(float64)
	if !ok {
		return ""
	}
	return time.Unix(int64(seconds), 0).UTC().Format(time.DateOnly)
}

// formats are ads' for the library's: its two that choose what they show for each person
// are one.
func formats(f string) string {
	if f == "DPA" || f == "DCO" {
		return "dynamic"
	}
	return strings.ToLower(f)
}

// alias is what a page is called in its address. Some have a number there, which is none.
func alias(address string) string {
	name := strings.Trim(strings.TrimPrefix(address, "https://www.facebook.com"), "/")
	if strings.Trim(name, "0123456789") == "" {
		return ""
	}
	return name
}

// compare holds an ad to the sample that it came from.
func compare(t *testing.T, s sample, ad *ads.Ad) {
	t.Helper()
	shown, active := s.in("snapshot"), s["is_active"] == true
	plain := func(text string) string {
		if ads.IsTemplate(text) {
			return ""
		}
		return text
	}
	end := s.day("end_date")
	if active {
		end = ""
	}
	for name, f := range map[string][2]string{
		"id": {s.text("ad_archive_id"), ad.ID}, "page": {s.text("page_name"), ad.Advertiser.Name}, "page's id": {s.text("page_id"), ad.Advertiser.ID},
		"body": {plain(shown.in("body").text("text")), ad.Body}, "title": {plain(shown.text("title")), ad.Title}, "description": {plain(shown.text("link_description")), ad.Description}, "caption": {shown.text("caption"), ad.DisplayURL},
		"link": {shown.text("link_url"), ad.LandingURL}, "button": {shown.text("cta_text"), ad.CTAText}, "button's type": {shown.text("cta_type"), ad.CTAType},
		"format": {formats(shown.text("display_format")), string(ad.Format)}, "start": {s.day("start_date"), ad.StartDate}, "end": {end, ad.EndDate},
		"platforms": {strings.Join(s.texts("publisher_platform"), " "), strings.Join(ad.Platforms, " ")}, "categories": {strings.Join(s.texts("categories"), " "), strings.Join(ad.Categories, " ")},
		"page's category": {strings.Join(shown.texts("page_categories"), " "), strings.ToLower(ad.Advertiser.Category)}, "page's name": {alias(shown.text("page_profile_uri")), ad.Advertiser.Username},
	} {
		if f[0] != f[1] {
			t.Errorf("%s is %q, read as %q", name, f[0], f[1])
		}
	}
	if ad.Active == nil || *ad.Active != active || float64(*ad.Advertiser.Counts.Likes) != shown["page_like_count"] {
		t.Errorf("active %v, likes %v", ad.Active, ad.Advertiser.Counts.Likes)
	}
	if count, ok := s["collation_count"].(float64); ok != (ad.Alike != nil) || ok && float64(*ad.Alike) != count {
		t.Errorf("%v ads are alike", count)
	}
	if ad.Spend != nil || ad.Impressions != nil || ad.Reach != nil || ad.Audience != nil {
		t.Error("a commercial ad tells what it cost")
	}
	videos, _ := shown["videos"].([]any)
	for _, v := range videos {
		video := sample{"video": v}.in("video")
		want := ads.Media{Type: ads.MediaVideo, URL: video.text("video_hd_url"), PreviewURL: video.text("video_preview_image_url")}
		if !slices.Contains(ad.Media, want) {
			t.Errorf("a video is lost: %+v", ad.Media)
		}
	}
}
