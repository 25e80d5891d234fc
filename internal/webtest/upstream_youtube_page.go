package webtest

import (
	"strings"
)

// ytParams are what tabs are opened by.
var ytParams = map[string]string{
	"featured": "EghmZWF0dXJlZPIGBAoCMgA%3D", ytVideos: "EgZ2aWRlb3PyBgQKAjoA", ytShorts: "EgZzaG9ydHPyBgUKA5oBAA%3D%3D", ytStreams: "EgdzdHJlYW1z8gYECgJ6AA%3D%3D",
}

// ytTitles are the names of tabs, in their order.
var ytTitles = []struct{ tab, title string }{{"featured", "Home"}, {ytVideos, "Videos"}, {ytShorts, "Shorts"}, {ytStreams, "Live"}}

func ytAlert(text string) any {
	return map[string]any{"alerts": []any{map[string]any{"alertRenderer": map[string]any{"type": "ERROR", "text": map[string]any{"simpleText": text}}}}}
}

// home is a channel's page with a tab open; the first tab where it has no such tab.
func (c *ytChannel) home(tab string) any {
	switch {
	case c.Terminated != "":
		return ytAlert(c.Terminated)
	case c.Gated:
		return ytColumns(map[string]any{"selected": true, "content": map[string]any{"sectionListRenderer": map[string]any{"contents": []any{
			map[string]any{"channelAgeGateRenderer": map[string]any{
				"channelTitle": c.Name, "avatar": map[string]any{"thumbnails": ytPictures(c.ID(), 144)},
				"header": ytRuns("Sign in to view this channel"),
			}},
		}}}})
	case len(c.Lists[tab]) == 0:
		tab = "featured"
	}
	var tabs []any
	for _, t := range ytTitles {
		if t.tab != "featured" && len(c.Lists[t.tab]) == 0 {
			continue
		}
		r := map[string]any{"title": t.title, "endpoint": map[string]any{
			"commandMetadata": map[string]any{"webCommandMetadata": map[string]any{"url": "/@" + c.Handle + "/" + t.tab, "webPageType": "WEB_PAGE_TYPE_CHANNEL"}},
			"browseEndpoint":  map[string]any{"browseId": c.ID(), "params": ytParams[t.tab]},
		}}
		if t.tab == tab {
			r["selected"], r["content"] = true, c.content(tab)
		}
		tabs = append(tabs, r)
	}
	page := ytColumns(tabs...)
	page["header"], page["metadata"] = c.header(), c.metadata()
	return page
}

func ytColumns(tabs ...any) map[string]any {
	var framed []any
	for _, t := range tabs {
		framed = append(framed, map[string]any{"tabRenderer": t})
	}
	return map[string]any{"contents": map[string]any{"twoColumnBrowseResultsRenderer": map[string]any{"tabs": framed}}}
}

func (c *ytChannel) content(tab string) any {
	if tab != "featured" {
		return map[string]any{"richGridRenderer": map[string]any{"contents": c.entries(tab, 0)}}
	}
	// The first tab shows some videos, too; they are not the list.
	return map[string]any{"sectionListRenderer": map[string]any{"contents": []any{map[string]any{"itemSectionRenderer": map[string]any{
		"contents": []any{map[string]any{"shelfRenderer": map[string]any{"title": ytRuns("For you")}}},
	}}}}}
}

// entries are a page of a tab: 30 videos or streams, or 48 shorts.
func (c *ytChannel) entries(tab string, from int) []any {
	size := 30
	if tab == ytShorts {
		size = 48
	}
	list := c.Lists[tab]
	entries := []any{}
	for _, v := range list[min(from, len(list)):min(from+size, len(list))] {
		entries = append(entries, map[string]any{"richItemRenderer": map[string]any{"content": c.item(tab, v)}})
	}
	if from+size < len(list) {
		entries = append(entries, map[string]any{"continuationItemRenderer": map[string]any{"continuationEndpoint": map[string]any{
			"continuationCommand": map[string]any{"token": ytToken{ID: c.ID(), Tab: tab, From: from + size}.String(), "request": "CONTINUATION_REQUEST_TYPE_BROWSE"},
		}}})
	}
	return entries
}

