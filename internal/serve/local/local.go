// Package local runs the whole service in one process: every handler that AWS
// would run as a function, against engines on loopback that are reached by the
// ordinary SDK. It wires and knows no rules of its own; what holds in AWS holds
// here because it is the same code.
package local

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/seal"
	"github.com/quarryapi/quarry/internal/faces"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/api/reference"
	"github.com/quarryapi/quarry/internal/serve/console"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
	"github.com/quarryapi/quarry/internal/serve/local/endings"
	"github.com/quarryapi/quarry/internal/serve/local/loopback"
	"github.com/quarryapi/quarry/internal/serve/local/metrics"
	"github.com/quarryapi/quarry/internal/serve/local/recent"
	"github.com/quarryapi/quarry/internal/serve/meter"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/webtest"
)

const (
	// DefaultDataDir is the folder of a local service's state.
	DefaultDataDir = ".quarry"
	// HooksName is a host name that every local service maps to HooksAddress, for webhooks
	// alone.
	HooksName = "hooks.test"
	// HooksAddress is where `quarry webhooks listen` listens.
	HooksAddress = "127.0.0.1:8090"
)

// Options say what to run.
type Options struct {
	Listen           string // address of the API, "127.0.0.1:8080"
	DataDir          string
	Hosts            []string          // [open:|hooks:]NAME=ADDRESS:PORT, beside those that are always mapped
	Sources          map[string]string // NAME=URL: base URLs of upstreams
	Keys             map[string]string // NAME=KEY: keys of upstreams
	Model            string            // PROVIDER:ID: the language model; empty is none
	Embeddings       string            // PROVIDER:ID: the embedding model; empty is none
	Chromium         string            // path of the browser; empty is to look for it
	Sandbox          string            // auto, required or off: whether the browser runs in its own; empty is auto
	SharePercent     int               // of a worker that one organization may have, 1 to 100; 0 is half
	RenderCredits    int64             // of a page that the browser shows before it is read; 0 is those of any page
	Faces            []string          // the APIs of others in whose form calls are answered, too
	TryBrowser       bool              // start the browser once, so that the log says at once what is wrong with it
	SampleWeb        bool
	DynamoDBEndpoint string // an engine that runs already; empty is the one inside
	Layer            string // the name of SQLite's file layer; empty is the system's
	Log              *slog.Logger
}

// Service is a running local service.
type Service struct {
	info     *Info
	operator *admin.Service
	engines  *engines
	end      func()
}

// Failed is closed when the service cannot go on; Err then says why. It is nil for one
// whose engine is another's.
func (s *Service) Failed() <-chan struct{} {
	if s.engines.engine == nil {
		return nil
	}
	return s.engines.engine.Done()
}

// Err is why the service cannot go on, in one line that says what to do.
func (s *Service) Err() error {
	if s.engines.engine == nil || s.engines.engine.Err() == nil {
		return nil
	}
	return fmt.Errorf("%w; the state in %s is kept: look after the disk, and start again", s.engines.engine.Err(), s.info.DataDir)
}

// Operator performs an operator's acts on the service.
func (s *Service) Operator() *admin.Service { return s.operator }

// Info reports where the service is and how to call it.
func (s *Service) Info() *Info { return s.info }

// Close ends the service and everything that it started, within two seconds.
func (s *Service) Close() { s.end() }

// closers are closed in the reverse order of their making.
type closers []func()

func (c *closers) add(fn func()) { *c = append(*c, fn) }

func (c *closers) close() {
	for _, fn := range slices.Backward(*c) {
		fn()
	}
}

// Start starts the service and returns once it answers. Every error is one line
// that says what to do.
func Start(ctx context.Context, o Options) (*Service, error) {
	var open closers
	s, err := start(ctx, o, &open)
	if err != nil {
		open.close()
		return nil, err
	}
	s.end = sync.OnceFunc(open.close)
	return s, nil
}

