// Package firecrawl answers calls in the form of Firecrawl's API, v2 and v1, so that programs written for its clients
// work by changing the address. It translates alone: jobs, keys, limits and money are those of the API that it asks.
// It must not know how those are kept, nor do anything that the API cannot be asked for.
package firecrawl

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/faces/asked"
)

// Options say how the face answers.
type Options struct {
	// Longest is the longest that a call waits for its job.
	Longest time.Duration
	// Bounded is whether an answer may be no larger than one of the API: a larger result is then an error that says where it is.
	Bounded bool
	// Sockets are for those who watch a crawl or a batch.
	Sockets Sockets
}

// oldest is what the paths of their first version begin with, none of which is supported.
const oldest = "/v0/"

// Paths are what the face's paths begin with.
func Paths() []string { return []string{"/v2/", "/v1/", oldest} }

// Owns reports whether a path is of this face: below /v2 and /v0, and of /v1 what is not the API's own.
func Owns(path string) bool {
	return strings.HasPrefix(path, "/v2/") || strings.HasPrefix(path, oldest) || strings.HasPrefix(path, "/v1/") && !strings.HasPrefix(path, asked.Base+"/") && path != asked.Base
}

// face is one version of their API.
type face struct {
	api     asked.API
	longest time.Duration
	bounded bool
	sockets Sockets
	version int // 1 or 2
}

// prefix is what the version's paths begin with.
func (f *face) prefix() string {
	if f.version == 1 {
		return "/v1"
	}
	return "/v2"
}

// handler answers one call, or returns the error to answer with.
type handler func(w http.ResponseWriter, r *http.Request) error

// New returns the handler of all that Owns.
func New(api asked.API, o Options) http.Handler {
	mux := http.NewServeMux()
	for _, version := range []int{1, 2} {
		f := &face{api: api, longest: o.Longest, bounded: o.Bounded, sockets: o.Sockets, version: version}
		for pattern, serve := range f.routes() {
			method, path, _ := strings.Cut(pattern, " ")
			mux.Handle(method+" "+f.prefix()+path, f.answering(serve))
		}
		mux.Handle(f.prefix()+"/", f.answering(unsupported))
	}
	mux.HandleFunc(oldest, func(w http.ResponseWriter, r *http.Request) { _ = unsupported(w, r) }) // which answers all
	return mux
}

// routes are the calls that are supported.
func (f *face) routes() map[string]handler {
	all := map[string]handler{
		"POST /scrape":                      f.scrape,
		"POST /batch/scrape":                f.startBatch,
		"GET /batch/scrape/{id}":            f.watchable(f.batch, f.seeBatch),
		"GET /batch/scrape/{id}/errors":     f.batchErrors,
		"DELETE /batch/scrape/{id}":         f.cancelBatch,
		"POST /crawl":                       f.startCrawl,
		"GET /crawl/active":                 f.activeCrawls,
		"GET /crawl/{id}":                   of(f.watchable(f.crawl, f.seeCrawl), f.watchable(f.batch, f.seeBatch)),
		"GET /crawl/{id}/errors":            of(f.crawlErrors, f.batchErrors),
		"DELETE /crawl/{id}":                of(f.cancelCrawl, f.cancelBatch),
		"POST /map":                         f.siteMap,
		"POST /search":                      f.search,
		"GET /team/credit-usage":            f.creditUsage,
		"GET /team/credit-usage/historical": f.creditHistory,
		"GET /team/token-usage":             f.tokenUsage,
		"GET /team/token-usage/historical":  f.tokenHistory,
	}
	if f.version == 1 { // its client for JavaScript reads errors by this method
		all["DELETE /crawl/{id}/errors"] = of(f.crawlErrors, f.batchErrors)
		all["DELETE /batch/scrape/{id}/errors"] = f.batchErrors
	}
	return all
}

// of answers for a crawl, or for a batch that is named where a crawl is: their clients of v1 wait for both in one way.
func of(crawl, batch handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if isBatch(r.PathValue("id")) {
			return batch(w, r)
		}
		return crawl(w, r)
	}
}

// answering has errors answered in the form that their clients read.
func (f *face) answering(serve handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		if err := serve(w, r); err != nil {
			refuse(w, f.first(w, r, err))
		}
	})
}

// first is the error that a caller is to see: what is wrong with a token goes before what is wrong with a body, as it
// does with the API, which has not seen a body that the face refuses.
func (f *face) first(w http.ResponseWriter, r *http.Request, err error) error {
	_, bad := errors.AsType[*invalid](err)
	if !bad && !errs.Is(err, errs.MissingToken) {
		return err
	}
	unknown := f.authorized(w, r)
	if refused, ok := errors.AsType[*asked.RefusedError](unknown); ok && (!bad || refused.Status == http.StatusUnauthorized || refused.Status == http.StatusTooManyRequests) {
		return refused
	}
	return err
}

// link is the absolute address of a path of this service, as the caller reached it.
func (f *face) link(r *http.Request, path string) string {
	scheme := r.URL.Scheme // which functions behind a gateway have
	if forwarded := r.Header.Get("X-Forwarded-Proto"); forwarded == "https" || forwarded == "http" {
		scheme = forwarded
	}
	if scheme == "" {
		scheme = "http"
	}
	return scheme + "://" + r.Host + f.prefix() + path
}

// write answers with JSON.
func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(body) // the types are ours: it fails only where the caller has left
}

// idOf is the crawl that a path names. One that has no form of an id is none that there is, and is asked for as such: what
// the caller wrote becomes no part of another path.
func idOf(r *http.Request) string {
	if id := r.PathValue("id"); ident.Valid(ident.Crawl, id) {
		return id
	}
	return "none"
}
