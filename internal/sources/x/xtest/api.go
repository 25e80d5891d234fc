package xtest

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// xapiKey is the bearer token that the replay of the official API takes. It is no key of
// the sample web: without one the other surfaces of X are asked, which most people have.
const xapiKey = "sample-x-key"

// API stands for X's official API.
func API() site.Site {
	return site.Site{
		Host:     "xapi.upstream.test",
		Title:    "X, official API",
		About:    "A replay of X's official API with the same posts as FxTwitter's replay. It takes the bearer token `sample-x-key`, which `quarry local` does not send by itself: set `QUARRY_KEYS=xapi=sample-x-key`.",
		Upstream: "xapi",
		Rest:     serveAPI,
	}
}

func serveAPI(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "Bearer "+xapiKey {
		site.SendJSON(w, http.StatusUnauthorized, map[string]any{"title": "Unauthorized", "type": "about:blank", "status": 401, "detail": "Unauthorized"})
		return
	}
	world := all()
	steps := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	switch {
	case len(steps) == 5 && steps[1] == "users" && steps[3] == "username":
		sendAPIUser(w, world.user(steps[4]), steps[4])
	case len(steps) == 4 && steps[1] == "users" && steps[3] == "tweets":
		u := world.user(steps[2])
		if u == nil || u.protected {
			sendAPIProblem(w, steps[2], "not-authorized-for-resource", "Sorry, you are not authorized to see the user with id: ["+steps[2]+"].")
			return
		}
		sendAPIPosts(w, r, world.of(func(p *post) bool { return p.by == u && u.handle != "fogwall" }), "pagination_token")
	case len(steps) == 3 && steps[1] == "tweets":
		p := world.byID[steps[2]]
		switch {
		case p == nil || p.gone == "deleted":
			sendAPIProblem(w, steps[2], "resource-not-found", "Could not find tweet with id: ["+steps[2]+"].")
		case p.gone == "suspended":
			sendAPIProblem(w, steps[2], "resource-not-found", "User has been suspended: ["+p.by.id+"].")
		case p.gone != "":
			sendAPIProblem(w, steps[2], "not-authorized-for-resource", "Sorry, you are not authorized to see the Tweet with id: ["+steps[2]+"].")
		default:
			site.SendJSON(w, http.StatusOK, map[string]any{"data": apiPost(p), "includes": apiIncludes([]*post{p})})
		}
	case len(steps) == 4 && steps[2] == "search" && steps[3] == "recent":
		sendAPIPosts(w, r, world.search(r.URL.Query().Get("query")), "next_token")
	case len(steps) == 4 && steps[3] == "quote_tweets":
		sendAPIPosts(w, r, world.quotesOf(steps[2]), "pagination_token")
	case len(steps) == 4 && steps[3] == "retweeted_by":
		var users []any
		for _, u := range world.reposters(steps[2]) {
			users = append(users, apiUser(u))
		}
		sendAPIList(w, r, users, nil, "pagination_token")
	default:
		site.SendJSON(w, http.StatusNotFound, map[string]any{"title": "Not Found", "type": "about:blank", "status": 404})
	}
}

// sendAPIProblem answers for one object that cannot be told, which is a success.
func sendAPIProblem(w http.ResponseWriter, value, kind, detail string) {
	site.SendJSON(w, http.StatusOK, map[string]any{"errors": []any{map[string]any{
		"value": value, "detail": detail, "title": "Not Found Error", "resource_id": value, "type": "https://api.twitter.com/2/problems/" + kind,
	}}})
}

func sendAPIUser(w http.ResponseWriter, u *account, handle string) {
	switch {
	case u == nil:
		sendAPIProblem(w, handle, "resource-not-found", "Could not find user with username: ["+handle+"].")
	case u.suspended:
		sendAPIProblem(w, handle, "resource-not-found", "User has been suspended: ["+handle+"].")
	default:
		site.SendJSON(w, http.StatusOK, map[string]any{"data": apiUser(u)})
	}
}

func sendAPIPosts(w http.ResponseWriter, r *http.Request, posts []*post, tokenName string) {
	var list []any
	for _, p := range posts {
		list = append(list, apiPost(p))
	}
	sendAPIList(w, r, list, posts, tokenName)
}

func sendAPIList(w http.ResponseWriter, r *http.Request, list []any, posts []*post, tokenName string) {
	query := r.URL.Query()
	n, err := strconv.Atoi(query.Get("max_results"))
	part, next, ok := page(list, query.Get(tokenName), n)
	switch {
	case err != nil || n > 100:
		site.SendJSON(w, http.StatusBadRequest, map[string]any{"title": "Invalid Request", "detail": "One or more parameters to your request was invalid.", "type": "https://api.twitter.com/2/problems/invalid-request", "errors": []any{map[string]any{"message": "The `max_results` query parameter value is not valid"}}})
		return
	case !ok:
		site.SendJSON(w, http.StatusBadRequest, map[string]any{"title": "Invalid Request", "detail": "One or more parameters to your request was invalid.", "type": "https://api.twitter.com/2/problems/invalid-request", "errors": []any{map[string]any{"message": "The `" + tokenName + "` query parameter value [" + query.Get(tokenName) + "] is not valid"}}})
		return
	}
	meta := map[string]any{"result_count": len(part)}
	answer := map[string]any{"meta": meta}
	if len(part) > 0 {
		answer["data"] = part
	}
	from := 0
	if token := query.Get(tokenName); token != "" {
		from, _ = strconv.Atoi(strings.TrimPrefix(token, "DAABCgABG"))
	}
	if from+len(part) < len(list) {
		meta["next_token"] = next
	}
	if posts != nil && len(part) > 0 {
		answer["includes"] = apiIncludes(posts[from : from+len(part)])
	}
	site.SendJSON(w, http.StatusOK, answer)
}

