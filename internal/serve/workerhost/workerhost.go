// Package workerhost starts the functions that perform jobs: what every one of them
// needs beside its runner. It must not know any kind.
package workerhost

import (
	"net/url"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/checkpoint"
	"github.com/quarryapi/quarry/internal/serve/documentcache"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/worker"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Parts are what runners are built of.
type Parts struct {
	*lambdahost.Env
	Web       *fetch.Client
	Upstreams *upstream.Set
	Shelf     *documentcache.Shelf // documents of organizations
}

// NewParts makes the parts of one process.
func NewParts(e *lambdahost.Env, c fetch.Config) *Parts {
	web := fetch.New(c)
	proxied := func(proxy *url.URL) upstream.Fetcher {
		c.Proxy = proxy
		return fetch.New(c)
	}
	return &Parts{
		Env: e, Web: web, Upstreams: upstream.NewSet(web, e.Sources, e.Now).Behind(proxied),
		Shelf: documentcache.New(e.Store, e.Blobs),
	}
}

// Worker returns what performs the jobs of a worker with a runner.
func (p *Parts) Worker(about job.Worker, runner job.Runner) *worker.Worker {
	return worker.New(about, runner, worker.Deps{
		Jobs: p.Store, Results: result.New(p.Store, p.Blobs), Progress: checkpoint.New(p.Store, p.Blobs), Queue: p.Queue, Log: p.Log,
	})
}

// Fetch is how the functions of an installation fetch.
func Fetch(e *lambdahost.Env) fetch.Config {
	return fetch.Config{Hosts: e.Hosts, UserAgent: e.Config.UserAgent}
}

// Start starts the function of a worker.
func Start(about job.Worker, runner func(*Parts) job.Runner) {
	lambdahost.Queue(func(e *lambdahost.Env) lambdahost.QueueHandler {
		p := NewParts(e, Fetch(e))
		return p.Worker(about, runner(p)).Handle
	})
}
