package reddittest

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// PullPush stands for the archive PullPush.
func PullPush() site.Site {
	return site.Site{
		Host:     "pullpush.upstream.test",
		Title:    "PullPush",
		About:    "A replay of the archive PullPush: a search of all posts of the replay of Reddit by words, author, community and domain.",
		Upstream: "pullpush",
		Assets: map[string]http.HandlerFunc{"/reddit/search/submission/": func(w http.ResponseWriter, r *http.Request) {
			q := r.URL.Query()
			world := theWorld()
			found := world.where(func(p *post) bool {
				return is(p.By, q.Get("author")) && is(p.Sub, q.Get("subreddit")) && p.matches(q.Get("q")) &&
					(q.Get("domain") == "" || p.names(q.Get("domain"), false))
			})
			site.SendJSON(w, http.StatusOK, map[string]any{
				"data": world.archived(found, q, "size"), "error": nil,
				"metadata": map[string]any{"op": "search", "es_query_time": 12},
			})
		}},
	}
}
