// Package workerhost starts the functions that perform jobs, and fills in the parts that
// workers are built of. It must not know any kind.
package workerhost

import (
	"cmp"
	"context"
	"log/slog"
	"net/url"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/serve/checkpoint"
	"github.com/quarryapi/quarry/internal/serve/documentcache"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/meter"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/worker"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Provider gives the parts something heavy that only some workers need. The package that
// makes it has one, so that functions without it do not link it.
type Provider func(*lambdahost.Env, *parts.Parts)

// Parts makes the parts of one process.
func Parts(e *lambdahost.Env, c fetch.Config, with ...Provider) *parts.Parts {
	web := fetch.New(c)
	proxied := func(proxy *url.URL) upstream.Fetcher {
		c.Proxy = proxy
		return fetch.New(c)
	}
	p := &parts.Parts{
		Web: web, Upstreams: upstream.NewSet(web, e.Sources, e.Now).Behind(proxied).Sharing(e.Store).Observing(Called(e.Log)),
		Documents: documentcache.New(e.Store, e.Blobs), Cursors: e.Cursors, Now: e.Now, Log: e.Log,
	}
	for _, provide := range with {
		provide(e, p)
	}
	return p
}

// Called logs the calls of upstreams, each in the log of its job.
func Called(log *slog.Logger) upstream.Observer {
	return func(ctx context.Context, c upstream.Called) {
		meter.Called(ctx, meter.Of(ctx, log), meter.Call{
			Upstream: c.Name, Host: c.Host, Status: c.Status, Took: c.Took, Err: c.Err, Abandoned: ctx.Err() != nil,
		})
	}
}

// Worker returns what performs the jobs of a function with a runner.
func Worker(e *lambdahost.Env, about kind.Function, runner kind.Runner) *worker.Worker {
	about.Concurrency = cmp.Or(e.Config.Concurrency, about.Concurrency)
	return worker.New(about, runner, Deps(e))
}

// Deps are what the workers of an installation are built of.
func Deps(e *lambdahost.Env) worker.Deps {
	return worker.Deps{
		Jobs: e.Store, Results: result.New(e.Store, e.Blobs), Checkpoints: checkpoint.New(e.Store, e.Blobs), Queue: e.Queue, Turns: e.Store, Seals: e.Seals, Log: e.Log,
		SharePercent: e.Config.SharePercent,
	}
}

// Fetch is how the functions of an installation fetch.
func Fetch(e *lambdahost.Env) fetch.Config {
	return fetch.Config{Hosts: e.Hosts, UserAgent: e.Config.UserAgent, Shared: e.Store}
}

// Start starts a function, with what its declaration says that its worker needs.
func Start(about kind.Function, wire func(*parts.Parts) kind.Runner, with ...Provider) {
	lambdahost.Queue(func(e *lambdahost.Env) lambdahost.QueueHandler {
		return Worker(e, about, wire(Parts(e, Fetch(e), with...))).Handle
	})
}
