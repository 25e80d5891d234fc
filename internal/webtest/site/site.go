// Package site is what sites of the sample web are made of: their pages, their replays of
// upstreams, and what answers have in common. It knows no site and no upstream.
package site

import (
	"net/http"
	"strconv"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// Site is a family of pages under one host.
type Site struct {
	Host  string // "article.test"
	Title string // the family's heading in the documentation
	About string // a sentence or two on what the family is for
	// Upstream is the name of the service that the site stands for; empty for a site
	// that somebody scrapes.
	Upstream string
	// Key is the one that an upstream's replay takes; empty when it asks for none.
	Key   string
	Pages []Page
	// Assets are answers that are not worth a scrape: images, robots.txt, steps of
	// a redirect. The key is the path.
	Assets map[string]http.HandlerFunc
	// Rest answers every other path; nil is 404.
	Rest http.HandlerFunc
	// Certificate is what is wrong with the certificate that the site shows by https;
	// the zero value is nothing.
	Certificate Certificate
}

// Page is one URL that somebody can scrape, with what comes of it.
type Page struct {
	Name    string         // unique among all pages, in kebab case
	URL     string         // absolute; its path decides which requests it answers
	Shows   string         // what the page is there to show
	Options map[string]any // options of the scrape that Expect is about; nil for none
	Expect  Expect
	// Serve answers the page's path. It is nil where another page of the site
	// answers the same path and only the query or the options differ.
	Serve http.HandlerFunc
}

// Expect is what a scrape of the page as markdown gives. Tests range over all pages
// and hold the service to it.
type Expect struct {
	Error    errs.Code // of the failed job; empty when the job succeeds
	Title    string    // how the title of the result begins; a site may add its own name
	FinalURL string    // after redirects; empty when it is the page's own URL
	Contains []string  // texts that the markdown holds
	Lacks    []string  // boilerplate that onlyMainContent keeps out
	Scripts  bool      // whether only a browser sees it
	Note     string    // for the reader of the documentation
}

// Text serves a fixed text.
func Text(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		Send(w, http.StatusOK, contentType, []byte(body))
	}
}

// With adds headers, given as name and value in turn, to what next answers.
func With(next http.HandlerFunc, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		next(w, r)
	}
}

// Redirect answers with a status and a Location, which is sent as it is written.
func Redirect(status int, location string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", location)
		w.WriteHeader(status)
	}
}

// Send answers with a body and its length.
func Send(w http.ResponseWriter, status int, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client may have gone; there is nobody to tell
}
