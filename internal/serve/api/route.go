package api

import (
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/ratelimit"
)

const (
	// base is what every versioned path begins with.
	base = "/v1/public"
	// guides is the list of the pages below it, as people write it.
	guides = "/docs/"
	// calls is the list of the pages of calls.
	calls = "/docs/calls/"
)

// route is one operation: where it is, what it needs and who serves it.
type route struct {
	method string
	path   string
	scope  string           // empty for open routes
	bucket ratelimit.Bucket // ignored for open routes
	serve  handlerFunc
}

// pattern is the route as the mux writes it, for which a slash at the end stands for all
// that is below.
func (r route) pattern() string {
	if strings.HasSuffix(r.path, "/") {
		return r.method + " " + r.path + "{$}"
	}
	return r.method + " " + r.path
}

// begins reports whether calls begin or change something, which those of a suspended organization may not: they still
// read, end what there is, and take it away.
func (r route) begins() bool {
	return r.scope != "" && r.bucket == ratelimit.Create && r.method != http.MethodDelete &&
		!strings.HasSuffix(r.path, "/cancel") && !strings.HasSuffix(r.path, "/export")
}

// The scopes of tokens.
const (
	scopeRead  = "api.read"
	scopeWrite = "api.write"
)

// table lists every operation. A kind's follows from its Definition.
func (s *Server) table() []route {
	routes := []route{
		{method: http.MethodGet, path: "/healthz", serve: s.health},
		{method: http.MethodGet, path: "/", serve: s.reference},
		{method: http.MethodGet, path: "/version", serve: s.version},
		{method: http.MethodGet, path: "/openapi.json", serve: s.reference},
		{method: http.MethodGet, path: "/openapi.client.json", serve: s.reference},
		{method: http.MethodGet, path: "/docs", serve: s.reference},
		{method: http.MethodGet, path: guides, serve: s.reference},
		{method: http.MethodGet, path: calls, serve: s.reference},
		{method: http.MethodGet, path: "/docs/{file}", serve: s.reference},
		{method: http.MethodGet, path: "/docs/calls/{file}", serve: s.reference},
		{method: http.MethodGet, path: "/llms.txt", serve: s.reference},
		{method: http.MethodGet, path: "/llms-full.txt", serve: s.reference},
		{method: http.MethodGet, path: "/console", serve: s.console},
		{method: http.MethodGet, path: "/console/token", serve: s.console},
		{method: http.MethodGet, path: "/console/{version}/{file}", serve: s.console},
		{http.MethodGet, base + "/usage", scopeRead, ratelimit.Poll, s.usage},
		{http.MethodGet, base + "/balance", scopeRead, ratelimit.Poll, s.balance},
		{http.MethodGet, base + "/requests", scopeRead, ratelimit.Poll, s.requests},
		{http.MethodGet, base + "/token-info", scopeRead, ratelimit.Poll, s.tokenInfo},
		{http.MethodGet, base + "/jobs", scopeRead, ratelimit.Poll, s.jobs},
		{http.MethodGet, base + "/jobs/{jobId}", scopeRead, ratelimit.Poll, s.job},
		{http.MethodGet, base + "/jobs/{jobId}/result", scopeRead, ratelimit.Poll, s.result},
		{http.MethodGet, base + "/jobs/{jobId}/events", scopeRead, ratelimit.Poll, s.jobEvents},
		{http.MethodPost, base + "/jobs/{jobId}/cancel", scopeWrite, ratelimit.Create, s.cancel},
		{http.MethodGet, base + "/batches", scopeRead, ratelimit.Poll, s.batches},
		{http.MethodGet, base + "/batches/{batchId}", scopeRead, ratelimit.Poll, s.batch},
		{http.MethodGet, base + "/batches/{batchId}/events", scopeRead, ratelimit.Poll, s.batchEvents},
		{http.MethodPost, base + "/batches/{batchId}/cancel", scopeWrite, ratelimit.Create, s.cancelBatch},
		{http.MethodPost, base + "/webhooks/endpoints", scopeWrite, ratelimit.Create, s.registerEndpoint},
		{http.MethodGet, base + "/webhooks/endpoints", scopeRead, ratelimit.Poll, s.endpoints},
		{http.MethodGet, base + "/webhooks/endpoints/{endpointId}", scopeRead, ratelimit.Poll, s.endpoint},
		{http.MethodPatch, base + "/webhooks/endpoints/{endpointId}", scopeWrite, ratelimit.Create, s.updateEndpoint},
		{http.MethodDelete, base + "/webhooks/endpoints/{endpointId}", scopeWrite, ratelimit.Create, s.deleteEndpoint},
		{http.MethodGet, base + "/webhooks/endpoints/{endpointId}/secret", scopeWrite, ratelimit.Poll, s.endpointSecret},
		{http.MethodPost, base + "/webhooks/endpoints/{endpointId}/secret/rotate", scopeWrite, ratelimit.Create, s.rotateSecret},
		{http.MethodPost, base + "/webhooks/endpoints/{endpointId}/test", scopeWrite, ratelimit.Create, s.testEndpoint},
		{http.MethodGet, base + "/webhooks/deliveries", scopeRead, ratelimit.Poll, s.deliveries},
		{http.MethodPost, base + "/webhooks/deliveries/{deliveryId}/replay", scopeWrite, ratelimit.Create, s.replayDelivery},
		{http.MethodGet, base + "/webhooks/deliveries/{deliveryId}", scopeRead, ratelimit.Poll, s.delivery},
	}
	for _, def := range s.Kinds {
		if def.Batch != nil {
			routes = append(routes, route{
				http.MethodPost, base + def.Batch.Path, scopeWrite, ratelimit.Create, s.submitBatch(def),
			})
		}
		if def.Crawl != nil {
			routes = append(routes, s.crawlRoutes(def)...)
		}
		for _, call := range def.Calls {
			routes = append(routes, route{
				http.MethodPost, base + call.Path, scopeWrite, ratelimit.Create, s.submit(def, call),
			})
		}
	}
	return routes
}

