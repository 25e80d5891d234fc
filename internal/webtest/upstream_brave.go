package webtest

import (
	"net/http"
	"net/url"
	"strings"
)

// braveKey is the key that the replay takes.
const braveKey = "sample-brave"

// braveUpstream stands for the Brave Search API.
func braveUpstream(index searchable) Site {
	return Site{
		Host:     "brave.upstream.test",
		Title:    "Brave",
		About:    "A replay of the Brave Search API, with at most 20 results a page and pages up to offset 9. First words of `quota`, `down`, `walled` and `empty` are answered so.",
		Upstream: "brave", Key: braveKey,
		Assets: map[string]http.HandlerFunc{"/web/search": braveReplay{index}.serve},
	}
}

// braveReplay answers from an index.
type braveReplay struct{ index searchable }

func (x braveReplay) serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	fault, rest := faultOf(q.Get("q"), "brave")
	w.Header().Set("X-RateLimit-Limit", "1, 2000")
	count, offset := intOr(q.Get("count"), 20), intOr(q.Get("offset"), 0)
	switch {
	case r.Header.Get("X-Subscription-Token") != braveKey:
		braveFault(w, http.StatusUnprocessableEntity, "SUBSCRIPTION_TOKEN_INVALID", "The provided subscription token is invalid.")
	case q.Get("q") == "" || count < 1 || count > 20 || offset < 0 || offset > 9:
		braveFault(w, http.StatusUnprocessableEntity, "VALIDATION", "Unable to validate request parameter(s)")
	case fault == "quota":
		braveFault(w, http.StatusTooManyRequests, "RATE_LIMITED", "Request rate limit exceeded for plan.")
	case fault == "down":
		braveFault(w, http.StatusServiceUnavailable, "INTERNAL", "Service unavailable")
	case fault == "walled":
		send(w, http.StatusForbidden, htmlUTF8, []byte("<!doctype html><title>Just a moment...</title>"))
	case fault == "empty":
		sendJSON(w, http.StatusOK, x.braveAnswer(q.Get("q"), "", 0, count, 0))
	default:
		sendJSON(w, http.StatusOK, x.braveAnswer(q.Get("q"), rest, offset*count, count, searchDays(strings.TrimPrefix(q.Get("freshness"), "p"))))
	}
}

func braveFault(w http.ResponseWriter, status int, code, detail string) {
	sendJSON(w, status, map[string]any{"type": "ErrorResponse", "error": map[string]any{"id": "sample", "status": status, "code": code, "detail": detail}})
}

func (x braveReplay) braveAnswer(asked, looked string, begin, size, days int) map[string]any {
	q := readSearchQuery(looked)
	found, more := pageOf(since(x.index.find(q), days), begin, size)
	answer := map[string]any{"type": "search", "query": map[string]any{"original": asked, "more_results_available": more}}
	if len(found) == 0 {
		return answer
	}
	results := []map[string]any{}
	for _, p := range found {
		host := must(url.Parse(p.url)).Hostname()
		result := map[string]any{
			"type": "search_result", "title": p.title, "url": p.url, "description": strings.ReplaceAll(q.snippet(p), "Marrowfen", "<strong>Marrowfen</strong>"), "language": "en",
			"profile":  map[string]any{"name": or(p.site, host), "long_name": host, "url": p.url},
			"meta_url": map[string]any{"scheme": "http", "netloc": host, "hostname": host, "path": bravePath(p)},
		}
		if p.published != "" {
			day, _, _ := strings.Cut(p.published, "T")
			result["page_age"], result["age"] = day+"T00:00:00", day
		}
		results = append(results, result)
	}
	answer["web"] = map[string]any{"type": "search", "results": results, "family_friendly": true}
	return answer
}

// bravePath is "› docs › start".
func bravePath(p searchPage) string {
	path := strings.Trim(must(url.Parse(p.url)).Path, "/")
	if path == "" {
		return ""
	}
	return "› " + strings.ReplaceAll(path, "/", " › ")
}
