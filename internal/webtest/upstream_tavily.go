package webtest

import (
	"encoding/json"
	"net/http"
	"slices"
)

// tavilyKey is the key that the replay takes.
const tavilyKey = "tvly-sample"

// tavilyUpstream stands for the search of Tavily's API.
func tavilyUpstream(index searchable) Site {
	return Site{
		Host:     "tavily.upstream.test",
		Title:    "Tavily",
		About:    "A replay of the search of Tavily's API, with at most 20 results. First words of `quota` (status 432), `down`, `walled` and `empty` are answered so.",
		Upstream: "tavily", Key: tavilyKey,
		Assets: map[string]http.HandlerFunc{"/search": tavilyReplay{index}.serve},
	}
}

type tavilyRequest struct {
	Query   string   `json:"query"`
	Most    int      `json:"max_results"`
	Range   string   `json:"time_range"`
	Include []string `json:"include_domains"`
	Exclude []string `json:"exclude_domains"`
}

// tavilyReplay answers from an index.
type tavilyReplay struct{ index searchable }

func (x tavilyReplay) serve(w http.ResponseWriter, r *http.Request) {
	asked := tavilyRequest{Most: 5}
	err := json.NewDecoder(r.Body).Decode(&asked)
	fault, rest := faultOf(asked.Query, "tavily")
	problem := func(status int, said string) {
		sendJSON(w, status, map[string]any{"detail": map[string]any{"error": said}})
	}
	switch {
	case r.Header.Get("Authorization") != "Bearer "+tavilyKey:
		problem(http.StatusUnauthorized, "Unauthorized: missing or invalid API key.")
	case r.Method != http.MethodPost || err != nil || asked.Query == "" || asked.Most > 20:
		problem(http.StatusBadRequest, "Query is missing or a parameter is invalid.")
	case fault == "quota":
		problem(432, "This request exceeds your plan's set usage limit. Please upgrade your plan or contact support@tavily.com")
	case fault == "down":
		problem(http.StatusInternalServerError, "Internal Server Error")
	case fault == "walled":
		send(w, http.StatusOK, htmlUTF8, []byte("<!doctype html><title>Just a moment...</title>"))
	case fault == "empty":
		sendJSON(w, http.StatusOK, asked.answer(nil, searchQuery{}))
	default:
		q := readSearchQuery(rest)
		q.sites, q.not = append(q.sites, asked.Include...), append(q.not, asked.Exclude...)
		found := since(x.index.find(q), searchDays(asked.Range))
		sendJSON(w, http.StatusOK, asked.answer(found[:min(len(found), asked.Most)], q))
	}
}

func (t tavilyRequest) answer(found []searchPage, q searchQuery) map[string]any {
	results := []map[string]any{}
	for i, p := range slices.All(found) {
		results = append(results, map[string]any{"url": p.url, "title": p.title, "content": q.snippet(p), "score": 1 / float64(i+1), "raw_content": nil})
	}
	return map[string]any{
		"query": t.Query, "follow_up_questions": nil, "answer": nil, "images": []string{}, "results": results, "response_time": 0.4, "request_id": "5219ceb5-0000-4000-8000-000000000000",
	}
}
