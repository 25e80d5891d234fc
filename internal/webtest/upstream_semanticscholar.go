package webtest

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const semanticScholarKey = "sample-semanticscholar-key"

// semanticscholarUpstream stands for Semantic Scholar's search of papers.
func semanticscholarUpstream() Site {
	return Site{
		Host:     "semanticscholar.upstream.test",
		Title:    "Semantic Scholar",
		About:    "A replay of Semantic Scholar's search of papers, with most of OpenAlex's works; what is not known is null. Without its sample key it is asked too often, as the real one mostly is. Searches that begin with `quota`, `down`, `walled` or `empty` are answered so, and words with a hyphen find nothing.",
		Upstream: "semanticscholar",
		Key:      semanticScholarKey,
		Assets:   map[string]http.HandlerFunc{"/graph/v1/paper/search": serveSemanticScholar},
	}
}

func serveSemanticScholar(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	answer := func(status int, value any) { sendJSONAs(w, status, "application/json", value) }
	busy := map[string]string{"message": "Too Many Requests. Please wait and try again or apply for a key for higher rate limits.", "code": "429"}
	switch r.Header.Get("X-Api-Key") {
	case semanticScholarKey:
	case "":
		answer(http.StatusTooManyRequests, busy)
		return
	default:
		answer(http.StatusForbidden, map[string]string{"message": "Forbidden"})
		return
	}
	limit, err := strconv.Atoi(q.Get("limit"))
	if err != nil || limit < 1 || limit > 100 {
		answer(http.StatusBadRequest, map[string]string{"error": "limit must be between 1 and 100"})
		return
	}
	text := q.Get("query")
	found := []scholarWork{}
	switch fault := workFault(text); {
	case fault == "quota":
		answer(http.StatusTooManyRequests, busy)
		return
	case fault == "down":
		answer(http.StatusGatewayTimeout, map[string]string{"message": "Endpoint request timed out"})
		return
	case fault == "walled":
		send(w, http.StatusOK, htmlUTF8, []byte("<html><title>Human Verification</title></html>"))
		return
	case fault == "" && !strings.Contains(text, "-"):
		found = findWorks("semanticscholar", text, semanticScholarDates(q.Get("publicationDateOrYear")))
	}
	if len(found) == 0 {
		answer(http.StatusOK, map[string]any{"total": 0, "offset": 0})
		return
	}
	data := []any{}
	for _, work := range found[:min(len(found), limit)] {
		data = append(data, work.semanticScholar())
	}
	answer(http.StatusOK, map[string]any{"total": len(found), "offset": 0, "data": data})
}

// semanticScholarDates reads a range such as 2024-01-15: whose end is open.
func semanticScholarDates(text string) func(scholarWork) bool {
	begin, _, _ := strings.Cut(text, ":")
	from, _ := time.Parse(time.DateOnly, begin) // none is the beginning of time
	return func(w scholarWork) bool { return w.since(from) }
}

func (w scholarWork) semanticScholar() map[string]any {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(w.ID)) // a sum takes everything
	id := fmt.Sprintf("%016x%024d", sum.Sum64(), 0)
	record := map[string]any{
		"paperId": id, "url": "https://www.semanticscholar.org/paper/" + id, "title": w.plainTitle(), "abstract": nil, "year": w.parts()[0],
		"publicationDate": nil, "venue": w.Journal, "journal": nil, "externalIds": map[string]any{"CorpusId": sum.Sum64() % 1e9},
	}
	if len(w.Abstract) > 0 {
		record["abstract"] = strings.Join(w.Abstract, " ")
	}
	if len(w.parts()) == 3 {
		record["publicationDate"] = w.Published
	}
	ids := map[string]any{"CorpusId": sum.Sum64() % 1e9}
	if w.DOI != "" {
		ids["DOI"], record["journal"] = strings.ToUpper(w.DOI), map[string]any{"name": w.Journal}
	}
	if w.ArXiv != "" {
		ids["ArXiv"], _, _ = strings.Cut(w.ArXiv, "v")
	}
	record["externalIds"] = ids
	authors := []any{}
	for i, name := range w.Authors {
		authors = append(authors, map[string]any{"authorId": strconv.Itoa(7000 + i), "name": name})
	}
	record["authors"] = authors
	return record
}
