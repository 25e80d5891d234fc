// Package webtest is a small web on loopback: sample sites under .test names and replays
// of upstreams, for tests and for `quarry local --sample-web`, and a receiver of webhooks.
// It must not know how pages are scraped, nor any other part of the service.
//
// A site family is one file site_<family>.go that declares its pages, and one line
// in sites.go. docs/sample-web.md and http://sample.test/ follow from it. A replay lies
// beside the parser that reads it, as youtubetest beside youtube, and is one line in
// upstreams.go.
package webtest

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site is what a Web serves.
type Site = site.Site

// Page is one URL of a Site that somebody can scrape.
type Page = site.Page

// Expect is what a scrape of a Page gives.
type Expect = site.Expect

// Web serves sites by the Host header. It is safe for concurrent use.
type Web struct {
	sites []Site
	hosts map[string]*host
}

type host struct {
	mux  *http.ServeMux
	hits atomic.Int64
}

// New returns a web of the sample sites and the extra ones. An extra site takes
// the place of a sample site with the same host.
func New(extra ...Site) *Web {
	w := &Web{hosts: map[string]*host{}}
	own := map[string]bool{}
	for _, s := range extra {
		own[s.Host] = true
	}
	for _, s := range append(Sites(), Upstreams()...) {
		if !own[s.Host] {
			w.add(s)
		}
	}
	for _, s := range extra {
		w.add(s)
	}
	w.add(indexSite(w.Sites()))
	return w
}

func (w *Web) add(s Site) {
	mux := http.NewServeMux()
	for _, p := range s.Pages {
		if p.Serve != nil {
			mux.HandleFunc(pattern(p.URL), p.Serve)
		}
	}
	for path, serve := range s.Assets {
		mux.HandleFunc(pattern(path), serve)
	}
	if s.Rest != nil {
		mux.HandleFunc("/", s.Rest)
	}
	w.sites = append(w.sites, s)
	w.hosts[s.Host] = &host{mux: mux}
}

// pattern is the mux's pattern that matches exactly the path of a URL.
func pattern(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil {
		panic(fmt.Sprintf("webtest: the URL of a page is misspelt: %v", err))
	}
	if strings.HasSuffix(u.Path, "/") {
		return u.Path + "{$}"
	}
	return u.Path
}

// Sites returns what is served, in the order of the documentation.
func (w *Web) Sites() []Site { return w.sites }

// Sources are the base URLs of the upstreams that are served, by their names.
func (w *Web) Sources() map[string]string {
	urls := map[string]string{}
	for _, s := range w.sites {
		if s.Upstream != "" {
			urls[s.Upstream] = "http://" + s.Host
		}
	}
	return urls
}

// Keys are the keys that the upstreams take which ask for one, by their names.
func (w *Web) Keys() map[string]string {
	keys := map[string]string{}
	for _, s := range w.sites {
		if s.Key != "" {
			keys[s.Upstream] = s.Key
		}
	}
	return keys
}

// Hits returns how many requests have reached a host, or 0 for an unknown one. A
// test uses it to see that nothing was fetched.
func (w *Web) Hits(name string) int {
	h, ok := w.hosts[name]
	if !ok {
		return 0
	}
	return int(h.hits.Load())
}

// ServeHTTP answers for the host that the request names; an unknown host is 421.
func (w *Web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	name := r.Host
	if bare, _, err := net.SplitHostPort(name); err == nil {
		name = bare
	}
	h, ok := w.hosts[strings.ToLower(name)]
	if !ok {
		http.Error(rw, "No sample site has this name. http://sample.test/ lists them all.", http.StatusMisdirectedRequest)
		return
	}
	h.hits.Add(1)
	h.mux.ServeHTTP(rw, r)
}
