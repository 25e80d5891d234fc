// Package googlenewstest stands for the feed of Google News.
package googlenewstest

import (
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/sources/newstest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// googleNewsMost is how many results the feed has at most.
const googleNewsMost = 100

// Site stands for the feed of Google News' search.
func Site() site.Site {
	return site.Site{
		Host:     "googlenews.upstream.test",
		Title:    "Google News",
		About:    "A replay of the feed of Google News' search, with most of the articles that GDELT's replay has and some more; at most 100 at once, whole days by `after:` and `before:`. Names that begin with `quota`, `down` or `walled` are answered so.",
		Upstream: "googlenews",
		Assets:   map[string]http.HandlerFunc{"/rss/search": serveGoogleNews},
	}
}

func serveGoogleNews(w http.ResponseWriter, r *http.Request) {
	text := r.URL.Query().Get("q")
	q := newstest.ReadQuery(text)
	switch q.Fault() {
	case "quota":
		site.Send(w, http.StatusTooManyRequests, site.HTML, []byte("<html><title>Sorry...</title><p>Our systems have detected unusual traffic.</html>"))
		return
	case "down":
		http.Error(w, "Service Unavailable", http.StatusServiceUnavailable)
		return
	case "walled":
		site.Send(w, http.StatusOK, site.HTML, []byte("<!doctype html><html lang=\"en\"><head><title>Before you continue to Google</title></head><body><form action=\"/save\"></form></body></html>"))
		return
	}
	since, sinceErr := time.Parse(time.DateOnly, q.Bounds["after"])
	until, untilErr := time.Parse(time.DateOnly, q.Bounds["before"])
	found := q.Find("google", func(at time.Time) bool {
		return (sinceErr != nil || !at.Before(since)) && (untilErr != nil || at.Before(until))
	})
	site.Send(w, http.StatusOK, "application/xml; charset=utf-8", googleNewsFeed(text, found[:min(len(found), googleNewsMost)]))
}

func googleNewsFeed(query string, found []newstest.Article) []byte {
	var b strings.Builder
	escape := func(s string) string {
		var e strings.Builder
		_ = xml.EscapeText(&e, []byte(s)) // a builder takes everything
		return e.String()
	}
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><generator>NFE/5.0</generator><title>%s - Google News</title><link>https://news.google.com/search</link><language>en-US</language>`, escape(query))
	for _, a := range found {
		sum := fnv.New64a()
		_, _ = sum.Write([]byte(a.URL)) // a sum takes everything
		id := fmt.Sprintf("CBMi%016x", sum.Sum64())
		link := "https://news.google.com/rss/articles/" + id + "?oc=5"
		summary := fmt.Sprintf(`<a href="%s" target="_blank">%s</a>&nbsp;&nbsp;<font color="#6f6f6f">%s</font>`, link, escape(a.Title), escape(a.Publisher))
		fmt.Fprintf(&b, `<item><title>%s</title><link>%s</link><guid isPermaLink="false">%s</guid><pubDate>%s</pubDate><description>%s</description><source url="http://%s">%s</source></item>`,
			escape(a.Title+" - "+a.Publisher), link, id, time.Unix(a.At, 0).UTC().Format(http.TimeFormat), escape(summary), a.Domain, escape(a.Publisher))
	}
	b.WriteString(`</channel></rss>`)
	return []byte(b.String())
}
