// Package gdelttest stands for GDELT's search of articles.
package gdelttest

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
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
		About:    "A replay of GDELT's DOC 2.0 API with a few articles that name company.test, some about the tide barrier of Skerwick, and 260 of August to October 2026 that name daily.test; its day is 1 November 2026, from which `timespan` counts back, three months when there are no bounds. As the real one it writes refusals as sentences with status 200, sets marks of titles apart, and sends control characters. Names that begin with `quota` are limited, with `down` or `walled` answered so.",
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
	since, until, problem := bounds(values)
	if problem != "" {
		refuse(problem)
		return
	}
	found := q.Find("gdelt", func(at time.Time) bool { return !at.Before(since) && !at.After(until) })
	most, err := strconv.Atoi(values.Get("maxrecords"))
	if err != nil {
		most = 75
	}
	site.Send(w, http.StatusOK, "application/json; charset=utf-8", answer(found[:min(len(found), most, 250)]))
}

// today is when the replay is asked: with a real clock its articles would leave GDELT's
// three months.
var today = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// bounds are the first and the last moment that a call asks for, or a sentence about those
// that cannot be read. GDELT takes both dates or a span back from now; without any of them it
// searches three months.
func bounds(values url.Values) (since, until time.Time, problem string) {
	const stamp = "20060102150405"
	var err error
	if until = today; values.Has("enddatetime") {
		if until, err = time.Parse(stamp, values.Get("enddatetime")); err != nil {
			return since, until, "Invalid query end date.\n"
		}
	}
	if values.Has("startdatetime") {
		if since, err = time.Parse(stamp, values.Get("startdatetime")); err != nil {
			return since, until, "Invalid query start date.\n"
		}
		return since, until, ""
	}
	m := span.FindStringSubmatch(cmp.Or(values.Get("timespan"), "3months"))
	if m == nil {
		return since, until, "Invalid timespan.\n"
	}
	n, _ := strconv.Atoi(m[1]) // digits
	switch m[2] {
	case "min":
		return today.Add(-time.Duration(n) * time.Minute), until, ""
	case "h", "hours":
		return today.Add(-time.Duration(n) * time.Hour), until, ""
	case "w", "weeks":
		n *= 7
	case "m", "months":
		return today.AddDate(0, -n, 0), until, ""
	}
	return today.AddDate(0, 0, -n), until, ""
}

// span is a span of time in GDELT's form: 15min, 24h, 7d, 1w, 3months.
var span = regexp.MustCompile(`^([0-9]{1,3})(min|h|hours|d|days|w|weeks|m|months)$`)

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
