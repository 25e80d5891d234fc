package browser

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"

	"github.com/quarryapi/quarry/internal/web/browser/devtools"
)

// connect lets rod drive over a client. What the flag -rod would set is set here, so
// that it neither slows, traces nor opens anything.
func connect(ctx context.Context, client rod.CDPClient) (*rod.Browser, error) {
	b := rod.New().Context(ctx).Client(client).NoDefaultDevice().
		ControlURL("").Monitor("").SlowMotion(0).Trace(false).Logger(silence{})
	return b, b.Connect()
}

type silence struct{}

func (silence) Println(...any) {}

// driver is the connection as the rod.Browser of one visit sees it: it has the events of
// its own page alone, and its scripts run in a world of their own.
type driver struct {
	*devtools.Conn
	life context.Context //nolint:containedctx // the visit's, which bounds what waits for rod
	page *rod.Page       // nil until it is open

	mu     sync.Mutex
	events chan *cdp.Event
	closed bool
}

func newDriver(life context.Context, conn *devtools.Conn) *driver {
	return &driver{Conn: conn, life: life, events: make(chan *cdp.Event)}
}

// Event is for rod, which always reads it.
func (d *driver) Event() <-chan *cdp.Event { return d.events }

// deliver hands an event on to rod, whose queues have no bound: whoever calls it counts.
func (d *driver) deliver(e *cdp.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return
	}
	select {
	case d.events <- e:
	case <-d.life.Done():
	}
}

// close ends what rod runs for the visit. The visit's life MUST have ended.
func (d *driver) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closed {
		d.closed = true
		close(d.events)
	}
}

// Call is for rod. Where rod looks for the page's own world, to evaluate something or to
// find an element, it is given the isolated one.
func (d *driver) Call(ctx context.Context, session, method string, params any) (result []byte, err error) {
	switch request := params.(type) {
	case proto.TargetSetDiscoverTargets:
		return []byte("{}"), nil // the engine has asked for all
	case proto.RuntimeEvaluate:
		if request.Expression == "window" {
			request.ContextID, err = d.isolated(ctx)
			params = request
		}
	case proto.DOMResolveNode:
		return d.resolve(ctx, session, request)
	}
	if err != nil {
		return nil, err
	}
	return d.Conn.Call(ctx, session, method, params)
}

// errFramed is for a node of a frame's document, which has another world.
var errFramed = errors.New("the node is in a frame")

// within reports whether a node is of the world's own document. Inputs can be named so
// that they hide a form's properties, hence the getter of the prototype.
const within = `function() {
	return (Object.getOwnPropertyDescriptor(Node.prototype, "ownerDocument").get.call(this) ?? this) === document;
}`

// resolve gives the object that stands for a node in the isolated world.
func (d *driver) resolve(ctx context.Context, session string, request proto.DOMResolveNode) (result []byte, err error) {
	if request.ExecutionContextID, err = d.isolated(ctx); err != nil {
		return nil, err
	}
	result, err = d.Conn.Call(ctx, session, request.ProtoReq(), request)
	if err != nil {
		return nil, err
	}
	var node proto.DOMResolveNodeResult
	if err := json.Unmarshal(result, &node); err != nil {
		return nil, err
	}
	own, err := proto.RuntimeCallFunctionOn{ObjectID: node.Object.ObjectID, FunctionDeclaration: within, ReturnByValue: true}.Call(d.page.Context(ctx))
	if err == nil && !own.Result.Value.Bool() {
		err = errFramed
	}
	return result, err
}

// isolated is a world beside the page's scripts: what runs there sees their document,
// and nothing that they have made of the language. A document has one.
func (d *driver) isolated(ctx context.Context) (proto.RuntimeExecutionContextID, error) {
	request := proto.PageCreateIsolatedWorld{FrameID: d.page.FrameID, WorldName: "quarry"}
	raw, err := d.Conn.Call(ctx, string(d.page.SessionID), request.ProtoReq(), request)
	if err != nil {
		return 0, err
	}
	var world proto.PageCreateIsolatedWorldResult
	err = json.Unmarshal(raw, &world)
	return world.ExecutionContextID, err
}
