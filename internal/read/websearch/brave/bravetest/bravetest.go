// Package bravetest stands for the Brave Search API.
package bravetest

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/read/websearch/enginetest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// key is the key that the replay takes.
const key = "sample-brave"

// Site stands for the Brave Search API.
func Site(index enginetest.Index) site.Site {
	return site.Site{
		Host:     "brave.upstream.test",
		Title:    "Brave",
		About:    "A replay of the Brave Search API, with at most 20 results a page and pages up to offset 9. First words of `quota`, `down`, `walled` and `empty` are answered so.",
		Upstream: "brave", Key: key,
		Assets: map[string]http.HandlerFunc{"/web/search": replay{index}.serve},
	}
}

// replay answers from an index.
type replay struct{ index enginetest.Index }

func (x replay) serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	fault, rest := enginetest.FaultOf(q.Get("q"), "brave")
	w.Header().Set("X-RateLimit-Limit", "1, 2000")
	count, offset := site.IntOr(q.Get("count"), 20), site.IntOr(q.Get("offset"), 0)
	switch {
	case r.Header.Get("X-Subscription-Token") != key:
		refuse(w, http.StatusUnprocessableEntity, "SUBSCRIPTION_TOKEN_INVALID", "The provided subscription token is invalid.")
	case q.Get("q") == "" || count < 1 || count > 20 || offset < 0 || offset > 9:
		refuse(w, http.StatusUnprocessableEntity, "VALIDATION", "Unable to validate request parameter(s)")
	case fault == "quota":
		refuse(w, http.StatusTooManyRequests, "RATE_LIMITED", "Request rate limit exceeded for plan.")
	case fault == "down":
		refuse(w, http.StatusServiceUnavailable, "INTERNAL", "Service unavailable")
	case fault == "walled":
		site.Send(w, http.StatusForbidden, site.HTML, []byte("<!doctype html><title>Just a moment...</title>"))
	case fault == "empty":
		site.SendJSON(w, http.StatusOK, x.answer(q.Get("q"), "", 0, count, 0))
	default:
		site.SendJSON(w, http.StatusOK, x.answer(q.Get("q"), rest, offset*count, count, enginetest.Days(strings.TrimPrefix(q.Get("freshness"), "p"))))
	}
}

func refuse(w http.ResponseWriter, status int, code, detail string) {
	site.SendJSON(w, status, map[string]any{"type": "ErrorResponse", "error": map[string]any{"id": "sample", "status": status, "code": code, "detail": detail}})
}

func (x replay) answer(asked, looked string, begin, size, days int) map[string]any {
	q := enginetest.Read(looked)
	found, more := enginetest.PageOf(enginetest.Since(x.index.Find(q), days), begin, size)
	answer := map[string]any{"type": "search", "query": map[string]any{"original": asked, "more_results_available": more}}
	if len(found) == 0 {
		return answer
	}
	results := []map[string]any{}
	for _, p := range found {
		host := site.Must(url.Parse(p.URL)).Hostname()
		result := map[string]any{
			"type": "search_result", "title": p.Title, "url": p.URL, "description": strings.ReplaceAll(q.Snippet(p), "Marrowfen", "<strong>Marrowfen</strong>"), "language": "en",
			"profile":  map[string]any{"name": site.Or(p.Site, host), "long_name": host, "url": p.URL},
			"meta_url": map[string]any{"scheme": "http", "netloc": host, "hostname": host, "path": path(p)},
		}
		if p.Published != "" {
			day, _, _ := strings.Cut(p.Published, "T")
			result["page_age"], result["age"] = day+"T00:00:00", day
		}
		results = append(results, result)
	}
	answer["web"] = map[string]any{"type": "search", "results": results, "family_friendly": true}
	return answer
}

// path is "› docs › start".
func path(p enginetest.Page) string {
	path := strings.Trim(site.Must(url.Parse(p.URL)).Path, "/")
	if path == "" {
		return ""
	}
	return "› " + strings.ReplaceAll(path, "/", " › ")
}
