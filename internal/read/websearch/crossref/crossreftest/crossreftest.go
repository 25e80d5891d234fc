// Package crossreftest stands for the API of Crossref.
package crossreftest

import (
	"cmp"
	"html"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/websearch/scholarly/scholarlytest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site stands for Crossref's search of works.
func Site() site.Site {
	return site.Site{
		Host:     "crossref.upstream.test",
		Title:    "Crossref",
		About:    "A replay of Crossref's search with those of OpenAlex's works that have a DOI, and a journal, which is no work. Abstracts are in JATS, titles hold markup, dates are as exact as is known. The key is any e-mail address. Searches that begin with `quota`, `down`, `walled` or `empty` are answered so.",
		Upstream: "crossref",
		Assets:   map[string]http.HandlerFunc{"/works": serve},
	}
}

func serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	refuse := func(kind, value, message string) {
		site.SendJSONAs(w, http.StatusBadRequest, "application/json", map[string]any{
			"status": "failed", "message-type": "validation-failure",
			"message": []any{map[string]string{"type": kind, "value": value, "message": message}},
		})
	}
	rows, err := strconv.Atoi(cmp.Or(q.Get("rows"), "20"))
	if err != nil || rows < 0 || rows > 1000 {
		refuse("integer-not-valid", q.Get("rows"), "Integer specified as "+q.Get("rows")+" but must be a positive integer less than or equal to 1000")
		return
	}
	if mail := q.Get("mailto"); mail != "" && !strings.Contains(mail, "@") {
		refuse("parameter-not-valid", mail, "The mailto is no e-mail address.")
		return
	}
	from := time.Time{}
	if name, value, ok := strings.Cut(q.Get("filter"), ":"); ok {
		if from, err = time.Parse(time.DateOnly, value); name != "from-pub-date" || err != nil {
			refuse("filter-not-available", name, "Filter '"+name+"' specified but there is no such filter for this route.")
			return
		}
	}
	var found []scholarlytest.Work
	switch text := q.Get("query.bibliographic"); scholarlytest.Fault(text) {
	case "quota":
		w.Header().Set("Retry-After", "5")
		site.Send(w, http.StatusTooManyRequests, "text/plain", []byte("Too many requests.\n"))
		return
	case "down":
		http.Error(w, "Gateway Time-out", http.StatusGatewayTimeout)
		return
	case "walled":
		site.Send(w, http.StatusForbidden, site.HTML, []byte("<html><title>403</title></html>"))
		return
	case "empty":
	default:
		found = scholarlytest.Find("crossref", text, func(w scholarlytest.Work) bool { return w.Since(from) })
	}
	items := []any{}
	for _, work := range found[:min(len(found), rows)] {
		items = append(items, record(work))
	}
	if len(items) > 0 {
		items = append(items, map[string]any{"DOI": "10.5555/tl", "type": "journal", "title": []string{"Tidal Letters"}, "issued": map[string]any{"date-parts": [][]any{{nil}}}, "URL": "https://doi.org/10.5555/tl"})
	}
	site.SendJSONAs(w, http.StatusOK, "application/json", map[string]any{
		"status": "ok", "message-type": "work-list", "message-version": "1.0.0",
		"message": map[string]any{
			"facets": map[string]any{}, "total-results": len(found), "items": items, "items-per-page": rows, "query": map[string]any{"start-index": 0, "search-terms": nil},
		},
	})
}

// record is the work's record. Publishers write titles with markup and abstracts in JATS.
func record(w scholarlytest.Work) map[string]any {
	record := map[string]any{
		"DOI": w.DOI, "URL": "https://doi.org/" + w.DOI, "type": "journal-article", "container-title": []string{w.Journal}, "publisher": "Estuary Press",
		"title":                  []string{strings.ReplaceAll(w.Title, "&", "&amp;")},
		"issued":                 map[string]any{"date-parts": [][]int{w.Parts()}},
		"published":              map[string]any{"date-parts": [][]int{w.Parts()}},
		"is-referenced-by-count": w.Cited, "score": 18.5,
		"resource": map[string]any{"primary": map[string]string{"URL": w.URL}},
	}
	authors := []any{}
	for _, name := range w.Authors {
		given, family, _ := strings.Cut(name, " ")
		authors = append(authors, map[string]any{"given": given, "family": family, "sequence": "first", "affiliation": []any{}})
	}
	record["author"] = authors
	if len(w.Abstract) > 0 {
		var b strings.Builder
		b.WriteString("<jats:title>Abstract</jats:title>")
		for _, paragraph := range w.Abstract {
			b.WriteString("<jats:p>" + html.EscapeString(paragraph) + "</jats:p>")
		}
		record["abstract"] = b.String()
	}
	return record
}
