package webtest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// searxngUpstream stands for an instance of SearXNG that an operator runs.
func searxngUpstream(index searchable) Site {
	return Site{
		Host:     "searxng.upstream.test",
		Title:    "SearXNG",
		About:    "A replay of SearXNG's JSON, with ten results a page, by google, duckduckgo and brave in turn, and the articles of Google News' replay for the category news. First words of `quota`, `walled` and `down` are failures of all engines behind it, which comes with status 200; `empty` finds nothing.",
		Upstream: "searxng",
		Assets:   map[string]http.HandlerFunc{"/search": searxngReplay{index}.serve},
		Rest:     text(htmlUTF8, `<!DOCTYPE html><title>SearXNG</title><form action="/search"><input name="q"></form>`),
	}
}

// searxngReplay answers from an index.
type searxngReplay struct{ index searchable }

func (x searxngReplay) serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	fault, rest := faultOf(q.Get("q"), "searxng")
	engines := searxngEngines(q)
	switch {
	case q.Get("format") != "json":
		send(w, http.StatusOK, htmlUTF8, []byte(`<!DOCTYPE html><title>SearXNG</title>`))
	case q.Get("q") == "":
		http.Error(w, `{"error": "No query"}`, http.StatusBadRequest)
	case fault == "quota" || fault == "walled" || fault == "down":
		reason := map[string]string{"quota": "too many requests", "walled": "Suspended: CAPTCHA", "down": "HTTP error"}[fault]
		failed := [][]string{}
		for _, e := range engines {
			failed = append(failed, []string{e, reason})
		}
		sendJSON(w, http.StatusOK, searxngAnswer(q.Get("q"), nil, failed))
	case fault == "empty" || q.Get("categories") == "science":
		sendJSON(w, http.StatusOK, searxngAnswer(q.Get("q"), nil, nil))
	case q.Get("categories") == "news":
		sendJSON(w, http.StatusOK, searxngAnswer(q.Get("q"), searxngNews(rest, q), nil))
	default:
		sendJSON(w, http.StatusOK, searxngAnswer(q.Get("q"), x.searxngResults(rest, q, engines), nil))
	}
}

// searxngEngines are those that a request asks; of names that are not known none is, and
// then the usual ones are.
func searxngEngines(q url.Values) []string {
	usual := []string{"google", "duckduckgo", "brave"}
	asked := slices.DeleteFunc(strings.Split(q.Get("engines"), ","), func(e string) bool { return !slices.Contains(usual, e) })
	if len(asked) == 0 {
		return usual
	}
	return asked
}

func searxngAnswer(query string, results []map[string]any, failed [][]string) map[string]any {
	if results == nil {
		results = []map[string]any{}
	}
	if failed == nil {
		failed = [][]string{}
	}
	return map[string]any{
		"query": query, "number_of_results": 0, "results": results, "answers": []string{}, "corrections": []string{},
		"infoboxes": []string{}, "suggestions": []string{}, "unresponsive_engines": failed,
	}
}

func (x searxngReplay) searxngResults(looked string, q url.Values, engines []string) []map[string]any {
	query := readSearchQuery(looked)
	found, _ := pageOf(since(x.index.find(query), searchDays(q.Get("time_range"))), 10*(intOr(q.Get("pageno"), 1)-1), 10)
	var results []map[string]any
	for i, p := range found {
		engine := engines[i%len(engines)]
		result := map[string]any{
			"url": p.url, "title": p.title, "content": query.snippet(p), "engine": engine, "engines": engines, "category": "general",
			"template": "default.html", "positions": []int{i + 1}, "score": 1 / float64(i+1), "publishedDate": nil, "img_src": "", "thumbnail": "",
		}
		if p.published != "" {
			day, _, _ := strings.Cut(p.published, "T")
			result["publishedDate"] = day + "T00:00:00"
		}
		results = append(results, result)
	}
	return results
}

// searxngNews are articles of the press, the newest first.
func searxngNews(looked string, q url.Values) []map[string]any {
	found := readNewsQuery(looked).find("google", func(time.Time) bool { return true })
	begin := min(10*max(intOr(q.Get("pageno"), 1)-1, 0), len(found))
	var results []map[string]any
	for _, a := range found[begin:min(begin+10, len(found))] {
		results = append(results, map[string]any{
			"url": a.URL, "title": a.Title, "content": a.Title, "engine": "google news", "engines": []string{"google news"}, "category": "news",
			"template": "default.html", "publishedDate": time.Unix(a.At, 0).UTC().Format("2006-01-02T15:04:05"),
		})
	}
	return results
}
