// Package trancotest stands for Tranco's API of ranks.
package trancotest

import (
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site stands for the Tranco list, on which company.test stands. A domain
// that begins with "quota" is answered as quick repeats are, any other as not listed.
func Site() site.Site {
	return site.Site{
		Host:     "tranco.upstream.test",
		Title:    "Tranco",
		About:    "A replay of the API of the Tranco list, on which company.test stands. Names that begin with `quota` are limited.",
		Upstream: "tranco",
		Assets:   map[string]http.HandlerFunc{"/api/ranks/domain/{domain}": serveRanks},
	}
}

func serveRanks(w http.ResponseWriter, r *http.Request) {
	domain := r.PathValue("domain")
	if site.IsOver(domain) {
		site.Send(w, http.StatusTooManyRequests, site.HTML, []byte("<!doctype html>\n<title>429 Too Many Requests</title>\n<h1>Too Many Requests</h1>\n<p>1 per 1 second</p>\n"))
		return
	}
	ranks := []any{}
	if domain == site.Company {
		newest := time.Date(2026, 2, 20, 0, 0, 0, 0, time.UTC)
		for day := range 30 { // a calm month with two better days
			rank := 41_300 + day*17
			if day == 4 || day == 5 {
				rank -= 900
			}
			ranks = append(ranks, map[string]any{"date": newest.AddDate(0, 0, -day).Format(time.DateOnly), "rank": rank})
		}
	}
	site.SendJSON(w, http.StatusOK, map[string]any{"ranks": ranks, "domain": domain})
}
