package youtubetest

import (
	"strings"
)

// params are what tabs are opened by.
var params = map[string]string{
	"featured": "EghmZWF0dXJlZPIGBAoCMgA%3D", videos: "EgZ2aWRlb3PyBgQKAjoA", shorts: "EgZzaG9ydHPyBgUKA5oBAA%3D%3D", streams: "EgdzdHJlYW1z8gYECgJ6AA%3D%3D",
}

// titles are the names of tabs, in their order.
var titles = []struct{ tab, title string }{{"featured", "Home"}, {videos, "Videos"}, {shorts, "Shorts"}, {streams, "Live"}}

func alert(text string) any {
	return map[string]any{"alerts": []any{map[string]any{"alertRenderer": map[string]any{"type": "ERROR", "text": map[string]any{"simpleText": text}}}}}
}

// home is a channel's page with a tab open; the first tab where it has no such tab.
func (c *channel) home(tab string) any {
	switch {
	case c.Terminated != "":
		return alert(c.Terminated)
	case c.Gated:
		return columns(map[string]any{"selected": true, "content": map[string]any{"sectionListRenderer": map[string]any{"contents": []any{
			map[string]any{"channelAgeGateRenderer": map[string]any{
				"channelTitle": c.Name, "avatar": map[string]any{"thumbnails": pictures(c.ID(), 144)},
				"header": runs("Sign in to view this channel"),
			}},
		}}}})
	case len(c.Lists[tab]) == 0:
		tab = "featured"
	}
	var tabs []any
	for _, t := range titles {
		if t.tab != "featured" && len(c.Lists[t.tab]) == 0 {
			continue
		}
		r := map[string]any{"title": t.title, "endpoint": map[string]any{
			"commandMetadata": map[string]any{"webCommandMetadata": map[string]any{"url": "/@" + c.Handle + "/" + t.tab, "webPageType": "WEB_PAGE_TYPE_CHANNEL"}},
			"browseEndpoint":  map[string]any{"browseId": c.ID(), "params": params[t.tab]},
		}}
		if t.tab == tab {
			r["selected"], r["content"] = true, c.content(tab)
		}
		tabs = append(tabs, r)
	}
	page := columns(tabs...)
	page["header"], page["metadata"] = c.header(), c.metadata()
	return page
}

func columns(tabs ...any) map[string]any {
	var framed []any
	for _, t := range tabs {
		framed = append(framed, map[string]any{"tabRenderer": t})
	}
	return map[string]any{"contents": map[string]any{"twoColumnBrowseResultsRenderer": map[string]any{"tabs": framed}}}
}

func (c *channel) content(tab string) any {
	if tab != "featured" {
		return map[string]any{"richGridRenderer": map[string]any{"contents": c.entries(tab, 0)}}
	}
	// The first tab shows some videos, too; they are not the list.
	return map[string]any{"sectionListRenderer": map[string]any{"contents": []any{map[string]any{"itemSectionRenderer": map[string]any{
		"contents": []any{map[string]any{"shelfRenderer": map[string]any{"title": runs("For you")}}},
	}}}}}
}

// entries are a page of a tab: 30 videos or streams, or 48 shorts.
func (c *channel) entries(tab string, from int) []any {
	size := 30
	if tab == shorts {
		size = 48
	}
	list := c.Lists[tab]
	entries := []any{}
	for _, v := range list[min(from, len(list)):min(from+size, len(list))] {
		entries = append(entries, map[string]any{"richItemRenderer": map[string]any{"content": c.item(tab, v)}})
	}
	if from+size < len(list) {
		entries = append(entries, map[string]any{"continuationItemRenderer": map[string]any{"continuationEndpoint": map[string]any{
			"continuationCommand": map[string]any{"token": token{ID: c.ID(), Tab: tab, From: from + size}.String(), "request": "CONTINUATION_REQUEST_TYPE_BROWSE"},
		}}})
	}
	return entries
}

