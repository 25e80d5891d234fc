package browser

import (
	"context"
	"errors"

	"github.com/go-rod/rod/lib/proto"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/web/browser/devtools"
)

// ways are those of starting a Chromium on this machine that may still work, the most
// confined first. One that failed is not tried again once another was right.
type ways struct {
	cfg  Config
	left []chromium.Confinement
	told bool // that there is no sandbox
}

func newWays(cfg Config) *ways { return &ways{cfg: cfg, left: cfg.Sandbox.Confinements()} }

// launch starts a Chromium and waits until it answers.
func (w *ways) launch(ctx context.Context) (*engine, error) {
	binary, err := chromium.Find(w.cfg.Path)
	if err != nil {
		return nil, errs.Wrap(err, errs.BrowserUnavailable, "pages cannot be shown here: "+err.Error())
	}
	for i, confined := range w.left {
		var e *engine
		if e, err = launch(ctx, w.cfg, binary, confined); err == nil {
			w.left = w.left[i:]
			w.tell(ctx, confined)
			return e, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	w.cfg.Log.ErrorContext(ctx, "chromium does not start", "binary", binary, "sandbox", w.cfg.Sandbox, "error", err)
	if w.cfg.Sandbox == chromium.SandboxRequired {
		return nil, errs.Wrap(err, errs.BrowserUnavailable, "pages cannot be shown here: the browser does not start in its sandbox, which QUARRY_CHROMIUM_SANDBOX requires; "+chromium.Remedy)
	}
	if errors.Is(err, errMute) {
		return nil, errs.Wrap(err, errs.ProviderUnavailable, "the browser did not start; try again later")
	}
	return nil, errs.Wrap(err, errs.BrowserUnavailable, "pages cannot be shown here: the Chromium that was found does not start; run `make chromium`, or set QUARRY_CHROMIUM to one that does")
}

// tell warns once that pages are shown without the sandbox, unless that was asked for.
func (w *ways) tell(ctx context.Context, confined chromium.Confinement) {
	if confined.Sandbox || w.told || w.cfg.Sandbox == chromium.SandboxOff {
		return
	}
	w.told = true
	w.cfg.Log.WarnContext(ctx, "CHROMIUM RUNS WITHOUT ITS SANDBOX, since it cannot start here: a page that breaks out of its renderer runs as the browser's user",
		"nobody", confined.Demoted, "remedy", chromium.Remedy+"; QUARRY_CHROMIUM_SANDBOX=required shows no page without it, off accepts this")
}

// errMute is the error of a process that was started and did not answer.
var errMute = errors.New("chromium does not answer")

// launch starts a Chromium in one way and waits until it answers.
func launch(ctx context.Context, cfg Config, binary string, confined chromium.Confinement) (*engine, error) {
	began := cfg.Now()
	process, err := chromium.Start(binary, confined, cfg.Pins...)
	if err != nil {
		return nil, err
	}
	e := &engine{
		process: process, conn: devtools.Open(process.In, process.Out), log: cfg.Log,
		tabs: map[proto.BrowserBrowserContextID]*tab{},
	}
	e.conn.Handle("", e.handle)
	if err := e.greet(ctx); err != nil {
		process.Kill()
		cfg.Log.InfoContext(ctx, "chromium does not answer", "sandbox", confined.Sandbox, "nobody", confined.Demoted, "error", err, "said", process.Said())
		return nil, errors.Join(errMute, err)
	}
	cfg.Log.InfoContext(ctx, "chromium started", "version", e.version, "sandbox", confined.Sandbox, "nobody", confined.Demoted,
		"duration_ms", cfg.Now().Sub(began).Milliseconds())
	return e, nil
}
