// Package api is the HTTP face of Quarry: net/http handlers, one file a resource,
// that authenticate, validate, admit, wait and answer. It must not know keys and
// items of the database, nor how a kind does its work.
package api

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/core/seal"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/web/egress"
)

// Results loads what jobs gave.
type Results interface {
	Load(ctx context.Context, org string, ref *job.ResultRef) (json.RawMessage, error)
	URL(ctx context.Context, ref *job.ResultRef) (string, error)
}

// Queue takes admitted jobs.
type Queue interface {
	SendJob(ctx context.Context, worker string, m queue.Job, delay time.Duration) error
	SendJobs(ctx context.Context, worker string, jobs []queue.Job) error
	SendCrawl(ctx context.Context, m queue.Crawl, delay time.Duration) error
}

// Lookup resolves a host name.
type Lookup func(ctx context.Context, host string) ([]netip.Addr, error)

// Reference serves the pages that describe the API.
type Reference interface {
	// Serve answers a GET of one of them. MUST return not_found for paths that it
	// does not know.
	Serve(w http.ResponseWriter, r *http.Request, describe func() (openapi.Service, error)) error
}

// Console serves the page by which people use the API.
type Console interface {
	// Serve answers a GET of the page or of a file of it. MUST return not_found for paths that it
	// does not know.
	Serve(w http.ResponseWriter, r *http.Request) error
}

// Deps is what a Server is built of.
type Deps struct {
	Store   Store
	Results Results
	Queue   Queue
	Kinds   []kind.Definition
	Hosts   egress.Hosts // names that local runs map to addresses of their own
	Lookup  Lookup
	Cursors cursor.Sealer // seals the cursors of lists
	Seals   seal.Sealer   // seals what callers keep secret
	Log     *slog.Logger
	// RenderCredits is what a page costs that the browser shows before it is read, 0 for the usual.
	RenderCredits int64
	Now           func() time.Time // nil is time.Now
	Endings       Endings          // nil where jobs end in other processes
	// Health finds what keeps the service from serving; nil is to look for nothing.
	// Errors: service_unavailable.
	Health func(ctx context.Context) error
	// Version is that of the program, where it knows more than its module does: releases are named by the linker.
	Version string
	// Reference and Console are nil where Read is not served.
	Reference Reference
	Console   Console
}

// Server answers the API's requests.
type Server struct {
	Deps
	routes    []route
	strangers strangers
	streams   streams
}

// New returns a Server for the kinds in deps.Kinds.
func New(deps Deps) *Server {
	if deps.Now == nil {
		deps.Now = time.Now
	}
	s := &Server{Deps: deps}
	s.routes = s.table()
	return s
}

// Submit serves what changes something; Read what only reads. Each answers 405
// for the other's routes. Handler serves both.
func (s *Server) Submit() http.Handler {
	return s.handler(func(r route) bool { return r.method != http.MethodGet })
}

// Read serves the reading half of the API; see Submit.
func (s *Server) Read() http.Handler {
	return s.handler(func(r route) bool { return r.method == http.MethodGet })
}

// Handler serves the whole API.
func (s *Server) Handler() http.Handler {
	return s.handler(func(route) bool { return true })
}
