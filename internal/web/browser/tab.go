package browser

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/browser/proxy"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// limits are what one visit may take from the network.
var limits = proxy.Limits{Requests: 500, Bytes: 50 << 20}

// maxHeard is the most that the events of one visit may take: a page that makes
// requests without end would have us read of nothing else.
const maxHeard = 16 << 20

// disposal is how long a profile may take to go away; a page whose scripts never end
// is killed for it.
const disposal = 5 * time.Second

// tab is one visit: a profile, its only page and its way out.
type tab struct {
	browser *Browser
	engine  *engine
	v       visit
	began   time.Time

	ctx    context.Context //nolint:containedctx // the visit's life, which events end
	cancel context.CancelCauseFunc
	stop   context.CancelFunc // of the time limit
	log    *traffic
	pulse  pulse         // of the page
	heard  int           // bytes of events
	acted  bool          // the actions have begun
	acts   []shown.Act   // what came of them
	rested time.Duration // in waits that the caller asked for

	way     *proxy.Proxy
	context proto.BrowserBrowserContextID
	driver  *driver
	page    *rod.Page
	target  proto.TargetTargetID  // of its page, also the main frame's; guarded by engine.mu
	session proto.TargetSessionID // of its page; empty until it is there; guarded by engine.mu
}

// errDeadline is the cause when the visit's own time is over.
var errDeadline = errors.New("the visit's time is over")

func newTab(ctx context.Context, b *Browser, e *engine, v visit) *tab {
	t := &tab{browser: b, engine: e, v: v, began: b.cfg.Now()}
	ctx, t.stop = context.WithTimeoutCause(ctx, v.Timeout, errDeadline)
	t.ctx, t.cancel = context.WithCancelCause(ctx)
	t.log = newTraffic(v.url, b.cfg.Now, t.cancel)
	return t
}

// visit opens the page, waits until it is ready and reads it. What rod panics over, an
// answer of the browser's that it does not expect, ends the visit alone.
func (t *tab) visit() (page *shown.Page, err error) {
	panicked := rod.Try(func() { page, err = t.show() })
	return page, cmp.Or(panicked, err)
}

func (t *tab) show() (*shown.Page, error) {
	go func() {
		select {
		case <-t.engine.conn.Done():
			t.cancel(errDied)
		case <-t.ctx.Done():
		}
	}()
	if err := t.open(); err != nil {
		return nil, err
	}
	if err := t.navigate(); err != nil {
		return nil, err
	}
	return t.read()
}

// open makes the profile and its page.
func (t *tab) open() error {
	way, err := proxy.Start(t.browser.dialer.For(t.ctx).Through(t.v.proxy), limits)
	if err != nil {
		return fmt.Errorf("start the proxy: %w", err)
	}
	t.way = way
	t.driver = newDriver(t.ctx, t.engine.conn)
	own, err := connect(t.ctx, t.driver)
	if err != nil {
		return err
	}
	made, err := proto.TargetCreateBrowserContext{
		DisposeOnDetach: true, ProxyServer: "http://" + way.Addr(), ProxyBypassList: "<-loopback>",
	}.Call(own)
	if err != nil {
		return err
	}
	t.context, own.BrowserContextID = made.BrowserContextID, made.BrowserContextID
	t.engine.add(t.context, t)
	deny := proto.BrowserSetDownloadBehavior{Behavior: proto.BrowserSetDownloadBehaviorBehaviorDeny, BrowserContextID: t.context}
	if err := deny.Call(own); err != nil {
		return err
	}
	// To grant nothing is to refuse all that a page may ask a person for.
	if err := (proto.BrowserGrantPermissions{Permissions: []proto.BrowserPermissionType{}, BrowserContextID: t.context}).Call(own); err != nil {
		return err
	}
	if t.page, err = own.Page(proto.TargetCreateTarget{}); err != nil {
		return err
	}
	t.driver.page, t.log.frame = t.page, t.page.FrameID
	t.engine.own(t, t.page)
	t.engine.conn.Handle(t.page.SessionID, t.handle)
	return t.prepare()
}

