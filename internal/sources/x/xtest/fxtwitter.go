package xtest

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// FxTwitter stands for FxTwitter's API.
func FxTwitter() site.Site {
	return site.Site{
		Host:     "fxtwitter.upstream.test",
		Title:    "X, by FxTwitter",
		About:    "A replay of FxTwitter's API: @tidewatch with 260 posts, @kelpline, @manara_9 with an Arabic name; @lockkeeper is protected, @brinespam suspended, @newquay has no posts, @fogwall's are kept from guests, and of @fogbank this API knows nothing today. Post 1954505000000000001 has 45 replies; 1954400000000000001 was deleted, …002 suspended, …003 is private. Others are 404.",
		Upstream: "fxtwitter",
		Rest:     serve,
	}
}

func serve(w http.ResponseWriter, r *http.Request) {
	steps := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	if len(steps) < 2 || steps[0] != "2" {
		send(w, http.StatusNotFound, map[string]any{"message": "Not found"})
		return
	}
	world := all()
	switch about := steps[len(steps)-1]; {
	case steps[1] == "profile" && len(steps) == 3:
		serveProfile(w, world.user(about))
	case steps[1] == "profile" && len(steps) == 4 && about == "statuses":
		u := world.user(steps[2])
		if u == nil || u.suspended {
			sendList[any](w, r, nil, false)
			return
		}
		if u.handle == "fogbank" {
			send(w, http.StatusInternalServerError, map[string]any{"results": []any{}})
			return
		}
		sendPosts(w, r, world.timeline(u))
	case steps[1] == "status" && len(steps) == 3, steps[1] == "conversation" && len(steps) == 3:
		serveStatus(w, r, world.byID[about], steps[1] == "conversation")
	case steps[1] == "status" && about == "quotes":
		sendPosts(w, r, world.quotesOf(steps[2]))
	case steps[1] == "status" && about == "reposts":
		var users []any
		for _, u := range world.reposters(steps[2]) {
			users = append(users, userOf(u))
		}
		sendList(w, r, users, world.byID[steps[2]] != nil)
	case steps[1] == "search":
		sendPosts(w, r, world.search(r.URL.Query().Get("q")))
	default:
		send(w, http.StatusNotFound, map[string]any{"message": "Not found"})
	}
}

func serveProfile(w http.ResponseWriter, u *account) {
	switch {
	case u == nil:
		send(w, http.StatusNotFound, map[string]any{"message": "User not found"})
	case u.suspended:
		send(w, http.StatusNotFound, map[string]any{"message": "User is suspended", "reason": "suspended", "id": u.id})
	case u.handle == "fogbank":
		send(w, http.StatusInternalServerError, map[string]any{"message": "Internal error"})
	default:
		send(w, http.StatusOK, map[string]any{"message": "OK", "user": userOf(u)})
	}
}

func serveStatus(w http.ResponseWriter, r *http.Request, p *post, conversation bool) {
	none := map[string]any{"status": nil, "thread": nil, "author": nil}
	switch {
	case p == nil:
		send(w, http.StatusNotFound, none)
		return
	case p.gone == "private":
		send(w, http.StatusUnauthorized, none)
		return
	case p.gone != "":
		none["status"] = tombstone(p)
		send(w, http.StatusNotFound, none)
		return
	}
	answer := map[string]any{"status": statusOf(p), "thread": []any{}, "author": userOf(p.by)}
	if !conversation {
		send(w, http.StatusOK, answer)
		return
	}
	replies := all().replies(p.id)
	if r.URL.Query().Get("ranking_mode") != "recency" {
		slices.SortStableFunc(replies, func(a, b *post) int { return cmp.Compare(b.likes, a.likes) })
	}
	part, next, ok := page(replies, r.URL.Query().Get("cursor"), 20)
	if !ok {
		send(w, http.StatusNotFound, none)
		return
	}
	shown := []any{}
	for _, reply := range part {
		shown = append(shown, statusOf(reply))
	}
	answer["replies"], answer["cursor"] = shown, nil
	if len(part) == 20 {
		answer["cursor"] = map[string]any{"bottom": next}
	}
	send(w, http.StatusOK, answer)
}

func sendPosts(w http.ResponseWriter, r *http.Request, posts []*post) {
	var list []any
	for _, p := range posts {
		list = append(list, statusOf(p))
	}
	sendList(w, r, list, true)
}

