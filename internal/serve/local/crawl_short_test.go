package local_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// short is a site of pages of a few words: terms, of which each says something else, and a calendar without an end.
func short(terms int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		page := func(title, text string, links ...string) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = fmt.Fprintf(w, "<!doctype html><html lang=en><title>%s</title><body><main><h1>%s</h1><p>%s</p></main>", title, title, text)
			for _, l := range links {
				_, _ = fmt.Fprintf(w, "<a href=%q>%s</a> ", l, l)
			}
		}
		var n int
		switch at, err := time.Parse("/calendar/2006/01", r.URL.Path); {
		case err == nil:
			page(at.Format("January 2006"), "Nothing is planned.", at.AddDate(0, -1, 0).Format("/calendar/2006/01"), at.AddDate(0, 1, 0).Format("/calendar/2006/01"))
		case r.URL.Path == "/":
			links := []string{"/calendar/2026/03"}
			for n := range terms {
				links = append(links, fmt.Sprintf("/term/%d", n))
			}
			page("Terms", "All terms.", links...)
		case strings.HasPrefix(r.URL.Path, "/term/"):
			_, _ = fmt.Sscanf(r.URL.Path, "/term/%d", &n)
			page("A term", fmt.Sprintf("%c%c%c: see there.", 'a'+n%26, 'a'+n*7%26, 'a'+n/26))
		default:
			http.NotFound(w, r)
		}
	}
}

// TestCrawlOfShortPages: of a calendar whose pages say next to nothing some are read, and of other pages that say as little
// all are.
func TestCrawlOfShortPages(t *testing.T) {
	t.Parallel()
	const terms = 60
	s := mazeService(t, short(terms), t.TempDir())
	c := crawl(t, s.Info(), `{"url":"http://short.test/","limit":1000,"sitemap":"skip"}`)
	read := map[string]int{}
	for _, url := range pagesOf(t, s.Info(), c.CrawlID)["succeeded"] {
		read[strings.Split(url, "/")[3]]++
	}
	if c.Status != "finished" || c.TruncatedBy != "" || read["term"] != terms || c.SkippedBy["trap"] == 0 {
		t.Errorf("got %s by %q, %d terms, skipped %v; want it finished, %d terms, and some that are a trap", c.Status, c.TruncatedBy, read["term"], c.SkippedBy, terms)
	}
	if n := read["calendar"]; n < 20 || n > 60 {
		t.Errorf("got %d months, want 20 to 60", n)
	}
}
