package webtest

import "net/http"

// pullpushUpstream stands for the archive PullPush.
func pullpushUpstream() Site {
	return Site{
		Host:     "pullpush.upstream.test",
		Title:    "PullPush",
		About:    "A replay of the archive PullPush: a search of all posts of the replay of Reddit by words, author, community and domain.",
		Upstream: "pullpush",
		Assets: map[string]http.HandlerFunc{"/reddit/search/submission/": func(w http.ResponseWriter, r *http.Request) {
			q := r.URL.Query()
			world := redditWorld()
			found := world.where(func(p *rdPost) bool {
				return rdIs(p.By, q.Get("author")) && rdIs(p.Sub, q.Get("subreddit")) && p.matches(q.Get("q")) &&
					(q.Get("domain") == "" || p.names(q.Get("domain"), false))
			})
			sendJSON(w, http.StatusOK, map[string]any{
				"data": world.archived(found, q, "size"), "error": nil,
				"metadata": map[string]any{"op": "search", "es_query_time": 12},
			})
		}},
	}
}