func (c *ytChannel) item(tab string, v ytVideo) any {
	switch {
	case tab == ytShorts:
		return map[string]any{"shortsLockupViewModel": map[string]any{
			"entityId":           "shorts-shelf-item-" + v.ID,
			"overlayMetadata":    map[string]any{"primaryText": ytContent(v.Title), "secondaryText": ytContent(ytCount(v.Views, "view"))},
			"thumbnailViewModel": map[string]any{"thumbnailViewModel": map[string]any{"image": map[string]any{"sources": []any{map[string]any{"url": ytStill(v.ID), "width": 405, "height": 720}}}}},
		}}
	case c.Old:
		return map[string]any{"videoRenderer": map[string]any{
			"videoId": v.ID, "title": ytRuns(v.Title), "descriptionSnippet": ytRuns(v.Text[:6] + "..."),
			"publishedTimeText": map[string]any{"simpleText": ytAgo(v.Age)}, "viewCountText": map[string]any{"simpleText": ytCount(v.Views, "view")},
			"lengthText": map[string]any{"simpleText": ytClock(v.Seconds)}, "thumbnail": map[string]any{"thumbnails": []any{map[string]any{"url": ytStill(v.ID), "width": 336, "height": 188}}},
		}}
	}
	words, badge := []any{ytPart(ytCount(v.Views, "view")), ytPart(ytAgo(v.Age))}, ytClock(v.Seconds)
	switch {
	case v.State == "live":
		words, badge = []any{ytPart("131 watching")}, "LIVE"
	case v.State == "upcoming":
		words, badge = []any{ytPart("12 waiting"), ytPart("Scheduled for 6/14/26, 8:00 PM")}, "UPCOMING"
	case tab == ytStreams:
		words[1] = ytPart("Streamed " + ytAgo(v.Age))
	}
	return map[string]any{"lockupViewModel": map[string]any{
		"contentId": v.ID, "contentType": "LOCKUP_CONTENT_TYPE_VIDEO",
		"contentImage": map[string]any{"thumbnailViewModel": map[string]any{
			"image": map[string]any{"sources": []any{
				map[string]any{"url": strings.Replace(ytStill(v.ID), "hq", "mq", 1), "width": 168, "height": 94}, map[string]any{"url": ytStill(v.ID), "width": 336, "height": 188},
			}},
			"overlays": []any{map[string]any{"thumbnailBottomOverlayViewModel": map[string]any{
				"badges": []any{map[string]any{"thumbnailBadgeViewModel": map[string]any{"text": badge}}},
			}}},
		}},
		"metadata": map[string]any{"lockupMetadataViewModel": map[string]any{
			"title": ytContent(v.Title), "metadata": map[string]any{"contentMetadataViewModel": map[string]any{"metadataRows": []any{map[string]any{"metadataParts": words}}}},
		}},
	}}
}

func (c *ytChannel) header() any {
	title := map[string]any{"content": c.Name}
	if c.Verified {
		title["attachmentRuns"] = []any{map[string]any{"startIndex": len(c.Name), "element": map[string]any{"type": map[string]any{"imageType": map[string]any{
			"image": map[string]any{"sources": []any{map[string]any{"clientResource": map[string]any{"imageName": "CHECK_CIRCLE_FILLED"}, "width": 24}}},
		}}}}}
	}
	model := map[string]any{
		"title": map[string]any{"dynamicTextViewModel": map[string]any{"text": title}},
		"metadata": map[string]any{"contentMetadataViewModel": map[string]any{"metadataRows": []any{
			map[string]any{"metadataParts": []any{ytPart("@" + c.Handle)}},
			map[string]any{"metadataParts": []any{ytPart(ytCount(c.Subscribers, "subscriber")), ytPart(ytCount(len(c.Lists[ytVideos])+len(c.Lists[ytShorts])+len(c.Lists[ytStreams]), "video"))}},
		}}},
	}
	if c.Verified {
		model["banner"] = map[string]any{"imageBannerViewModel": map[string]any{"image": map[string]any{"sources": ytPictures("banner-"+c.ID(), 1060, 2560)}}}
	}
	return map[string]any{"pageHeaderRenderer": map[string]any{"pageTitle": c.Name, "content": map[string]any{"pageHeaderViewModel": model}}}
}

func (c *ytChannel) metadata() any {
	return map[string]any{"channelMetadataRenderer": map[string]any{
		"title": c.Name, "description": c.About, "externalId": c.ID(), "channelUrl": "https://www.youtube.com/channel/" + c.ID(),
		"vanityChannelUrl": "http://www.youtube.com/@" + c.Handle, "avatar": map[string]any{"thumbnails": ytPictures(c.ID(), 900)}, "isFamilySafe": true,
	}}
}

// ytPictures are one picture in some widths.
func ytPictures(name string, widths ...int) []any {
	var list []any
	for _, width := range widths {
		list = append(list, map[string]any{"url": "https://yt3.googleusercontent.com/" + name + "=s" + ytShort(width), "width": width})
	}
	return list
}

func ytContent(s string) any { return map[string]any{"content": s} }
func ytPart(s string) any    { return map[string]any{"text": ytContent(s)} }
func ytRuns(s string) any    { return map[string]any{"runs": []any{map[string]any{"text": s}}} }