// prepare sets the page up before it goes anywhere.
func (t *tab) prepare() error {
	view := t.v.Viewport
	agent := fmt.Sprintf("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/%s.0.0.0 Safari/537.36 %s",
		t.engine.version, t.browser.cfg.UserAgent)
	platform := "Linux x86_64"
	if t.v.Mobile {
		platform = "Linux armv81"
		agent = fmt.Sprintf("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/%s.0.0.0 Mobile Safari/537.36 %s",
			t.engine.version, t.browser.cfg.UserAgent)
	}
	if own := t.v.Header.Get("User-Agent"); own != "" {
		agent = own
	}
	calls := []interface{ Call(c proto.Client) error }{
		proto.PageSetLifecycleEventsEnabled{Enabled: true},
		proto.InspectorEnable{},
		// Bodies are not kept: they can be had from the document.
		proto.NetworkEnable{MaxTotalBufferSize: new(0), MaxResourceBufferSize: new(0), MaxPostDataSize: new(0)},
		proto.NetworkSetBypassServiceWorker{Bypass: true},
		proto.NetworkSetUserAgentOverride{UserAgent: agent, AcceptLanguage: t.v.languages(), Platform: platform},
		proto.EmulationSetDeviceMetricsOverride{Width: view.Width, Height: view.Height, DeviceScaleFactor: view.Scale, Mobile: t.v.Mobile},
		proto.PageSetInterceptFileChooserDialog{Enabled: true},
	}
	if t.v.Mobile {
		calls = append(calls, proto.EmulationSetTouchEmulationEnabled{Enabled: true})
	}
	if t.v.Dark {
		calls = append(calls, proto.EmulationSetEmulatedMedia{Features: []*proto.EmulationMediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
	}
	if patterns := t.patterns(); len(patterns) > 0 {
		calls = append(calls, proto.FetchEnable{Patterns: patterns})
	}
	for _, c := range calls {
		if err := c.Call(t.page); err != nil {
			return err
		}
	}
	return nil
}

// patterns are the requests that wait for us to decide.
func (t *tab) patterns() []*proto.FetchRequestPattern {
	var list []*proto.FetchRequestPattern
	if t.v.BlockMedia {
		for _, kind := range []proto.NetworkResourceType{proto.NetworkResourceTypeImage, proto.NetworkResourceTypeMedia, proto.NetworkResourceTypeFont} {
			list = append(list, &proto.FetchRequestPattern{ResourceType: kind})
		}
	}
	if len(t.v.ownHeader()) > 0 {
		list = append(list, &proto.FetchRequestPattern{ResourceType: proto.NetworkResourceTypeDocument})
	}
	return list
}

// handle takes the events of the page.
func (t *tab) handle(method string, params json.RawMessage) {
	if t.heard += len(params); t.heard > maxHeard {
		t.cancel(errs.New(errs.TargetError, t.log.host()+" floods the browser with requests; ask for another page"))
		return
	}
	switch method {
	case proto.PageJavascriptDialogOpening{}.ProtoEvent():
		t.post(proto.PageHandleJavaScriptDialog{Accept: false})
	case proto.FetchRequestPaused{}.ProtoEvent():
		var paused proto.FetchRequestPaused
		if json.Unmarshal(params, &paused) == nil {
			t.decide(&paused)
		}
	default:
		t.log.handle(method, params)
		if t.log.count() > limits.Requests {
			t.way.Limit(proxy.LimitRequests)
		}
	}
	t.driver.deliver(&cdp.Event{SessionID: string(t.page.SessionID), Method: method, Params: params})
}

// decide lets a request go, with the headers of the caller when it is for a document
// of the host that they are meant for, or stops it.
func (t *tab) decide(r *proto.FetchRequestPaused) {
	if r.ResourceType != proto.NetworkResourceTypeDocument {
		t.log.block()
		t.post(proto.FetchFailRequest{RequestID: r.RequestID, ErrorReason: proto.NetworkErrorReasonBlockedByClient})
		return
	}
	next := proto.FetchContinueRequest{RequestID: r.RequestID}
	if sameOrigin(r.Request.URL, t.v.url) {
		header := http.Header{}
		for name, value := range r.Request.Headers {
			header.Set(name, value.Str())
		}
		maps.Copy(header, t.v.ownHeader())
		for name := range header {
			next.Headers = append(next.Headers, &proto.FetchHeaderEntry{Name: name, Value: header.Get(name)})
		}
	}
	t.post(next)
}

// post asks the page for something whose answer nobody needs.
func (t *tab) post(r proto.Request) { t.engine.conn.Post(t.page.SessionID, r) }

// close puts the visit away. A profile that does not go ends the process, once the
// visits beside it have ended.
func (t *tab) close() {
	t.cancel(context.Canceled)
	t.stop()
	if t.way != nil {
		t.way.Close()
	}
	if t.page != nil {
		t.engine.conn.Handle(t.page.SessionID, nil)
	}
	if t.driver != nil {
		t.driver.close()
	}
	if t.context == "" {
		return
	}
	t.engine.remove(t.context)
	ctx, cancel := context.WithTimeout(context.Background(), disposal)
	defer cancel()
	err := proto.TargetDisposeBrowserContext{BrowserContextID: t.context}.Call(t.engine.root.Context(ctx))
	if err != nil {
		t.engine.retire()
	}
}
