// Package semanticscholartest stands for the API of Semantic Scholar.
package semanticscholartest

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/websearch/scholarly/scholarlytest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

const semanticScholarKey = "sample-semanticscholar-key"

// Site stands for Semantic Scholar's search of papers.
func Site() site.Site {
	return site.Site{
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
	answer := func(status int, value any) { site.SendJSONAs(w, status, "application/json", value) }
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
	found := []scholarlytest.Work{}
	switch fault := scholarlytest.Fault(text); {
	case fault == "quota":
		answer(http.StatusTooManyRequests, busy)
		return
	case fault == "down":
		answer(http.StatusGatewayTimeout, map[string]string{"message": "Endpoint request timed out"})
		return
	case fault == "walled":
		site.Send(w, http.StatusOK, site.HTML, []byte("<html><title>Human Verification</title></html>"))
		return
	case fault == "" && !strings.Contains(text, "-"):
		found = scholarlytest.Find("semanticscholar", text, datesOf(q.Get("publicationDateOrYear")))
	}
	if len(found) == 0 {
		answer(http.StatusOK, map[string]any{"total": 0, "offset": 0})
		return
	}
	data := []any{}
	for _, work := range found[:min(len(found), limit)] {
		data = append(data, record(work))
	}
	answer(http.StatusOK, map[string]any{"total": len(found), "offset": 0, "data": data})
}

// datesOf reads a range such as 2024-01-15: whose end is open.
func datesOf(text string) func(scholarlytest.Work) bool {
	begin, _, _ := strings.Cut(text, ":")
	from, _ := time.Parse(time.DateOnly, begin) // none is the beginning of time
	return func(w scholarlytest.Work) bool { return w.Since(from) }
}

func record(w scholarlytest.Work) map[string]any {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(w.ID)) // a sum takes everything
	id := fmt.Sprintf("%016x%024d", sum.Sum64(), 0)
	record := map[string]any{
		"paperId": id, "url": "https://www.semanticscholar.org/paper/" + id, "title": w.PlainTitle(), "abstract": nil, "year": w.Parts()[0],
		"publicationDate": nil, "venue": w.Journal, "journal": nil, "externalIds": map[string]any{"CorpusId": sum.Sum64() % 1e9},
	}
	if len(w.Abstract) > 0 {
		record["abstract"] = strings.Join(w.Abstract, " ")
	}
	if len(w.Parts()) == 3 {
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
