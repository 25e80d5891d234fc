package reddittest

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// ArcticShift stands for the archive Arctic Shift.
func ArcticShift() site.Site {
	return site.Site{
		Host:     "arcticshift.upstream.test",
		Title:    "Arctic Shift",
		About:    "A replay of the archive Arctic Shift, with copies of the posts of the replay of Reddit, taken two days after each, or at once. For the author `timeout` it answers that the search took too long.",
		Upstream: "arcticshift",
		Assets: map[string]http.HandlerFunc{
			"/api/posts/search": serveArcticPosts, "/api/posts/ids": serveArcticIDs,
			"/api/comments/tree": serveArcticTree, "/api/users/search": serveArcticUsers,
		},
	}
}

func sendArctic(w http.ResponseWriter, data any) {
	site.SendJSON(w, http.StatusOK, map[string]any{"data": data, "error": nil})
}

func serveArcticPosts(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	switch {
	case q.Get("author") == "timeout":
		site.SendJSON(w, http.StatusUnprocessableEntity, map[string]any{"data": nil, "error": "Timeout. Maybe slow down a bit"})
		return
	case q.Get("title") != "" && q.Get("author")+q.Get("subreddit") == "":
		site.SendJSON(w, http.StatusBadRequest, map[string]any{"data": nil, "error": "'title' can only be used with 'author' or 'subreddit'"})
		return
	}
	world := theWorld()
	found := world.where(func(p *post) bool {
		return is(p.By, q.Get("author")) && is(p.Sub, q.Get("subreddit")) && strings.HasPrefix(p.link(world), q.Get("url")) &&
			is(p.Crosspost, strings.TrimPrefix(q.Get("crosspost_parent_id"), "t3_"))
	})
	sendArctic(w, world.archived(found, q, "limit"))
}

// is reports whether a value is the wanted one, if any is wanted.
func is(value, wanted string) bool { return wanted == "" || strings.EqualFold(value, wanted) }

// archived are copies of posts between after and before, both excluded, the newest
// first, as many as a parameter asks for.
func (world *world) archived(posts []*post, q url.Values, size string) []any {
	after, _ := strconv.ParseInt(q.Get("after"), 10, 64)
	before, _ := strconv.ParseInt(q.Get("before"), 10, 64)
	copies, limit := []any{}, limit(q.Get(size), 25)
	for _, p := range posts {
		if p.At > after && p.At < cmp.Or(before, p.At+1) && len(copies) < limit {
			copies = append(copies, p.copied(world))
		}
	}
	return copies
}

func (p *post) copied(world *world) map[string]any {
	o := p.object(world, false)
	o["retrieved_on"] = p.At + 2*86400
	if p.Fresh {
		o["retrieved_on"], o["score"] = p.At+12, 1
	}
	return o
}

func serveArcticIDs(w http.ResponseWriter, r *http.Request) {
	copies := []any{}
	for id := range strings.SplitSeq(r.URL.Query().Get("ids"), ",") {
		if p := theWorld().post(strings.TrimPrefix(id, "t3_")); p != nil {
			copies = append(copies, p.copied(theWorld()))
		}
	}
	sendArctic(w, copies)
}

func serveArcticTree(w http.ResponseWriter, r *http.Request) {
	p := theWorld().post(strings.TrimPrefix(r.URL.Query().Get("link_id"), "t3_"))
	if p == nil {
		sendArctic(w, []any{})
		return
	}
	sendArctic(w, theWorld().below(p, "", false))
}

func serveArcticUsers(w http.ResponseWriter, r *http.Request) {
	found := []any{}
	world := theWorld()
	name := r.URL.Query().Get("author")
	posts := world.where(func(p *post) bool { return strings.EqualFold(p.By, name) })
	if u := world.user(name); u != nil && len(posts) > 0 {
		found = append(found, map[string]any{"author": u.Name, "id": "t2_" + u.ID, "_meta": map[string]any{
			"num_posts": len(posts), "num_comments": 0, "post_karma": u.PostKarma / 2, "comment_karma": 0, "total_karma": u.PostKarma / 2,
			"earliest_post_at": posts[len(posts)-1].At, "last_post_at": posts[0].At, "earliest_comment_at": nil, "last_comment_at": nil,
		}})
	}
	sendArctic(w, found)
}
