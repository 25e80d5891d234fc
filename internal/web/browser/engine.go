package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/proto"

	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/web/browser/devtools"
)

// startTimeout is how long Chromium may take to answer first: 50 ms from a warm disk,
// some seconds when a cold function reads its 200 MB for the first time.
const startTimeout = 30 * time.Second

// engine is a running Chromium and the visits that it serves.
type engine struct {
	process *chromium.Process
	conn    *devtools.Conn
	root    *rod.Browser // all of it; each visit has one of its own beside it
	version string       // "153"
	log     *slog.Logger
	pulse   pulse
	last    atomic.Pointer[word]

	mu      sync.Mutex
	tabs    map[proto.BrowserBrowserContextID]*tab
	visits  int                // in progress
	served  int                // begun
	retired bool               // takes no further visits
	ended   bool               // or is ending
	rest    context.CancelFunc // ends the watch, which lasts while there are visits
}

// greet waits for the first answers, and asks for an event of every new page.
func (e *engine) greet(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	root, err := connect(ctx, e.conn)
	if err != nil {
		return err
	}
	about, err := root.Version()
	if err != nil {
		return err
	}
	_, version, found := strings.Cut(about.Product, "/") // "HeadlessChrome/153.0.8010.0"
	if !found {
		return fmt.Errorf("it calls itself %q", about.Product)
	}
	e.version, _, _ = strings.Cut(version, ".")
	e.root = root.Context(context.Background())
	return nil
}

// take counts a visit, unless the process has ended or is to end.
func (e *engine) take(cfg Config) bool {
	select {
	case <-e.conn.Done():
		return false
	default:
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.retired {
		return false
	}
	if e.visits == 0 {
		ctx, cancel := context.WithCancel(context.Background())
		e.rest = cancel
		go e.watch(ctx, cfg)
	}
	e.visits++
	e.served++
	return true
}

// leave ends a visit and reports whether it was the last of a process that is to go:
// one that has served enough, or that has not given its memory back.
func (e *engine) leave(cfg Config) bool {
	memory := e.process.Memory()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.visits--
	if e.visits == 0 {
		e.rest()
	}
	if e.served >= cfg.Served || e.visits == 0 && memory.Private > cfg.Memory/2 {
		e.retired = true
	}
	return e.retired && e.visits == 0
}

// retire keeps further visits away.
func (e *engine) retire() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.retired = true
}

// end ends the process. What waits for it is told by the connection's end.
func (e *engine) end(reason string) {
	if e.lastly() {
		e.log.Info("chromium ends", "reason", reason)
	}
	e.process.Close()
}

// kill is end for a process that does not listen.
func (e *engine) kill(reason string) {
	if e.lastly() {
		e.log.Warn("chromium is killed", "reason", reason)
	}
	e.process.Kill()
}

// lastly is true for the first that ends the process.
func (e *engine) lastly() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	first := !e.ended
	e.retired, e.ended = true, true
	return first
}

// ends waits a moment for the end of a process that has lost a page, and reports whether it
// came: a Chromium that ends announces that its pages go before its pipe closes.
func (e *engine) ends() bool {
	select {
	case <-e.conn.Done():
		return true
	case <-time.After(settleTime):
		return e.isOver()
	}
}

// bury waits for the end of the process, by whatever cause, and puts away what is left.
func (e *engine) bury() {
	<-e.conn.Done()
	if e.lastly() {
		e.log.Error("chromium ended by itself", "error", e.conn.Err(), "said", e.process.Said())
	}
	e.process.Close()
}

// isOver reports whether the process has been ended by us.
func (e *engine) isOver() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.ended
}

// add has a tab hear of what happens in its profile.
func (e *engine) add(id proto.BrowserBrowserContextID, t *tab) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.tabs[id] = t
}

// own says which page is the tab's.
func (e *engine) own(t *tab, page *rod.Page) {
	e.mu.Lock()
	defer e.mu.Unlock()
	t.target, t.session = page.TargetID, page.SessionID
}

func (e *engine) remove(id proto.BrowserBrowserContextID) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.tabs, id)
}

// handle takes the events of the browser.
func (e *engine) handle(method string, params json.RawMessage) {
	switch method {
	case proto.TargetTargetCreated{}.ProtoEvent():
		take(params, e.onCreated)
	case proto.TargetDetachedFromTarget{}.ProtoEvent():
		take(params, e.onDetached)
	}
}

// onCreated closes every page that a page opens. The first one of a profile is ours: a
// page that could open others does not exist before it.
func (e *engine) onCreated(created *proto.TargetTargetCreated) {
	info := created.TargetInfo
	if info == nil || info.Type != proto.TargetTargetInfoTypePage {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	t := e.tabs[info.BrowserContextID]
	switch {
	case t == nil:
	case t.target == "":
		t.target = info.TargetID
	case t.target != info.TargetID:
		e.conn.Post("", proto.TargetCloseTarget{TargetID: info.TargetID})
	}
}

// onDetached ends the visit of a page that is gone.
func (e *engine) onDetached(left *proto.TargetDetachedFromTarget) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, t := range e.tabs {
		if t.session != "" && t.session == left.SessionID {
			t.cancel(errCrashed)
		}
	}
}

// settleTime is how long a lost page waits for the end of its Chromium, which follows
// within a few milliseconds, or much later on a busy machine.
const settleTime = time.Second

// errDied is the cause of a visit's end when its Chromium has ended.
var errDied = errors.New("chromium has ended")
