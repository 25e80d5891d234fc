package xtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Posts stands for the single posts that X shows on other sites.
func Posts() site.Site {
	return site.Site{
		Host:     "xsyndication.upstream.test",
		Title:    "X, embedded posts",
		About:    "A replay of what X gives to pages that show single posts: the same posts as FxTwitter's replay, long ones cut, without counts of reposts and views.",
		Upstream: "xsyndication",
		Assets:   map[string]http.HandlerFunc{"/tweet-result": serveEmbedded},
	}
}

func serveEmbedded(w http.ResponseWriter, r *http.Request) {
	p := all().byID[r.URL.Query().Get("id")]
	switch {
	case r.URL.Query().Get("token") == "" || p == nil:
		site.Send(w, http.StatusNotFound, "application/json; charset=utf-8", []byte("{}"))
	case p.gone != "":
		says := map[string]string{"deleted": "This Post was deleted by the Post author. Learn more", "suspended": "This Post is from a suspended account. Learn more", "private": "You’re unable to view this Post because this account owner limits who can view their Posts. Learn more"}
		site.SendJSON(w, http.StatusOK, map[string]any{"__typename": "TweetTombstone", "tombstone": map[string]any{"text": map[string]any{"text": says[p.gone]}}})
	default:
		site.SendJSON(w, http.StatusOK, embeddedPost(p))
	}
}

// embeddedPost is a post as a single one is shown.
func embeddedPost(p *post) map[string]any {
	post := v1Post(p)
	for _, name := range []string{"reply_count", "retweet_count", "quote_count", "full_text", "extended_entities"} {
		delete(post, name)
	}
	post["__typename"], post["text"], post["created_at"] = "Tweet", p.short(), p.at().Format("2006-01-02T15:04:05.000Z")
	post["conversation_count"], post["mediaDetails"] = p.replies, v1Media(p)
	if p.note {
		post["note_tweet"] = map[string]any{"id": "Tm90ZQ=="}
	}
	delete(post, "quoted_status")
	if q := all().byID[p.quotes]; q != nil && q.gone == "" {
		post["quoted_tweet"] = embeddedPost(q)
	}
	return post
}

// v1Post is a post as X's first API wrote it.
func v1Post(p *post) map[string]any {
	post := map[string]any{
		"id_str": p.id, "full_text": p.short(), "text": p.short(), "created_at": p.at().Format(time.RubyDate), "lang": p.lang, "conversation_id_str": p.id,
		"favorite_count": p.likes, "reply_count": p.replies, "retweet_count": p.reposts, "quote_count": p.quoted, "user": v1User(p.by),
		"permalink": strings.TrimPrefix(p.url(), "https://x.com"), "entities": map[string]any{}, "possibly_sensitive": false,
	}
	if p.link != "" {
		post["entities"] = map[string]any{"urls": []any{map[string]any{"url": shortLink, "expanded_url": p.link, "display_url": "company.test", "indices": []int{0, 5}}}}
	}
	if media := v1Media(p); len(media) > 0 {
		post["extended_entities"] = map[string]any{"media": media}
	}
	if above := all().byID[p.replyTo]; above != nil {
		post["in_reply_to_status_id_str"], post["in_reply_to_screen_name"] = above.id, above.by.handle
	}
	if q := all().byID[p.quotes]; q != nil && q.gone == "" {
		post["quoted_status"], post["quoted_status_id_str"] = v1Post(q), q.id
	}
	if original := all().byID[p.repeats]; original != nil {
		post["retweeted_status"], post["full_text"] = v1Post(original), "RT @"+original.by.handle+": "+original.short()
	}
	return post
}

func v1User(u *account) map[string]any {
	user := map[string]any{
		"id_str": u.id, "name": u.name, "screen_name": u.handle, "description": u.bio, "location": u.location, "created_at": u.created.Format(time.RubyDate),
		"followers_count": u.followers, "friends_count": u.following, "statuses_count": u.posts, "protected": u.protected, "verified": false,
		"is_blue_verified": u.verified == "individual", "profile_image_url_https": "https://pbs.twimg.com/profile_images/" + u.id + "/sample_normal.jpg",
		"entities": map[string]any{"description": map[string]any{}},
	}
	if u.verified == "organization" {
		user["verified_type"] = "Business"
	}
	if u.site != "" {
		user["url"] = "https://t.co/SampleSite"
		user["entities"] = map[string]any{"url": map[string]any{"urls": []any{map[string]any{"url": "https://t.co/SampleSite", "expanded_url": u.site}}}}
	}
	return user
}

func v1Media(p *post) []any {
	file := map[string]any{"url": mediaLink, "type": "photo", "media_url_https": p.fileURL(), "original_info": map[string]any{"width": 1200, "height": 800}}
	switch {
	case p.video:
		file["type"], file["original_info"] = "video", map[string]any{"width": 1280, "height": 720}
		file["video_info"] = map[string]any{"duration_millis": 10010, "variants": []any{
			map[string]any{"content_type": "application/x-mpegURL", "url": "https://video.twimg.com/sample/" + p.id + "/list.m3u8"},
			map[string]any{"content_type": "video/mp4", "bitrate": 832000, "url": "https://video.twimg.com/sample/" + p.id + "/640x360.mp4"},
			map[string]any{"content_type": "video/mp4", "bitrate": 2176000, "url": "https://video.twimg.com/sample/" + p.id + "/1280x720.mp4"},
		}}
	case p.photo:
		file["ext_alt_text"] = "Water over the slipway"
	default:
		return nil
	}
	return []any{file}
}

// Timelines stands for the timelines that X shows on other sites.
func Timelines() site.Site {
	return site.Site{
		Host:     "xtimeline.upstream.test",
		Title:    "X, embedded timelines",
		About:    "A replay of what X gives to pages that show timelines: the 20 newest posts of an account, of @fogbank the best liked; of @fogwall an empty one.",
		Upstream: "xtimeline",
		Rest: func(w http.ResponseWriter, r *http.Request) {
			handle, ok := strings.CutPrefix(r.URL.Path, "/srv/timeline-profile/screen-name/")
			u := all().user(handle)
			if !ok || u == nil || u.suspended {
				site.Send(w, http.StatusNotFound, "text/html; charset=utf-8", []byte("<!doctype html><title>Not found</title>"))
				return
			}
			site.Send(w, http.StatusOK, "text/html; charset=utf-8", embeddedTimeline(u))
		},
	}
}

func embeddedTimeline(u *account) []byte {
	entries := []any{}
	posts := all().timeline(u)
	if u.handle == "fogbank" { // ranked, as they were added
		posts = nil
		for _, p := range all().posts {
			if p.by == u {
				posts = append(posts, p)
			}
		}
	}
	for _, p := range posts[:min(20, len(posts))] {
		entries = append(entries, map[string]any{"type": "tweet", "entry_id": "tweet-" + p.id, "sort_index": p.id, "content": map[string]any{"tweet": v1Post(p)}})
	}
	data, _ := json.Marshal(map[string]any{"props": map[string]any{"pageProps": map[string]any{
		"contextProvider": map[string]any{"hasResults": len(entries) > 0}, "timeline": map[string]any{"entries": entries}, "headerProps": map[string]any{"screenName": u.handle},
	}}, "page": "/timeline-profile/screen-name/[screenName]"})
	return fmt.Appendf(nil, `<!DOCTYPE html><html lang="en"><head><title>X</title></head><body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">%s</script></body></html>`, data)
}
