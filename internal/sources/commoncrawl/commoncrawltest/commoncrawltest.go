// Package commoncrawltest stands for the index of Common Crawl.
package commoncrawltest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site stands for the index of Common Crawl, whose latest crawl has
// the pages of company.test and 5000 captures of large.test. "quota…" is blocked as
// speedy clients are, "down…" is told to slow down, and any other domain has no captures.
func Site(pages func() []Page) site.Site {
	return site.Site{
		Host:     "commoncrawl.upstream.test",
		Title:    "Common Crawl",
		About:    "A replay of the index of Common Crawl, which has captures of company.test and many of large.test. Names that begin with `quota` are blocked, with `down` told to slow down.",
		Upstream: "commoncrawl",
		Assets: map[string]http.HandlerFunc{
			"/collinfo.json":         serveCrawls,
			"/CC-MAIN-2026-08-index": replay{pages}.serve,
		},
	}
}

func serveCrawls(w http.ResponseWriter, _ *http.Request) {
	crawl := func(id, name, from, to string) map[string]any {
		const index = "https://index.commoncrawl.org/"
		return map[string]any{"id": id, "name": name, "timegate": index + id + "/", "cdx-api": index + id + "-index", "from": from, "to": to}
	}
	site.SendJSON(w, http.StatusOK, []any{
		crawl("CC-MAIN-2026-08", "February 2026 Index", "2026-02-06T21:15:44", "2026-02-19T18:02:10"),
		crawl("CC-MAIN-2026-04", "January 2026 Index", "2026-01-12T08:41:03", "2026-01-25T10:20:59"),
	})
}

// home is where they are.
const home = "http://" + site.Company

// Page is a page of company.test.
type Page struct{ Path, Lang string }

// replay knows the pages of company.test.
type replay struct{ pages func() []Page }

func (x replay) serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	domain := site.HostOf(strings.TrimPrefix(q.Get("url"), "*."))
	lines := x.captureLines(domain)
	limit, err := strconv.Atoi(q.Get("limit"))
	if err != nil || limit > len(lines) {
		limit = len(lines)
	}
	switch {
	case site.IsOver(domain):
		site.Send(w, http.StatusForbidden, site.HTML, []byte("<html><head><title>403 Forbidden</title></head><body><h1>403 Forbidden</h1></body></html>\n"))
	case site.IsDown(domain):
		site.Send(w, http.StatusServiceUnavailable, "application/xml", []byte(`<?xml version="1.0" encoding="UTF-8"?>`+"\n<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>\n"))
	case len(lines) == 0:
		site.SendJSON(w, http.StatusNotFound, map[string]any{"message": "No Captures found for: *." + domain})
	case q.Get("showNumPages") == "true":
		blocks := (len(lines)+2999)/3000 + 1
		site.SendJSON(w, http.StatusOK, map[string]any{"pages": (blocks + 4) / 5, "pageSize": 5, "blocks": blocks})
	case q.Get("page") != "" && q.Get("page") != "0":
		site.SendJSON(w, http.StatusBadRequest, map[string]any{"message": "Page " + q.Get("page") + " invalid: First Page is 0, Last Page is 0"})
	default:
		site.Send(w, http.StatusOK, "text/x-ndjson", []byte(strings.Join(lines[:limit], "\n")+"\n"))
	}
}

// captureLines are the lines of the index on a domain.
func (x replay) captureLines(domain string) []string {
	at := time.Date(2026, 2, 9, 4, 31, 7, 0, time.UTC)
	var lines []string
	add := func(address, status, mime, language, redirect string) {
		u, err := url.Parse(address)
		if err != nil {
			return
		}
		line := map[string]string{
			"urlkey": "test," + strings.TrimSuffix(u.Hostname(), ".test") + ")" + u.Path, "timestamp": at.Format("20060102150405"), "url": address,
			"mime": mime, "mime-detected": mime, "status": status, "digest": "FAPYCDZSWJIQ2YPQAYDRLAC25YMUNVTD", "length": "7063", "offset": strconv.Itoa(4096 * (len(lines) + 1)),
			"filename": "crawl-data/CC-MAIN-2026-08/segments/1770400000000.12/warc/CC-MAIN-20260209031502-20260209061502-00340.warc.gz",
		}
		if language != "" {
			line["languages"], line["encoding"] = language, "UTF-8"
		}
		if redirect != "" {
			line["redirect"] = redirect
		}
		encoded, _ := json.Marshal(line)
		lines = append(lines, string(encoded))
		at = at.Add(7*time.Hour + 13*time.Minute)
	}
	switch domain {
	case site.Company:
		add("http://www.company.test/", "301", "text/html", "", home+"/")
		for _, p := range x.pages() {
			add(home+p.Path, "200", "text/html", map[string]string{"de": "deu"}[p.Lang]+map[string]string{"en": "eng"}[p.Lang], "")
		}
		add(home+"/old-manual.pdf", "404", "text/html", "eng", "")
		add(home+"/robots.txt", "200", "text/plain", "", "")
	case "large.test":
		for i := range 5000 {
			add("http://large.test/item/"+strconv.Itoa(i), "200", "text/html", "eng", "")
			at = at.Add(-7*time.Hour - 12*time.Minute - 59*time.Second)
		}
	}
	return lines
}