func sendList[T any](w http.ResponseWriter, r *http.Request, list []T, found bool) {
	n, err := strconv.Atoi(r.URL.Query().Get("count"))
	if err != nil {
		n = 20
	}
	part, next, ok := page(list, r.URL.Query().Get("cursor"), min(n, 100))
	if !found || !ok {
		send(w, http.StatusNotFound, map[string]any{"results": []any{}, "cursor": map[string]any{"top": nil, "bottom": nil}})
		return
	}
	results := slices.Concat([]T{}, part)
	send(w, http.StatusOK, map[string]any{"results": results, "cursor": map[string]any{"top": "DAABtop", "bottom": next}})
}

// send sends an answer, which repeats its status.
func send(w http.ResponseWriter, status int, answer map[string]any) {
	answer["code"] = status
	site.SendJSON(w, status, answer)
}

func userOf(u *account) map[string]any {
	user := map[string]any{
		"type": "profile", "id": u.id, "name": u.name, "screen_name": u.handle, "url": "https://x.com/" + u.handle, "description": u.bio,
		"location": u.location, "protected": u.protected, "followers": u.followers, "following": u.following, "statuses": u.posts,
		"media_count": 3, "likes": 4, "joined": u.created.Format(time.RubyDate), "website": nil, "banner_url": nil,
		"avatar_url":   "https://pbs.twimg.com/profile_images/" + u.id + "/sample_200x200.jpg",
		"verification": map[string]any{"verified": u.verified != "", "type": site.Null(u.verified)},
	}
	if u.site != "" {
		user["website"] = map[string]any{"url": u.site, "display_url": strings.TrimPrefix(u.site, "http://")}
	}
	return user
}

func tombstone(p *post) map[string]any {
	return map[string]any{"type": "tombstone", "provider": "twitter", "reason": p.gone, "message": "This Post is not shown.", "id": p.id}
}

// status is a post. A repost is the original with the name of who repeated it.
func statusOf(p *post) map[string]any {
	if original := all().byID[p.repeats]; original != nil {
		status := statusOf(original)
		status["reposted_by"] = map[string]any{"id": p.by.id, "name": p.by.name, "screen_name": p.by.handle, "url": "https://x.com/" + p.by.handle}
		return status
	}
	status := map[string]any{
		"type": "status", "id": p.id, "url": p.url(), "text": p.text, "created_at": p.at().Format(time.RubyDate), "created_timestamp": p.at().Unix(),
		"likes": p.likes, "reposts": p.reposts, "quotes": p.quoted, "replies": p.replies, "views": nil, "bookmarks": p.bookmarks, "lang": p.lang,
		"author": userOf(p.by), "media": media(p), "is_note_tweet": p.note, "possibly_sensitive": false, "replying_to": nil, "reposted_by": nil,
		"source": "Gauge", "embed_card": "tweet", "provider": "twitter",
	}
	if p.views > 0 {
		status["views"] = p.views
	}
	if above := all().byID[p.replyTo]; above != nil {
		status["replying_to"] = map[string]any{"screen_name": above.by.handle, "status": above.id}
	}
	if q := all().byID[p.quotes]; q != nil && q.gone != "" {
		status["quote"] = tombstone(q)
	} else if q != nil {
		status["quote"] = statusOf(q)
	}
	if p.poll {
		status["poll"] = map[string]any{"choices": []any{
			map[string]any{"label": "Upper lock", "count": 12, "percentage": 60}, map[string]any{"label": "Bridge", "count": 8, "percentage": 40},
		}, "total_votes": 20, "ends_at": "2026-01-01T00:00:00Z", "time_left_en": "Final results"}
	}
	return status
}

func media(p *post) map[string]any {
	media := map[string]any{}
	if p.photo {
		media["photos"] = []any{map[string]any{"id": "3", "type": "photo", "url": p.fileURL(), "width": 1200, "height": 800, "altText": "Water over the slipway"}}
	}
	if p.video {
		media["videos"] = []any{map[string]any{
			"id": "4", "type": "video", "url": "https://video.twimg.com/sample/" + p.id + "/1280x720.mp4", "thumbnail_url": p.fileURL(),
			"width": 1280, "height": 720, "duration": 10.01, "formats": []any{},
		}}
	}
	return media
}
