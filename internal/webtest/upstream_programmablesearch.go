package webtest

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// The key and the search engine that the replay takes.
const (
	cseKey    = "sample-key"
	cseEngine = "sample:engine"
)

// programmablesearchUpstream stands for the API of Google's Programmable Search.
func programmablesearchUpstream(index searchable) Site {
	return Site{
		Host:     "programmablesearch.upstream.test",
		Title:    "Google Programmable Search",
		About:    "A replay of the API of Google's Programmable Search, with at most ten results a page and a hundred in all. First words of `quota`, `down`, `walled` and `empty` are answered so.",
		Upstream: "programmablesearch", Key: cseKey + ":" + cseEngine,
		Assets: map[string]http.HandlerFunc{"/customsearch/v1": cseReplay{index}.serve},
	}
}

// cseReplay answers from an index.
type cseReplay struct{ index searchable }

func (x cseReplay) serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	fault, rest := faultOf(q.Get("q"), "programmablesearch")
	num, start := intOr(q.Get("num"), 10), intOr(q.Get("start"), 1)
	switch {
	case q.Get("key") != cseKey:
		sendFault(w, http.StatusBadRequest, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")
	case q.Get("cx") != cseEngine || num < 1 || num > 10 || start < 1 || start > 91:
		sendFault(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
	case fault == "quota":
		sendFault(w, http.StatusTooManyRequests, "RESOURCE_EXHAUSTED", "Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service 'customsearch.googleapis.com'.")
	case fault == "down":
		sendFault(w, http.StatusServiceUnavailable, "UNAVAILABLE", "The service is currently unavailable.")
	case fault == "walled":
		send(w, http.StatusOK, htmlUTF8, []byte(`<!doctype html><title>Sorry...</title><form id="captcha-form"></form>`))
	case fault == "empty":
		sendJSON(w, http.StatusOK, x.cseAnswer(q, "", num, start))
	default:
		sendJSON(w, http.StatusOK, x.cseAnswer(q, rest, num, start))
	}
}

func (x cseReplay) cseAnswer(asked url.Values, looked string, num, start int) map[string]any {
	query := readSearchQuery(looked)
	all := since(x.index.find(query), searchDays(asked.Get("dateRestrict")))
	found, more := pageOf(all, start-1, num)
	request := map[string]any{"title": "Google Custom Search", "totalResults": strconv.Itoa(len(all)), "searchTerms": asked.Get("q"), "count": len(found), "startIndex": start, "cx": cseEngine}
	queries := map[string]any{"request": []any{request}}
	if more {
		queries["nextPage"] = []any{map[string]any{"searchTerms": asked.Get("q"), "count": num, "startIndex": start + num}}
	}
	answer := map[string]any{
		"kind": "customsearch#search", "queries": queries,
		"searchInformation": map[string]any{"searchTime": 0.3, "totalResults": strconv.Itoa(len(all))},
	}
	var items []any
	for _, p := range found {
		items = append(items, cseItem(p, query.snippet(p)))
	}
	if items != nil {
		answer["items"] = items
	}
	return answer
}

func cseItem(p searchPage, snippet string) map[string]any {
	item := map[string]any{
		"kind": "customsearch#result", "title": p.title, "htmlTitle": p.title, "link": p.url, "displayLink": must(url.Parse(p.url)).Hostname(),
		"formattedUrl": p.url, "snippet": snippet, "htmlSnippet": snippet,
	}
	tags := map[string]any{}
	if p.site != "" {
		tags["og:site_name"] = p.site
	}
	if strings.Contains(p.published, "T") {
		tags["article:published_time"] = p.published
	} else if p.published != "" {
		tags["article:published_time"] = p.published + "T00:00:00Z"
	}
	if len(tags) > 0 {
		item["pagemap"] = map[string]any{"metatags": []any{tags}}
	}
	return item
}
