// Package tavilytest stands for the search of Tavily's API.
package tavilytest

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/quarryapi/quarry/internal/read/websearch/enginetest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// key is the key that the replay takes.
const key = "tvly-sample"

// Site stands for the search of Tavily's API.
func Site(index enginetest.Index) site.Site {
	return site.Site{
		Host:     "tavily.upstream.test",
		Title:    "Tavily",
		About:    "A replay of the search of Tavily's API, with at most 20 results. First words of `quota` (status 432), `down`, `walled` and `empty` are answered so.",
		Upstream: "tavily", Key: key,
		Assets: map[string]http.HandlerFunc{"/search": replay{index}.serve},
	}
}

type request struct {
	Query   string   `json:"query"`
	Most    int      `json:"max_results"`
	Range   string   `json:"time_range"`
	Include []string `json:"include_domains"`
	Exclude []string `json:"exclude_domains"`
}

// replay answers from an index.
type replay struct{ index enginetest.Index }

func (x replay) serve(w http.ResponseWriter, r *http.Request) {
	asked := request{Most: 5}
	err := json.NewDecoder(r.Body).Decode(&asked)
	fault, rest := enginetest.FaultOf(asked.Query, "tavily")
	problem := func(status int, said string) {
		site.SendJSON(w, status, map[string]any{"detail": map[string]any{"error": said}})
	}
	switch {
	case r.Header.Get("Authorization") != "Bearer "+key:
		problem(http.StatusUnauthorized, "Unauthorized: missing or invalid API key.")
	case r.Method != http.MethodPost || err != nil || asked.Query == "" || asked.Most > 20:
		problem(http.StatusBadRequest, "Query is missing or a parameter is invalid.")
	case fault == "quota":
		problem(432, "This request exceeds your plan's set usage limit. Please upgrade your plan or contact support@tavily.com")
	case fault == "down":
		problem(http.StatusInternalServerError, "Internal Server Error")
	case fault == "walled":
		site.Send(w, http.StatusOK, site.HTML, []byte("<!doctype html><title>Just a moment...</title>"))
	case fault == "empty":
		site.SendJSON(w, http.StatusOK, asked.answer(nil, enginetest.Query{}))
	default:
		q := enginetest.Read(rest)
		q.Sites, q.Not = append(q.Sites, asked.Include...), append(q.Not, asked.Exclude...)
		found := enginetest.Since(x.index.Find(q), enginetest.Days(asked.Range))
		site.SendJSON(w, http.StatusOK, asked.answer(found[:min(len(found), asked.Most)], q))
	}
}

func (t request) answer(found []enginetest.Page, q enginetest.Query) map[string]any {
	results := []map[string]any{}
	for i, p := range slices.All(found) {
		results = append(results, map[string]any{"url": p.URL, "title": p.Title, "content": q.Snippet(p), "score": 1 / float64(i+1), "raw_content": nil})
	}
	return map[string]any{
		"query": t.Query, "follow_up_questions": nil, "answer": nil, "images": []string{}, "results": results, "response_time": 0.4, "request_id": "5219ceb5-0000-4000-8000-000000000000",
	}
}