func apiUser(u *account) map[string]any {
	user := map[string]any{
		"id": u.id, "name": u.name, "username": u.handle, "description": u.bio, "created_at": u.created.Format("2006-01-02T15:04:05.000Z"),
		"protected": u.protected, "verified": u.verified != "", "verified_type": map[string]string{"": "none", "individual": "blue", "organization": "business"}[u.verified],
		"profile_image_url": "https://pbs.twimg.com/profile_images/" + u.id + "/sample_normal.jpg",
		"public_metrics":    map[string]any{"followers_count": u.followers, "following_count": u.following, "tweet_count": u.posts, "listed_count": 1},
	}
	if u.location != "" {
		user["location"] = u.location
	}
	if u.site != "" {
		user["url"] = "https://t.co/SampleSite"
		user["entities"] = map[string]any{"url": map[string]any{"urls": []any{map[string]any{"url": "https://t.co/SampleSite", "expanded_url": u.site}}}}
	}
	return user
}

func apiPost(p *post) map[string]any {
	post := map[string]any{
		"id": p.id, "text": p.short(), "author_id": p.by.id, "created_at": p.at().Format("2006-01-02T15:04:05.000Z"), "conversation_id": p.id, "lang": p.lang,
		"edit_history_tweet_ids": []string{p.id}, "possibly_sensitive": false,
		"public_metrics": map[string]any{"retweet_count": p.reposts, "reply_count": p.replies, "like_count": p.likes, "quote_count": p.quoted, "bookmark_count": p.bookmarks, "impression_count": p.views},
	}
	if p.note {
		post["note_tweet"] = map[string]any{"text": p.text}
	}
	urls := []any{}
	if p.link != "" {
		urls = append(urls, map[string]any{"url": shortLink, "expanded_url": p.link})
	}
	if p.photo || p.video {
		urls = append(urls, map[string]any{"url": mediaLink, "expanded_url": p.url() + "/photo/1", "media_key": "3_" + p.id})
		post["attachments"] = map[string]any{"media_keys": []string{"3_" + p.id}}
	}
	if p.poll {
		post["attachments"] = map[string]any{"poll_ids": []string{"9" + p.id[1:]}}
	}
	post["entities"] = map[string]any{"urls": urls}
	related := []any{}
	for kind, id := range map[string]string{"replied_to": p.replyTo, "quoted": p.quotes, "retweeted": p.repeats} {
		if id != "" {
			related = append(related, map[string]any{"type": kind, "id": id})
		}
	}
	if len(related) > 0 {
		post["referenced_tweets"] = related
	}
	if original := all().byID[p.repeats]; original != nil {
		post["text"] = "RT @" + original.by.handle + ": " + original.text[:10] + "…"
	}
	return post
}

// apiIncludes are the objects that posts name.
func apiIncludes(posts []*post) map[string]any {
	var users, tweets, media, polls []any
	seen := map[string]bool{}
	add := func(list *[]any, id string, object any) {
		if !seen[id] {
			seen[id] = true
			*list = append(*list, object)
		}
	}
	for _, p := range posts {
		add(&users, p.by.id, apiUser(p.by))
		for _, id := range []string{p.replyTo, p.quotes, p.repeats} {
			if in := all().byID[id]; in != nil && in.gone == "" {
				add(&tweets, id, apiPost(in))
				add(&users, in.by.id, apiUser(in.by))
			}
		}
		if p.photo {
			add(&media, "3_"+p.id, map[string]any{"media_key": "3_" + p.id, "type": "photo", "url": p.fileURL(), "width": 1200, "height": 800, "alt_text": "Water over the slipway"})
		}
		if p.video {
			add(&media, "3_"+p.id, map[string]any{"media_key": "3_" + p.id, "type": "video", "preview_image_url": p.fileURL(), "duration_ms": 10010, "width": 1280, "height": 720, "variants": []any{
				map[string]any{"content_type": "video/mp4", "bit_rate": 2176000, "url": "https://video.twimg.com/sample/" + p.id + "/1280x720.mp4"},
			}})
		}
		if p.poll {
			add(&polls, "poll"+p.id, map[string]any{"id": "9" + p.id[1:], "options": []any{
				map[string]any{"position": 1, "label": "Upper lock", "votes": 12}, map[string]any{"position": 2, "label": "Bridge", "votes": 8},
			}})
		}
	}
	return map[string]any{"users": users, "tweets": tweets, "media": media, "polls": polls}
}