func (c *channel) item(tab string, v video) any {
	switch {
	case tab == shorts:
		return map[string]any{"shortsLockupViewModel": map[string]any{
			"entityId":           "shorts-shelf-item-" + v.ID,
			"overlayMetadata":    map[string]any{"primaryText": content(v.Title), "secondaryText": content(count(v.Views, "view"))},
			"thumbnailViewModel": map[string]any{"thumbnailViewModel": map[string]any{"image": map[string]any{"sources": []any{map[string]any{"url": still(v.ID), "width": 405, "height": 720}}}}},
		}}
	case c.Old:
		return map[string]any{"videoRenderer": map[string]any{
			"videoId": v.ID, "title": runs(v.Title), "descriptionSnippet": runs(v.Text[:6] + "..."),
			"publishedTimeText": map[string]any{"simpleText": ago(v.Age)}, "viewCountText": map[string]any{"simpleText": count(v.Views, "view")},
			"lengthText": map[string]any{"simpleText": clock(v.Seconds)}, "thumbnail": map[string]any{"thumbnails": []any{map[string]any{"url": still(v.ID), "width": 336, "height": 188}}},
		}}
	}
	words, badge := []any{part(count(v.Views, "view")), part(ago(v.Age))}, clock(v.Seconds)
	switch {
	case v.State == "live":
		words, badge = []any{part("131 watching")}, "LIVE"
	case v.State == "upcoming":
		words, badge = []any{part("12 waiting"), part("Scheduled for 6/14/26, 8:00 PM")}, "UPCOMING"
	case tab == streams:
		words[1] = part("Streamed " + ago(v.Age))
	}
	return map[string]any{"lockupViewModel": map[string]any{
		"contentId": v.ID, "contentType": "LOCKUP_CONTENT_TYPE_VIDEO",
		"contentImage": map[string]any{"thumbnailViewModel": map[string]any{
			"image": map[string]any{"sources": []any{
				map[string]any{"url": strings.Replace(still(v.ID), "hq", "mq", 1), "width": 168, "height": 94}, map[string]any{"url": still(v.ID), "width": 336, "height": 188},
			}},
			"overlays": []any{map[string]any{"thumbnailBottomOverlayViewModel": map[string]any{
				"badges": []any{map[string]any{"thumbnailBadgeViewModel": map[string]any{"text": badge}}},
			}}},
		}},
		"metadata": map[string]any{"lockupMetadataViewModel": map[string]any{
			"title": content(v.Title), "metadata": map[string]any{"contentMetadataViewModel": map[string]any{"metadataRows": []any{map[string]any{"metadataParts": words}}}},
		}},
	}}
}

func (c *channel) header() any {
	title := map[string]any{"content": c.Name}
	if c.Verified {
		title["attachmentRuns"] = []any{map[string]any{"startIndex": len(c.Name), "element": map[string]any{"type": map[string]any{"imageType": map[string]any{
			"image": map[string]any{"sources": []any{map[string]any{"clientResource": map[string]any{"imageName": "CHECK_CIRCLE_FILLED"}, "width": 24}}},
		}}}}}
	}
	model := map[string]any{
		"title": map[string]any{"dynamicTextViewModel": map[string]any{"text": title}},
		"metadata": map[string]any{"contentMetadataViewModel": map[string]any{"metadataRows": []any{
			map[string]any{"metadataParts": []any{part("@" + c.Handle)}},
			map[string]any{"metadataParts": []any{part(count(c.Subscribers, "subscriber")), part(count(len(c.Lists[videos])+len(c.Lists[shorts])+len(c.Lists[streams]), "video"))}},
		}}},
	}
	if c.Verified {
		model["banner"] = map[string]any{"imageBannerViewModel": map[string]any{"image": map[string]any{"sources": pictures("banner-"+c.ID(), 1060, 2560)}}}
	}
	return map[string]any{"pageHeaderRenderer": map[string]any{"pageTitle": c.Name, "content": map[string]any{"pageHeaderViewModel": model}}}
}

func (c *channel) metadata() any {
	return map[string]any{"channelMetadataRenderer": map[string]any{
		"title": c.Name, "description": c.About, "externalId": c.ID(), "channelUrl": "https://www.youtube.com/channel/" + c.ID(),
		"vanityChannelUrl": "http://www.youtube.com/@" + c.Handle, "avatar": map[string]any{"thumbnails": pictures(c.ID(), 900)}, "isFamilySafe": true,
	}}
}

// pictures are one picture in some widths.
func pictures(name string, widths ...int) []any {
	var list []any
	for _, width := range widths {
		list = append(list, map[string]any{"url": "https://yt3.googleusercontent.com/" + name + "=s" + short(width), "width": width})
	}
	return list
}

func content(s string) any { return map[string]any{"content": s} }
func part(s string) any    { return map[string]any{"text": content(s)} }
func runs(s string) any    { return map[string]any{"runs": []any{map[string]any{"text": s}}} }
