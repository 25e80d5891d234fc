// Package waybacktest stands for the Internet Archive: which captures there are, and captures.
package waybacktest

import (
	"html/template"
	"net/http"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// capture is a page that the replay of the Wayback Machine has.
type capture struct {
	stamp      string
	title      string
	paragraphs []string
}

// captures are pages that are gone, by their addresses.
func captures() map[string]capture {
	return map[string]capture{
		"http://skerwick-herald.test/2019/09/20/first-sketches": {
			stamp: "20190921064512", title: "First sketches of a barrier for Skerwick",
			paragraphs: []string{
				"Maud Ferrier showed the first sketches of the Skerwick tide barrier in the town hall on 19 September 2019. Five of the seven gates would be movable.",
				"The county's engineers think that the barrier would cost 140 million pounds and take six years to build. Nobody has promised the money yet.",
				"Of the two hundred people who came, the fishermen asked most. They want a lock that opens at every state of the tide.",
			},
		},
	}
}

// Site stands for the availability API of the Wayback Machine. "quota…" is
// limited and "down…" is away.
func Site() site.Site {
	return site.Site{
		Host:     "wayback.upstream.test",
		Title:    "The Wayback Machine",
		About:    "A replay of the Internet Archive's availability API, which has a capture of the article that skerwick-herald.test does not have any more. Hosts that begin with `quota` are limited, those with `down` find it away.",
		Upstream: "wayback",
		Assets:   map[string]http.HandlerFunc{"/wayback/available": serveAvailable},
	}
}

func serveAvailable(w http.ResponseWriter, r *http.Request) {
	page := r.URL.Query().Get("url")
	switch host := site.HostOf(page); {
	case site.IsOver(host):
		http.Error(w, "Too Many Requests", http.StatusTooManyRequests)
		return
	case site.IsDown(host):
		http.Error(w, "Service Unavailable", http.StatusServiceUnavailable)
		return
	}
	snapshots := map[string]any{}
	if c, ok := captures()[page]; ok {
		snapshots["closest"] = map[string]any{
			"status": "200", "available": true, "timestamp": c.stamp,
			"url": "http://web.archive.org/web/" + c.stamp + "/" + page,
		}
	}
	site.SendJSON(w, http.StatusOK, map[string]any{"url": page, "archived_snapshots": snapshots})
}

// Captures stands for the captures themselves.
func Captures() site.Site {
	return site.Site{
		Host:     "waybackweb.upstream.test",
		Title:    "Captures of the Wayback Machine",
		About:    "The captures that the replay of the availability API names, as the sites once sent them (`id_`).",
		Upstream: "waybackweb",
		Rest:     serveCapture,
	}
}

func serveCapture(w http.ResponseWriter, r *http.Request) {
	stamp, page, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/web/"), "/")
	// A server may take the two slashes of the scheme for one.
	if rest, ok := strings.CutPrefix(page, "http:/"); ok {
		page = "http://" + strings.TrimPrefix(rest, "/")
	}
	c, ok := captures()[page]
	if !ok || strings.TrimSuffix(stamp, "id_") != c.stamp {
		site.Note{Title: "The Wayback Machine has not archived that URL."}.Serve(http.StatusNotFound)(w, r)
		return
	}
	if at, err := time.Parse("20060102150405", c.stamp); err == nil {
		w.Header().Set("Memento-Datetime", at.UTC().Format(http.TimeFormat))
	}
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>` + template.HTMLEscapeString(c.title) +
		` - Skerwick Herald</title><meta property="article:published_time" content="2019-09-20"></head><body><article><h1>` + template.HTMLEscapeString(c.title) + "</h1>\n")
	for _, p := range c.paragraphs {
		b.WriteString("<p>" + template.HTMLEscapeString(p) + "</p>\n")
	}
	b.WriteString("</article></body></html>\n")
	site.Send(w, http.StatusOK, site.HTML, []byte(b.String()))
}
