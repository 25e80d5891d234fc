package browser

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// maxHops is how often a document may lead to another, by its server or by itself.
const maxHops = 10

// traffic is what is known of the page's documents and requests. Its methods are safe
// for concurrent use: events come on the connection's reader.
type traffic struct {
	now    func() time.Time
	fail   context.CancelCauseFunc // ends the visit
	frame  proto.PageFrameID       // the main one
	notice chan struct{}           // holds one when something has changed

	mu        sync.Mutex
	documents map[proto.NetworkLoaderID]*document // of the main frame
	current   *document                           // that is shown; nil before the first
	last      *url.URL                            // that was asked for last as the main document
	lastID    proto.NetworkRequestID              // of that request
	lastError string                              // of that request; empty while it may succeed
	hops      []fetch.Hop
	inFlight  map[proto.NetworkRequestID]bool
	changed   time.Time // when a request last began or ended
	requests  int
	blocked   int
}

// document is one that the main frame asked for.
type document struct {
	loader    proto.NetworkLoaderID
	url       *url.URL
	status    int
	header    http.Header
	mediaType string
	bare      bool // nothing came with the status
	length    int  // of what has come, decompressed

	answered, ready, loaded time.Time // zero until then
}

func newTraffic(u *url.URL, now func() time.Time, fail context.CancelCauseFunc) *traffic {
	return &traffic{
		now: now, fail: fail, notice: make(chan struct{}, 1), last: u,
		documents: map[proto.NetworkLoaderID]*document{}, inFlight: map[proto.NetworkRequestID]bool{},
	}
}

// handle takes one event of the page.
func (t *traffic) handle(method string, params json.RawMessage) {
	switch method {
	case proto.NetworkRequestWillBeSent{}.ProtoEvent():
		take(params, t.onRequest)
	case proto.NetworkResponseReceived{}.ProtoEvent():
		take(params, t.onResponse)
	case proto.NetworkDataReceived{}.ProtoEvent():
		take(params, t.onData)
	case proto.NetworkLoadingFinished{}.ProtoEvent():
		take(params, func(e *proto.NetworkLoadingFinished) { t.onEnd(e.RequestID) })
	case proto.NetworkLoadingFailed{}.ProtoEvent():
		take(params, t.onFailure)
	case proto.PageFrameNavigated{}.ProtoEvent():
		take(params, t.onNavigated)
	case proto.PageNavigatedWithinDocument{}.ProtoEvent():
		take(params, t.onMoved)
	case proto.PageLifecycleEvent{}.ProtoEvent():
		take(params, t.onLifecycle)
	case proto.InspectorTargetCrashed{}.ProtoEvent():
		t.fail(errCrashed)
	default:
		return
	}
	select {
	case t.notice <- struct{}{}:
	default:
	}
}

// take reads an event's parameters; what cannot be read is left out.
func take[E any](params json.RawMessage, then func(*E)) {
	var event E
	if json.Unmarshal(params, &event) == nil {
		then(&event)
	}
}

