package local

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kind/view/visit"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/page/pdf/pdfium"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/crawler"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/local/endings"
	"github.com/quarryapi/quarry/internal/serve/local/mapping"
	"github.com/quarryapi/quarry/internal/serve/local/metrics"
	"github.com/quarryapi/quarry/internal/serve/modelprovider"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/sweeper"
	"github.com/quarryapi/quarry/internal/serve/webhook"
	"github.com/quarryapi/quarry/internal/serve/worker"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

const (
	// workers is how many jobs of a kind run at once.
	workers = 16
	// documents is how many PDFs are read at once, of 128 MB each at most.
	documents = 4
	// deliverers is how many webhook messages are handled at once. Each can wait 15 s for an
	// endpoint that hangs, and costs a goroutine.
	deliverers = 256
	// crawlers is how many crawls move on at once.
	crawlers = 4
	// sweepEvery is how often the sweeper runs; in AWS it is once a minute.
	sweepEvery = 15 * time.Second
	// sweepTimeout is the time-out of the sweeper's function.
	sweepTimeout = time.Minute
	// webhookTimeout is the time-out of the webhook functions.
	webhookTimeout = 60 * time.Second
)

// apiServer builds what api-submit and api-read serve together.
func apiServer(e *lambdahost.Env, engines *engines, pages api.Reference, console api.Console, ends api.Endings, counts *metrics.Set, version string) *api.Server {
	return api.New(api.Deps{
		Store:   store.New(readable{engines.rows}, e.Config.CoreTable, e.Config.EdgeTable, e.Now).Observing(observers(counts, e.Log)),
		Health:  engines.check,
		Results: e.Results, Queue: e.Queue, Kinds: kinds.All(), Hosts: e.Hosts, Cursors: e.Cursors, Seals: e.Seals,
		Lookup: egress.Lookup, Log: e.Log, Reference: pages, Console: console, Endings: ends, RenderCredits: e.Config.RenderCredits, Version: version,
	})
}

// shows says how pages are shown.
type shows struct {
	binary  string // of the browser; empty is to look for it
	sandbox chromium.Sandbox
	try     bool // the browser at the start
}

// startFunctions recovers what a former process left and then maps every queue,
// the stream and the clock to the handler of their function.
func startFunctions(ctx context.Context, e *lambdahost.Env, ends *endings.Hub, engines *engines, show shows, counts *metrics.Set, hour *metrics.Hour, open *closers) error {
	sweep := sweeper.New(e.Store, e.Queue, e.Log, nil)
	if _, err := sweep.Recover(ctx); err != nil {
		return err
	}
	web := workerhost.Fetch(e)
	web.RootCAs = engines.roots
	pages := browser.New(browser.Config{
		Path: show.binary, Sandbox: show.sandbox, Hosts: e.Hosts, Pins: engines.pins, UserAgent: e.Config.UserAgent, Log: e.Log, Now: e.Now,
	})
	reader := pdfium.New(documents) // one for the process: its engine takes 110 MB
	if err := serveFunctions(ctx, e, counts.Counted(pages), reader, open); err != nil {
		return err
	}
	p := workerhost.Parts(e, web, modelprovider.Provide, func(_ *lambdahost.Env, p *parts.Parts) {
		parts.Provide(p, func() visit.Browser { return counts.Counted(pages) }) // one for the process, closed at its end
		parts.Provide(p, func() extract.PDF { return reader })
	})
	p.Upstreams.Observing(each(counts.Called, hour.Called, workerhost.Called(e.Log)))
	post := fetch.New(fetch.Config{Hosts: e.Hosts.Opened(), PerHost: webhook.PerHost})
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	results := result.New(e.Store, e.Blobs)
	m := &mappings{ctx: ctx, engines: engines}
	wires, deps := wires(), workerhost.Deps(e)
	deps.Jobs = ends.Jobs(deps.Jobs)
	dead := worker.NewDeadLetters(e.Store, e.Log)
	for _, def := range kinds.All() {
		for _, w := range def.Functions {
			w = here(w)
			m.queue(queue.Jobs(w.Name), w.Concurrency, worker.Timeout(w), worker.New(w, wires[w.Name](p), deps).Handle)
		}
	}
	m.queue(jobs+deadSuffix, 1, time.Minute, dead.Handle)
	deliver := webhook.NewDeliverer(e.Store, results, e.Blobs, post, e.Queue, e.Log, nil)
	m.queue(queue.Deliveries, deliverers, webhookTimeout, deliver.HandleQueue)
	m.stream(deliver.HandleStream)
	m.queue(queue.Crawls, crawlers, crawler.Timeout, crawler.New(crawler.Deps{
		Store: e.Store, Turns: e.Store, Rules: p.Web, Results: e.Results, Objects: e.Blobs, Queue: e.Queue, Kinds: kinds.All(), Seals: e.Seals, Log: e.Log, Now: e.Now,
	}).Handle)
	if show.try {
		m.group.Go(func() { pages.Try(ctx) })
	}
	m.every(expireEvery, func(ctx context.Context) error {
		engines.expire(ctx, e.Now())
		return nil
	})
	m.every(sweepEvery, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, sweepTimeout)
		defer cancel()
		_, err := sweep.Sweep(ctx)
		return err
	})
	open.add(func() {
		stop()
		m.group.Wait()
		pages.Close()
		p.Web.CloseIdle()
		post.CloseIdle()
	})
	return nil
}

// each has several see the calls of upstreams.
func each(all ...upstream.Observer) upstream.Observer {
	return func(ctx context.Context, c upstream.Called) {
		for _, one := range all {
			one(ctx, c)
		}
	}
}

// here is a function as this process runs it.
func here(w kind.Function) kind.Function {
	w.Concurrency = min(workers, w.Concurrency)
	return w
}

// mappings lead queues, stream and clock to handlers until ctx ends.
type mappings struct {
	ctx     context.Context //nolint:containedctx // the life of the mappings, ended by closing the service
	engines *engines
	group   sync.WaitGroup
}

func (m *mappings) queue(name string, concurrency int, timeout time.Duration, handle lambdahost.QueueHandler) {
	m.group.Go(func() {
		mapping.Queue(m.ctx, m.engines.messages, m.engines.sqsURL+name, mapping.QueueOptions{
			BatchSize: 1, Concurrency: concurrency, Timeout: timeout, Log: m.engines.log,
		}, handle)
	})
}

func (m *mappings) stream(handle lambdahost.StreamHandler) {
	m.group.Go(func() {
		mapping.Stream(m.ctx, m.engines.streams, m.engines.streamARN, mapping.StreamOptions{
			Filter: webhook.FirstAttempt, Checkpoint: filepath.Join(m.engines.dir, "stream.json"),
			BatchSize: 25, Parallel: 10, Timeout: webhookTimeout, Log: m.engines.log,
		}, handle)
	})
}

// every calls a function of the clock.
func (m *mappings) every(pause time.Duration, call func(context.Context) error) {
	m.group.Go(func() {
		tick := time.NewTicker(pause)
		defer tick.Stop()
		for {
			select {
			case <-m.ctx.Done():
				return
			case <-tick.C:
				if err := call(m.ctx); err != nil && m.ctx.Err() == nil {
					m.engines.log.ErrorContext(m.ctx, "function of the clock failed", "error", err)
				}
			}
		}
	})
}
