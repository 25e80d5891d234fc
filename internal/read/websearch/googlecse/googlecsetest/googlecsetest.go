// Package googlecsetest stands for the API of Google's Programmable Search.
package googlecsetest

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/read/websearch/enginetest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// The key and the search engine that the replay takes.
const (
	key    = "sample-key"
	engine = "sample:engine"
)

// Site stands for the API of Google's Programmable Search.
func Site(index enginetest.Index) site.Site {
	return site.Site{
		Host:     "programmablesearch.upstream.test",
		Title:    "Google Programmable Search",
		About:    "A replay of the API of Google's Programmable Search, with at most ten results a page and a hundred in all. First words of `quota`, `down`, `walled` and `empty` are answered so.",
		Upstream: "programmablesearch", Key: key + ":" + engine,
		Assets: map[string]http.HandlerFunc{"/customsearch/v1": replay{index}.serve},
	}
}

// replay answers from an index.
type replay struct{ index enginetest.Index }

func (x replay) serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	fault, rest := enginetest.FaultOf(q.Get("q"), "programmablesearch")
	num, start := site.IntOr(q.Get("num"), 10), site.IntOr(q.Get("start"), 1)
	switch {
	case q.Get("key") != key:
		site.SendFault(w, http.StatusBadRequest, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")
	case q.Get("cx") != engine || num < 1 || num > 10 || start < 1 || start > 91:
		site.SendFault(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
	case fault == "quota":
		site.SendFault(w, http.StatusTooManyRequests, "RESOURCE_EXHAUSTED", "Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service 'customsearch.googleapis.com'.")
	case fault == "down":
		site.SendFault(w, http.StatusServiceUnavailable, "UNAVAILABLE", "The service is currently unavailable.")
	case fault == "walled":
		site.Send(w, http.StatusOK, site.HTML, []byte(`<!doctype html><title>Sorry...</title><form id="captcha-form"></form>`))
	case fault == "empty":
		site.SendJSON(w, http.StatusOK, x.answer(q, "", num, start))
	default:
		site.SendJSON(w, http.StatusOK, x.answer(q, rest, num, start))
	}
}

func (x replay) answer(asked url.Values, looked string, num, start int) map[string]any {
	query := enginetest.Read(looked)
	all := enginetest.Since(x.index.Find(query), enginetest.Days(asked.Get("dateRestrict")))
	found, more := enginetest.PageOf(all, start-1, num)
	request := map[string]any{"title": "Google Custom Search", "totalResults": strconv.Itoa(len(all)), "searchTerms": asked.Get("q"), "count": len(found), "startIndex": start, "cx": engine}
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
		items = append(items, item(p, query.Snippet(p)))
	}
	if items != nil {
		answer["items"] = items
	}
	return answer
}

func item(p enginetest.Page, snippet string) map[string]any {
	item := map[string]any{
		"kind": "customsearch#result", "title": p.Title, "htmlTitle": p.Title, "link": p.URL, "displayLink": site.Must(url.Parse(p.URL)).Hostname(),
		"formattedUrl": p.URL, "snippet": snippet, "htmlSnippet": snippet,
	}
	tags := map[string]any{}
	if p.Site != "" {
		tags["og:site_name"] = p.Site
	}
	if strings.Contains(p.Published, "T") {
		tags["article:published_time"] = p.Published
	} else if p.Published != "" {
		tags["article:published_time"] = p.Published + "T00:00:00Z"
	}
	if len(tags) > 0 {
		item["pagemap"] = map[string]any{"metatags": []any{tags}}
	}
	return item
}
