package local_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// shortSites are sites of short pages, each of which leads to those behind it: calendars, which have no end, and others of 50 pages.
type shortSites struct{}

const shortPages = 50

func (shortSites) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:])
	next := func(i int) string { return fmt.Sprint("/item/", i) }
	words := strings.Fields("Amber Birch Copper Delta Ember Fjord Granite Harbour Iris Juniper Kelp")
	var title, text string
	switch at := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC); r.Host {
	case "days.test":
		if day, err := time.Parse("/day/monday-2-january-2006", r.URL.Path); err == nil {
			at = day
		}
		next = func(i int) string { return strings.ToLower(at.AddDate(0, 0, i-n).Format("/day/monday-2-january-2006")) }
		title, text = at.Format("Monday 2 January 2006"), "No events on this day."
	case "clock.test":
		title, text = "Calendar", at.AddDate(0, n, 0).Format("January 2006")+". No events. It is "+time.Now().Format("15:04:05")+" now."
	case "matches.test":
		title, text = fmt.Sprintf("Match %d", n), fmt.Sprintf("Season 2026. Home %d, guests %d.", n*7%5, n*11%6)
	case "shop.test":
		title = words[n%11] + " " + words[n*7/11%11]
		text = fmt.Sprintf("Price %d EUR.", n%17+3) + strings.Repeat(" Orders placed before noon leave our warehouse on the same day, with the ferry to all islands of the sound.", 6)
	}
	if n >= shortPages && (r.Host == "matches.test" || r.Host == "shop.test") || strings.HasSuffix(r.URL.Path, ".txt") {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = fmt.Fprintf(w, `<!doctype html><html lang=en><title>%s</title><main><h1>%[1]s</h1><p>%s</p></main><nav><a href="%s">next</a> <a href="%s">the one behind it</a></nav>`, title, text, next(n+1), next(n+2))
}

// TestCrawlOfCalendarsAndShortPages: calendars end as traps, and sites of pages that differ in little are read whole.
func TestCrawlOfCalendarsAndShortPages(t *testing.T) {
	t.Parallel()
	s := mazeService(t, shortSites{}, t.TempDir())
	traps := map[string]bool{"days.test": true, "clock.test": true, "matches.test": false, "shop.test": false}
	begun := map[string]crawled{}
	for host := range traps {
		var c crawled
		data(t, s.Info(), http.MethodPost, "/v1/public/crawl", fmt.Sprintf(`{"url":"http://%s/","limit":100,"sitemap":"skip","render":"never"}`, host), &c)
		begun[host] = c
	}
	for host, trap := range traps {
		c := ended(t, s.Info(), begun[host].CrawlID)
		read, skipped := c.Counts["succeeded"], c.SkippedBy["trap"]
		if trap && (read > 60 || skipped == 0) {
			t.Errorf("%s: got %d pages and %d of a trap, want at most 60, and some", host, read, skipped)
		}
		if !trap && (read != shortPages || skipped > 0) {
			t.Errorf("%s: got %d pages and %d of a trap, want %d and none", host, read, skipped, shortPages)
		}
	}
}
