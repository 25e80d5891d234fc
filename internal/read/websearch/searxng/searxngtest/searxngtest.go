// Package searxngtest stands for an instance of SearXNG that an operator runs.
package searxngtest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/websearch/enginetest"
	"github.com/quarryapi/quarry/internal/sources/newstest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site stands for an instance of SearXNG that an operator runs.
func Site(index enginetest.Index) site.Site {
	return site.Site{
		Host:     "searxng.upstream.test",
		Title:    "SearXNG",
		About:    "A replay of SearXNG's JSON, with ten results a page, by google, duckduckgo and brave in turn, and the articles of Google News' replay for the category news. First words of `quota`, `walled` and `down` are failures of all engines behind it, which comes with status 200; `empty` finds nothing.",
		Upstream: "searxng",
		Assets:   map[string]http.HandlerFunc{"/search": replay{index}.serve},
		Rest:     site.Text(site.HTML, `<!DOCTYPE html><title>SearXNG</title><form action="/search"><input name="q"></form>`),
	}
}

// replay answers from an index.
type replay struct{ index enginetest.Index }

func (x replay) serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	fault, rest := enginetest.FaultOf(q.Get("q"), "searxng")
	engines := engines(q)
	switch {
	case q.Get("format") != "json":
		site.Send(w, http.StatusOK, site.HTML, []byte(`<!DOCTYPE html><title>SearXNG</title>`))
	case q.Get("q") == "":
		http.Error(w, `{"error": "No query"}`, http.StatusBadRequest)
	case fault == "quota" || fault == "walled" || fault == "down":
		reason := map[string]string{"quota": "too many requests", "walled": "Suspended: CAPTCHA", "down": "HTTP error"}[fault]
		failed := [][]string{}
		for _, e := range engines {
			failed = append(failed, []string{e, reason})
		}
		site.SendJSON(w, http.StatusOK, answer(q.Get("q"), nil, failed))
	case fault == "empty" || q.Get("categories") == "science":
		site.SendJSON(w, http.StatusOK, answer(q.Get("q"), nil, nil))
	case q.Get("categories") == "news":
		site.SendJSON(w, http.StatusOK, answer(q.Get("q"), news(rest, q), nil))
	default:
		site.SendJSON(w, http.StatusOK, answer(q.Get("q"), x.results(rest, q, engines), nil))
	}
}

// engines are those that a request asks; of names that are not known none is, and
// then the usual ones are.
func engines(q url.Values) []string {
	usual := []string{"google", "duckduckgo", "brave"}
	asked := slices.DeleteFunc(strings.Split(q.Get("engines"), ","), func(e string) bool { return !slices.Contains(usual, e) })
	if len(asked) == 0 {
		return usual
	}
	return asked
}

func answer(query string, results []map[string]any, failed [][]string) map[string]any {
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

func (x replay) results(looked string, q url.Values, engines []string) []map[string]any {
	query := enginetest.Read(looked)
	found, _ := enginetest.PageOf(enginetest.Since(x.index.Find(query), enginetest.Days(q.Get("time_range"))), 10*(site.IntOr(q.Get("pageno"), 1)-1), 10)
	var results []map[string]any
	for i, p := range found {
		engine := engines[i%len(engines)]
		result := map[string]any{
			"url": p.URL, "title": p.Title, "content": query.Snippet(p), "engine": engine, "engines": engines, "category": "general",
			"template": "default.html", "positions": []int{i + 1}, "score": 1 / float64(i+1), "publishedDate": nil, "img_src": "", "thumbnail": "",
		}
		if p.Published != "" {
			day, _, _ := strings.Cut(p.Published, "T")
			result["publishedDate"] = day + "T00:00:00"
		}
		results = append(results, result)
	}
	return results
}

// news are articles of the press, the newest first.
func news(looked string, q url.Values) []map[string]any {
	found := newstest.ReadQuery(looked).Find("google", func(time.Time) bool { return true })
	begin := min(10*max(site.IntOr(q.Get("pageno"), 1)-1, 0), len(found))
	var results []map[string]any
	for _, a := range found[begin:min(begin+10, len(found))] {
		results = append(results, map[string]any{
			"url": a.URL, "title": a.Title, "content": a.Title, "engine": "google news", "engines": []string{"google news"}, "category": "news",
			"template": "default.html", "publishedDate": time.Unix(a.At, 0).UTC().Format("2006-01-02T15:04:05"),
		})
	}
	return results
}
