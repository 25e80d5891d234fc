// Package gdelttest stands for GDELT's search of articles.
package gdelttest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/sources/newstest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site stands for GDELT's search of articles.
func Site() site.Site {
	return site.Site{
		Host:     "gdelt.upstream.test",
		Title:    "GDELT",
		About:    "A replay of GDELT's DOC 2.0 API with a few articles that name company.test, some about the tide barrier of Skerwick, and 260 of February to April 2025 that name daily.test; `timespan` is read as all of these. As the real one it writes refusals as sentences with status 200, sets marks of titles apart, and sends control characters. Names that begin with `quota` are limited, with `down` or `walled` answered so.",
		Upstream: "gdelt",
		Assets:   map[string]http.HandlerFunc{"/api/v2/doc/doc": serve},
	}
}

func serve(w http.ResponseWriter, r *http.Request) {
	values := r.URL.Query()
	q := newstest.ReadQuery(values.Get("query"))
	refuse := func(said string) { site.Send(w, http.StatusOK, "text/html; charset=utf-8", []byte(said)) }
	switch q.Fault() {
	case "quota":
		refuse("Please limit requests to one every 5 seconds or contact us for larger queries.")
		return
	case "down":
		http.Error(w, "upstream connect error", http.StatusServiceUnavailable)
		return
	case "walled":
		refuse("<!DOCTYPE html><html><head><title>Error</title></head><body>Service Unavailable</body></html>")
		return
	}
	if len(q.Phrases) == 0 || len(q.Phrases[0]) < 3 {
		refuse("The specified phrase is too short.\n")
		return
	}
	since, sinceErr := time.Parse("20060102150405", values.Get("startdatetime"))
	until, untilErr := time.Parse("20060102150405", values.Get("enddatetime"))
	if values.Has("startdatetime") && sinceErr != nil {
		refuse("Invalid query start date.\n")
		return
	}
	found := q.Find("gdelt", func(at time.Time) bool {
		return (sinceErr != nil || !at.Before(since)) && (untilErr != nil || !at.After(until))
	})
	most, err := strconv.Atoi(values.Get("maxrecords"))
	if err != nil {
		most = 75
	}
	site.Send(w, http.StatusOK, "application/json; charset=utf-8", answer(found[:min(len(found), most, 250)]))
}

// answer is {} for nothing.
func answer(found []newstest.Article) []byte {
	articles := []map[string]string{}
	for _, a := range found {
		address, title := a.URL, a.Title
		if a.Port {
			address = strings.Replace(address, a.Domain, a.Domain+":443", 1)
		}
		if a.Odd != "" {
			title = a.Odd
		}
		articles = append(articles, map[string]string{
			"url": address, "url_mobile": "", "title": title, "seendate": time.Unix(a.At, 0).UTC().Format("20060102T150405Z"),
			"socialimage": "", "domain": a.Domain, "language": a.Language, "sourcecountry": a.Country,
		})
	}
	if len(articles) == 0 {
		return []byte("{}")
	}
	body, _ := json.MarshalIndent(map[string]any{"articles": articles}, "", " ")
	return []byte(strings.NewReplacer("¶", "\x0b", "¬", `\-`).Replace(string(body)))
}
