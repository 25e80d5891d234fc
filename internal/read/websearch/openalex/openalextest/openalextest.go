// Package openalextest stands for the API of OpenAlex.
package openalextest

import (
	"cmp"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/websearch/scholarly/scholarlytest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

const ownKey = "sample-openalex-key"

// Site stands for OpenAlex's search of works.
func Site() site.Site {
	return site.Site{
		Host:     "openalex.upstream.test",
		Title:    "OpenAlex",
		About:    "A replay of OpenAlex's search with fifteen works about tides, gauges and the tide barrier of Skerwick. Abstracts are inverted as the real ones, and missing for some. It takes its sample key or none. Searches that begin with `quota` are limited, with `down` or `walled` answered so, and with `empty` find nothing.",
		Upstream: "openalex",
		Key:      ownKey,
		Assets:   map[string]http.HandlerFunc{"/works": serveOpenAlex},
	}
}

func serveOpenAlex(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	refuse := func(status int, name, message string) {
		site.SendJSONAs(w, status, "application/json", map[string]string{"error": name, "message": message})
	}
	if key := q.Get("api_key"); key != "" && key != ownKey {
		refuse(http.StatusUnauthorized, "Invalid API key", "The API key is not valid.")
		return
	}
	n, err := strconv.Atoi(cmp.Or(q.Get("per_page"), "25"))
	if err != nil || n < 1 || n > 100 {
		refuse(http.StatusBadRequest, "Invalid query parameters error.", "per-page parameter must be between 1 and 100")
		return
	}
	keep, unknown := filter(q.Get("filter"))
	if unknown != "" {
		refuse(http.StatusBadRequest, "Invalid query parameters error.", unknown+" is not a valid field.")
		return
	}
	if strings.ContainsAny(q.Get("search"), "?*~") {
		refuse(http.StatusBadRequest, "Invalid query parameters error.", "Wildcards are not supported.")
		return
	}
	found := []scholarlytest.Work{}
	switch scholarlytest.Fault(q.Get("search")) {
	case "quota":
		w.Header().Set("X-RateLimit-Remaining", "0")
		refuse(http.StatusTooManyRequests, "Rate limit exceeded", "The daily limit is used up.")
		return
	case "down":
		http.Error(w, "upstream connect error", http.StatusServiceUnavailable)
		return
	case "walled":
		site.Send(w, http.StatusOK, site.HTML, []byte("<!doctype html><title>Just a moment...</title>"))
		return
	case "empty":
	default:
		found = scholarlytest.Find("openalex", words(q.Get("search")), keep)
	}
	results := []any{}
	for _, work := range found[:min(len(found), n)] {
		results = append(results, record(work))
	}
	site.SendJSONAs(w, http.StatusOK, "application/json", map[string]any{
		"meta":     map[string]any{"count": len(found), "db_response_time_ms": 14, "page": 1, "per_page": n, "groups_count": nil},
		"results":  results,
		"group_by": []any{},
	})
}

var excluded = regexp.MustCompile(`NOT ("[^"]*"|\S+)`)

// words are the words of a search that are to occur.
func words(search string) string {
	search = excluded.ReplaceAllString(search, "")
	return strings.NewReplacer(" OR ", " ", " AND ", " ", "(", " ", ")", " ", `"`, " ").Replace(search)
}

// filter reads name:value pairs; unknown is a name that there is not. All works are in English.
func filter(filter string) (keep func(scholarlytest.Work) bool, unknown string) {
	retracted, from, language := true, time.Time{}, "en"
	for pair := range strings.SplitSeq(filter, ",") {
		name, value, _ := strings.Cut(pair, ":")
		switch name {
		case "":
		case "is_retracted":
			retracted = value == "true"
		case "from_publication_date":
			from, _ = time.Parse(time.DateOnly, value) // none is the beginning of time
		case "language":
			language = value
		default:
			unknown = name
		}
	}
	return func(w scholarlytest.Work) bool {
		return (retracted || !w.Retracted) && w.Since(from) && language == "en"
	}, unknown
}

// record is the work's record, as much of it as anybody selects.
func record(w scholarlytest.Work) map[string]any {
	record := map[string]any{
		"id": "https://openalex.org/" + w.ID, "doi": nil, "display_name": w.PlainTitle(),
		"publication_year": w.Parts()[0], "publication_date": w.Date(), "abstract_inverted_index": nil,
	}
	landing, source := w.URL, any(map[string]any{"id": "https://openalex.org/S1", "display_name": w.Journal, "type": "journal"})
	if w.DOI != "" {
		record["doi"] = "https://doi.org/" + w.DOI
	}
	if w.Journal == "" {
		source = nil
	}
	record["primary_location"] = map[string]any{"is_oa": w.Text != "", "landing_page_url": landing, "pdf_url": nil, "source": source}
	if len(w.Abstract) > 0 {
		index := map[string][]int{}
		for i, word := range strings.Fields(strings.Join(w.Abstract, " ")) {
			index[word] = append(index[word], i)
		}
		record["abstract_inverted_index"] = index
	}
	authorships := []any{}
	for i, name := range w.Authors {
		position := "middle"
		if i == 0 {
			position = "first"
		}
		authorships = append(authorships, map[string]any{
			"author_position": position, "author": map[string]any{"id": "https://openalex.org/A" + strconv.Itoa(i+1), "display_name": name, "orcid": nil}, "raw_author_name": name,
		})
	}
	record["authorships"] = authorships
	return record
}
