package adlibrarytest

import (
	"fmt"
	"time"
)

// node is an ad as the page has it.
func (a ad) node(now time.Time) map[string]any {
	end, count := a.end, 1
	if end.IsZero() { // the present day, though it runs
		end = now.UTC().Truncate(24 * time.Hour).Add(8 * time.Hour)
	}
	if a.number%10 < 2 && a.number/10*10+1 < a.page.ads {
		count = 2
	}
	n := map[string]any{
		"ad_archive_id": a.id(), "ad_id": nil, "collation_id": a.collation(), "collation_count": count, "page_id": a.page.id, "page_name": a.page.name, "page_is_deleted": false,
		"is_active": a.end.IsZero(), "start_date": a.start.Unix(), "end_date": end.Unix(), "total_active_time": nil, "publisher_platform": platforms(a.number, 4),
		"categories": []string{"UNKNOWN"}, "gated_type": "ELIGIBLE", "contains_sensitive_content": false, "contains_digital_created_media": false,
		"currency": "", "spend": nil, "impressions_with_index": map[string]any{"impressions_text": nil, "impressions_index": -1}, "reach_estimate": nil,
		"targeted_or_reached_countries": []string{}, "is_aaa_eligible": false, "regional_regulation_data": map[string]any{"finserv": map[string]any{"is_deemed_finserv": false, "is_limited_delivery": false}},
		"hide_data_status": "NONE", "has_user_reported": false, "report_count": nil, "menu_items": []any{}, "snapshot": a.snapshot(),
	}
	if a.page.political {
		n["categories"], n["currency"] = []string{"POLITICAL"}, "USD"
		n["spend"] = fmt.Sprintf("$%dK-$%d.5K", a.number+1, a.number+1)
		n["impressions_with_index"] = map[string]any{"impressions_text": impressions(a.number), "impressions_index": a.number}
		n["targeted_or_reached_countries"] = a.countries()
		n["contains_digital_created_media"] = a.number%5 == 0
	}
	return n
}

func impressions(n int) string {
	switch n % 3 {
	case 0:
		return ">1M"
	case 1:
		return "<1K"
	}
	return fmt.Sprintf("%dK-%dK", 10*n, 10*n+5)
}

func platforms(n, most int) []string {
	return []string{"FACEBOOK", "INSTAGRAM", "AUDIENCE_NETWORK", "MESSENGER", "THREADS"}[:1+n%most]
}

func (a ad) snapshot() map[string]any {
	s := map[string]any{
		"body": map[string]any{"text": a.body()}, "title": a.title(), "caption": a.caption(), "link_url": a.link(), "link_description": nil,
		"cta_text": "Learn more", "cta_type": "LEARN_MORE", "display_format": a.format(), "images": []any{}, "videos": []any{}, "cards": []any{},
		"page_id": a.page.id, "page_name": a.page.name, "page_profile_uri": "https://www.facebook.com/" + a.page.alias + "/", "page_profile_picture_url": media("p", a.page.id, "jpg"),
		"page_categories": []string{a.page.category}, "page_like_count": a.page.likes, "byline": nil, "disclaimer_label": nil, "country_iso_code": nil,
		"extra_images": []any{}, "extra_videos": []any{}, "extra_links": []any{}, "extra_texts": []any{}, "is_reshared": false, "event": nil,
	}
	if a.page.alias == "" {
		s["page_profile_uri"] = "https://www.facebook.com/profile.php?id=" + a.page.id
	}
	if a.body() == "" {
		s["body"] = nil
	}
	if a.link() == "" {
		s["link_url"], s["cta_text"], s["cta_type"] = nil, nil, "NO_BUTTON"
	}
	if a.page.political {
		s["byline"] = a.page.name + " Committee"
	}
	a.show(s)
	return s
}

// show adds what the format has.
func (a ad) show(s map[string]any) {
	image := func(n int) map[string]any {
		return map[string]any{
			"original_image_url": media("o", fmt.Sprintf("%s_%d", a.id(), n), "jpg"), "resized_image_url": media("r", fmt.Sprintf("%s_%d", a.id(), n), "jpg"), "watermarked_resized_image_url": "",
		}
	}
	switch a.format() {
	case "VIDEO":
		s["videos"] = []any{map[string]any{
			"video_hd_url": media("hd", a.id(), "mp4"), "video_sd_url": media("sd", a.id(), "mp4"), "video_preview_image_url": media("v", a.id(), "jpg"),
			"watermarked_video_hd_url": "", "watermarked_video_sd_url": "",
		}}
	case "CAROUSEL", "DPA":
		var cards []any
		for n := range 3 {
			card := image(n)
			card["title"], card["body"] = fmt.Sprintf("Gauge M%d", n+1), fmt.Sprintf("For rivers of class %d", n+1)
			card["link_url"] = fmt.Sprintf("http://%s/gauges/m%d", a.site(), n+1)
			card["caption"], card["cta_text"], card["cta_type"] = a.caption(), "Shop now", "SHOP_NOW"
			card["video_hd_url"], card["video_sd_url"], card["video_preview_image_url"] = nil, nil, nil
			cards = append(cards, card)
		}
		s["cards"] = cards
	case "DCO":
		s["images"] = []any{image(0)}
		s["extra_texts"] = []any{map[string]any{"text": "Another text of offer " + a.id()}, map[string]any{"text": a.body()}}
	case "MULTI_IMAGES":
		s["images"] = []any{image(0), image(1)}
	default:
		s["images"] = []any{image(0)}
	}
}

// media is a signed address that has expired.
func media(kind, name, ending string) string {
	return fmt.Sprintf("https://scontent.example.net/v/t39.35426-6/%s_%s_n.%s?_nc_cat=1&oh=00_sample&oe=69120167", kind, name, ending)
}