func start(ctx context.Context, o Options, open *closers) (*Service, error) {
	sandbox, err := chromium.ParseSandbox(o.Sandbox)
	if err != nil {
		return nil, err
	}
	if err := faces.Check(o.Faces); err != nil {
		return nil, err
	}
	dir, err := prepareDir(o.DataDir)
	if err != nil {
		return nil, err
	}
	o.DataDir = dir
	kept, trail := o.remember()
	release, err := dynamo.Lock(filepath.Join(dir, "service.lock"))
	if err != nil {
		return nil, err
	}
	open.add(release)
	info, err := openState(dir, o.DynamoDBEndpoint == "")
	if err != nil {
		return nil, err
	}
	env, running, err := startEngines(ctx, o, info, open)
	if err != nil {
		return nil, err
	}
	pages, desk, ends := reference.New(exampleSite(o)), console.New(), &endings.Hub{}
	counts, hour := metrics.New(), metrics.NewHour(time.Now)
	env.Store = env.Store.Observing(observers(counts, o.Log))
	api := apiServer(env, running, pages, desk, ends, counts).Handler()
	operator := admin.New(env.Store, trail).Reading(kept).Keeping(env.Blobs)
	acts := &actsOf{operator: operator, config: env.Config, browser: o.Chromium, hour: hour}
	server, err := loopback.Serve(ctx, o.Listen, running.besideMetrics(counts, acts.before(faced(api, o.Faces))))
	if err != nil {
		return nil, fmt.Errorf("%w; choose another address with --listen 127.0.0.1:PORT", err)
	}
	open.add(server.Close)
	if err := startFunctions(ctx, env, ends, running, shows{o.Chromium, sandbox, o.TryBrowser}, counts, hour, open); err != nil {
		return nil, err
	}
	if err := introduce(ctx, admin.New(env.Store, o.Log), operator, info, open); err != nil {
		return nil, err
	}
	acts.key.Store(&info.AdminKey)
	info.BaseURL = server.Endpoint()
	info.DocsURL, info.ConsoleURL = info.BaseURL+pages.Prefill(info.Token), info.BaseURL+desk.Prefill(info.Token)
	info.Browser, _ = chromium.Find(o.Chromium) // "" where there is none
	if info.FunctionEnv, err = running.functionEnv(ctx, env.Config, open); err != nil {
		return nil, err
	}
	if err := running.check(ctx); err != nil { // its write is the first that a later start can miss
		return nil, err
	}
	return &Service{info: info, operator: operator, engines: running}, info.mark(true)
}

// remember has the log keep its newest lines in memory as well, and makes one for what an operator does.
func (o *Options) remember() (kept *recent.Log, trail *slog.Logger) {
	kept = &recent.Log{}
	memory := meter.Log(seal.Log(kept.Handler()), "")
	trail = slog.New(slog.NewMultiHandler(every{o.Log.Handler()}, memory))
	o.Log = slog.New(slog.NewMultiHandler(o.Log.Handler(), memory))
	return kept, trail
}

// every is a handler that is given lines of all levels: what an operator did is in the log that has only warnings, too.
type every struct{ slog.Handler }

// Enabled implements slog.Handler.
func (every) Enabled(context.Context, slog.Level) bool { return true }

// exampleSite has the examples of the documentation name a page of the sample web.
func exampleSite(o Options) reference.Options {
	if o.SampleWeb {
		return reference.Options{Domain: "company.test"}
	}
	return reference.Options{}
}

// prepareDir makes the folder and shows that it can be written.
func prepareDir(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		err = os.MkdirAll(abs, 0o700)
	}
	if err != nil {
		return "", fmt.Errorf("the data folder %s cannot be made (%w); choose another with --data", dir, err)
	}
	probe, err := os.CreateTemp(abs, "probe")
	if err != nil {
		return "", fmt.Errorf("the data folder %s cannot be written (%w); choose another with --data", dir, err)
	}
	return abs, errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// startSampleWeb serves the sample web.
func startSampleWeb(ctx context.Context, open *closers) (*webtest.Server, error) {
	web, err := webtest.New().Listen(ctx, "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	open.add(func() { _ = web.Close() })
	return web, nil
}