func (t *traffic) onRequest(e *proto.NetworkRequestWillBeSent) {
	if !isWeb(e.Request.URL) {
		return // data: and blob: cost nobody anything
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests++
	t.changed = t.now()
	switch e.Type {
	case proto.NetworkResourceTypeEventSource, proto.NetworkResourceTypeWebSocket, proto.NetworkResourceTypePing, proto.NetworkResourceTypeMedia:
		// These last, or nobody waits for them.
	default:
		t.inFlight[e.RequestID] = true
	}
	if t.isMain(e.FrameID, e.Type) {
		if e.RedirectResponse != nil {
			t.hop(e.RedirectResponse.URL, e.RedirectResponse.Status)
		}
		if u, err := url.Parse(e.Request.URL); err == nil {
			t.last, t.lastID, t.lastError = u, e.RequestID, ""
		}
	}
}

func (t *traffic) isMain(frame proto.PageFrameID, kind proto.NetworkResourceType) bool {
	return frame == t.frame && kind == proto.NetworkResourceTypeDocument
}

// hop notes that a document led on, and ends the visit when that does not end.
func (t *traffic) hop(from string, status int) {
	u, err := url.Parse(from)
	if err != nil {
		return
	}
	t.hops = append(t.hops, fetch.Hop{URL: u, Status: status})
	if len(t.hops) > maxHops {
		t.fail(errs.Newf(errs.TooManyRedirects, "%s leads on more than %d times; ask for the address where that ends", t.hops[0].URL.Host, maxHops))
	}
}

func (t *traffic) onResponse(e *proto.NetworkResponseReceived) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.changed = t.now()
	if !t.isMain(e.FrameID, e.Type) || len(t.documents) > 4*maxHops {
		return
	}
	u, err := url.Parse(e.Response.URL)
	if err != nil {
		return
	}
	t.documents[e.LoaderID] = &document{
		loader: e.LoaderID, url: u, status: e.Response.Status, header: headerOf(e.Response.Headers),
		mediaType: strings.ToLower(e.Response.MIMEType), answered: t.now(),
	}
}

// headerOf reads headers as the protocol has them: several values of one name are
// joined by line breaks. The document was decompressed, so that its coding and its
// length are no longer true.
func headerOf(headers proto.NetworkHeaders) http.Header {
	out := http.Header{}
	for name, value := range headers {
		for line := range strings.SplitSeq(value.Str(), "\n") {
			out.Add(name, line)
		}
	}
	out.Del("Content-Encoding")
	out.Del("Content-Length")
	return out
}

// onData ends the visit of a document that is too large as soon as that is known, since
// the browser would take a long time and much memory over it.
func (t *traffic) onData(e *proto.NetworkDataReceived) {
	t.mu.Lock()
	defer t.mu.Unlock()
	d := t.documents[proto.NetworkLoaderID(e.RequestID)] // a document's request has its loader's name
	if d == nil {
		return
	}
	if d.length += e.DataLength; d.length > 2*MaxHTML { // what is two bytes may be one character
		t.fail(tooLarge(d.url.Host))
	}
}

func (t *traffic) onEnd(id proto.NetworkRequestID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.inFlight, id)
	t.changed = t.now()
}

func (t *traffic) onFailure(e *proto.NetworkLoadingFailed) {
	t.onEnd(e.RequestID)
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.RequestID == t.lastID && !e.Canceled {
		t.lastError = e.ErrorText
	}
}

// onNavigated is a document that takes the place of the one before.
func (t *traffic) onNavigated(e *proto.PageFrameNavigated) {
	if e.Frame.ID != t.frame {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.current != nil {
		t.hop(t.current.url.String(), t.current.status)
	}
	t.current = t.documents[e.Frame.LoaderID]
	if t.current == nil { // about:blank, an error page, or something of the page's own making
		t.current = &document{loader: e.Frame.LoaderID, url: &url.URL{Scheme: "about", Opaque: "blank"}, mediaType: e.Frame.MIMEType}
		if u, err := url.Parse(e.Frame.URL + e.Frame.URLFragment); err == nil {
			t.current.url = u
		}
	}
	t.changed = t.now()
	clear(t.inFlight) // the requests of the one before are nobody's now
}

// onMoved is a change of the address without a new document.
func (t *traffic) onMoved(e *proto.PageNavigatedWithinDocument) {
	u, err := url.Parse(e.URL)
	if e.FrameID != t.frame || err != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.current != nil {
		t.current.url = u
	}
}

func (t *traffic) onLifecycle(e *proto.PageLifecycleEvent) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.FrameID != t.frame || t.current == nil || t.current.loader != e.LoaderID {
		return
	}
	switch e.Name {
	case proto.PageLifecycleEventNameDOMContentLoaded:
		t.current.ready = t.now()
	case proto.PageLifecycleEventNameLoad:
		t.current.loaded = t.now()
	default:
		return
	}
	t.changed = t.now()
}

func (t *traffic) block() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.blocked++
}

func (t *traffic) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.requests
}

func (t *traffic) host() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last.Host
}
