// Package workerhost starts the functions that perform jobs: what every one of them
// needs beside its runner. It must not know any kind.
package workerhost

import (
	"net/url"

	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/job"
	"github.com/quarryapi/quarry/internal/lambdahost"
	"github.com/quarryapi/quarry/internal/progress"
	"github.com/quarryapi/quarry/internal/result"
	"github.com/quarryapi/quarry/internal/shelf"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/worker"
)

// Parts are what runners are built of.
type Parts struct {
	*lambdahost.Env
	Web       *fetch.Client
	Upstreams *upstream.Set
	Shelf     *shelf.Shelf // documents of organizations
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
		Shelf: shelf.New(e.Store, e.Blobs),
	}
}

// Worker returns what performs the jobs of a worker with a runner.
func (p *Parts) Worker(about job.Worker, runner job.Runner) *worker.Worker {
	return worker.New(about, runner, worker.Deps{
		Jobs: p.Store, Results: result.New(p.Store, p.Blobs), Progress: progress.New(p.Store, p.Blobs), Queue: p.Queue, Log: p.Log,
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
