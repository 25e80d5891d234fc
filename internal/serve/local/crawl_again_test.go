package local_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local"
)

// shownPage is what the list of a crawl's pages says of one.
type shownPage struct {
	Number, DuplicateOf int64
	URL, Status, Change string
}

// pagesBy are the pages of a crawl that a query asks for, by their paths.
func pagesBy(t *testing.T, info *local.Info, id, query string) map[string]shownPage {
	t.Helper()
	var list struct{ Items []shownPage }
	data(t, info, http.MethodGet, "/v1/public/crawl/"+id+"/pages?limit=100"+query, "", &list)
	pages := map[string]shownPage{}
	for _, p := range list.Items {
		pages[strings.TrimPrefix(p.URL, "http://again.test")] = p
	}
	return pages
}

// again serves pages that never change, some of which are others.
func again() http.Handler {
	mux := http.NewServeMux()
	page := func(path, etag, html string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Etag", etag)
			if r.Header.Get("If-None-Match") == etag {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			w.Header().Set("Content-Type", "text/html")
			_, _ = fmt.Fprintf(w, "<!doctype html><title>%s</title>%s<p>A page of its own, named %s.", path, html, path)
		})
	}
	page("/{$}", `"0"`, `<a href=/print>print</a><a href=/amp>amp</a><a href=/old>old</a><a href=/list>list</a>`)
	page("/print", `"1"`, `<link rel=canonical href=/article>`)
	page("/amp", `"2"`, `<link rel=canonical href=/article>`)
	page("/list", `"3"`, `<a href=/article>article</a>`)
	page("/article", `"4"`, `<link rel=canonical href=/article>`)
	mux.Handle("/old", http.RedirectHandler("/list", http.StatusMovedPermanently))
	return mux
}

// TestCrawlOfDuplicates: pages that are others say so, and are counted, when a crawl is compared and has no body of them as well.
func TestCrawlOfDuplicates(t *testing.T) {
	t.Parallel()
	s := mazeService(t, again(), t.TempDir())
	want := map[string]string{"/print": "/article", "/amp": "/article", "/old": "/list"}
	against := ""
	for day := range 3 {
		body := `{"url":"http://again.test/","sitemap":"skip"` + against + `}`
		c := crawl(t, s.Info(), body)
		pages := pagesBy(t, s.Info(), c.CrawlID, "")
		got := map[string]string{}
		for path, p := range pages {
			for other, o := range pages {
				if o.Number == p.DuplicateOf {
					got[path] = other
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || c.Counts["duplicates"] != 3 || c.Counts["succeeded"] != 6 {
			t.Errorf("day %d: got counts %v; duplicates mismatch (-want +got):\n%s", day, c.Counts, diff)
		}
		same, changed := pagesBy(t, s.Info(), c.CrawlID, "&change=same"), pagesBy(t, s.Info(), c.CrawlID, "&change=changed")
		if len(changed) != 0 || day > 0 && len(same) != 6 || day == 0 && len(same) != 0 {
			t.Errorf("day %d: got %d pages that are the same and %d changed, want all the same and none", day, len(same), len(changed))
		}
		against = `,"againstCrawlId":"` + c.CrawlID + `"`
	}
	if code, body := status(t, s.Info(), http.MethodGet, "/v1/public/crawl/"+strings.Split(against, `"`)[3]+"/pages?change=old", ""); code != http.StatusBadRequest {
		t.Errorf("got %d %s of a change that there is not, want 400", code, body)
	}
}

// TestCrawlSinceOfPlainServers: a page that its site sends whatever it was asked, with an old Last-Modified, is the same, and one that was never
// there is not gone.
func TestCrawlSinceOfPlainServers(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	for path, at := range map[string]string{"/{$}": "Thu, 01 Oct 2026 00:00:00 GMT", "/old": "Thu, 01 Oct 2026 00:00:00 GMT", "/new": "Mon, 02 Nov 2026 00:00:00 GMT", "/unknown": ""} {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			if at != "" {
				w.Header().Set("Last-Modified", at)
			}
			_, _ = fmt.Fprintf(w, "<!doctype html><title>%s</title><p>A page of its own, named %s.", path, path)
		})
	}
	mux.HandleFunc("/sitemap.xml", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/xml")
		_, _ = fmt.Fprint(w, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
		for _, path := range []string{"old", "new", "unknown", "missing"} {
			_, _ = fmt.Fprintf(w, "<url><loc>http://again.test/%s</loc></url>", path)
		}
		_, _ = fmt.Fprint(w, "</urlset>")
	})
	s := mazeService(t, mux, t.TempDir())
	c := crawl(t, s.Info(), `{"url":"http://again.test/","sitemap":"only","since":"2026-11-01"}`)
	got := map[string]string{}
	for path, p := range pagesBy(t, s.Info(), c.CrawlID, "") {
		got[path] = p.Status + " " + p.Change
	}
	want := map[string]string{"/": "succeeded ", "/old": "succeeded same", "/new": "succeeded changed", "/unknown": "succeeded changed", "/missing": "failed "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pages mismatch (-want +got):\n%s", diff)
	}
	if raw, err := json.Marshal(c.Changes); err != nil || string(raw) != `{"changed":2,"same":1}` {
		t.Errorf("got changes %s, error %v; want 2 changed, 1 the same", raw, err)
	}
}