// crawlRoutes are the operations of the kind that is crawled.
func (s *Server) crawlRoutes(def kind.Definition) []route {
	one := base + def.Crawl.Path + "/{crawlId}"
	return []route{
		{http.MethodPost, base + def.Crawl.Path, scopeWrite, ratelimit.Create, s.submitCrawl(def)},
		{http.MethodGet, base + def.Crawl.Path + "s", scopeRead, ratelimit.Poll, s.crawls},
		{http.MethodGet, one, scopeRead, ratelimit.Poll, s.crawl},
		{http.MethodGet, one + "/pages", scopeRead, ratelimit.Poll, s.crawlPages},
		{http.MethodGet, one + "/events", scopeRead, ratelimit.Poll, s.crawlEvents},
		{http.MethodGet, one + "/export", scopeRead, ratelimit.Poll, s.crawlExport},
		{http.MethodPost, one + "/export", scopeWrite, ratelimit.Create, s.exportCrawl},
		{http.MethodPost, one + "/cancel", scopeWrite, ratelimit.Create, s.cancelCrawl},
		{http.MethodPost, one + "/resume", scopeWrite, ratelimit.Create, s.resumeCrawl},
	}
}

// handler builds the handler of the routes that serves keeps. The standard mux
// finds the route; what it does not know is answered here, because its own
// answers are plain text.
func (s *Server) handler(serves func(route) bool) http.Handler {
	mux := http.NewServeMux()
	for _, r := range s.routes {
		if serves(r) {
			mux.Handle(r.pattern(), s.wrap(r))
		}
	}
	all := sync.OnceValue(s.everyRoute) // for wrong methods only, so not at the start
	return s.outermost(func(w http.ResponseWriter, r *http.Request) error {
		if h, pattern := mux.Handler(r); pattern != "" && clean(r.URL.Path) {
			_ = h // found for its pattern; the mux itself sets the path's values
			mux.ServeHTTP(w, r)
			return nil
		}
		allowed := allowedMethods(all(), r)
		if r.Method == http.MethodOptions && len(allowed) > 0 {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			shareWithPages(w, r.URL.Path)
			w.WriteHeader(http.StatusNoContent)
			return nil
		}
		if err := s.stray(w, r); err != nil {
			return err
		}
		if len(allowed) == 0 {
			return s.nothing(r.URL.Path)
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		return errs.Newf(errs.MethodNotAllowed, "%s supports %s.", r.URL.Path, strings.Join(allowed, " or "))
	})
}

// everyRoute is a mux that knows all routes and serves none.
func (s *Server) everyRoute() *http.ServeMux {
	mux := http.NewServeMux()
	for _, r := range s.routes {
		mux.Handle(r.pattern(), http.NotFoundHandler())
	}
	return mux
}

// clean reports whether a path is written as routes are: the mux would redirect
// other spellings, and a redirect is no answer to an API call.
func clean(p string) bool {
	return p == guides || p == calls || p == path.Clean(p)
}

func allowedMethods(mux *http.ServeMux, r *http.Request) []string {
	if !clean(r.URL.Path) {
		return nil
	}
	var allowed []string
	for _, method := range []string{
		http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodDelete,
	} {
		probe := &http.Request{Method: method, Host: r.Host, URL: r.URL}
		if _, pattern := mux.Handler(probe); pattern != "" {
			allowed = append(allowed, method)
		}
	}
	slices.Sort(allowed)
	return allowed
}
