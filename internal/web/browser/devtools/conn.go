// Package devtools carries the DevTools protocol over a pair of pipes, for rod to drive
// the browser at their other end. What comes from there is said by a process that runs
// strangers' code: no message, however large, late or malformed, blocks or ends anything
// but the connection. It must not know pages.
package devtools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"
)

// ErrClosed is wrapped by the errors of calls on a connection that has ended.
var ErrClosed = errors.New("the connection to the browser has ended")

// Handler is called with the events of a session, in their order and before any answer
// that follows them. It runs on the reader of the connection: it MUST be quick and MUST
// NOT call, only Post.
type Handler func(method string, params json.RawMessage)

// Conn is a connection, and what a rod.Browser takes for its client. It is safe for
// concurrent use.
type Conn struct {
	pipe   *pipe
	client *cdp.Client
	posted atomic.Int64
}

// Open starts to read and write. The connection ends when either pipe does.
func Open(in io.Writer, out io.Reader) *Conn {
	p := open(in, out)
	return &Conn{pipe: p, client: cdp.New().Logger(silence{}).Start(p)}
}

// Done is closed when the connection has ended.
func (c *Conn) Done() <-chan struct{} { return c.pipe.broken }

// Err is why the connection has ended; nil while it has not.
func (c *Conn) Err() error { return c.pipe.ended() }

// Heard is how many messages have come: a browser that says something is not dead,
// however long its answer takes.
func (c *Conn) Heard() int64 { return c.pipe.heard.Load() }

// Handle sets who is called with a session's events; "" is the browser's own session,
// nil is nobody.
func (c *Conn) Handle(session proto.TargetSessionID, h Handler) { c.pipe.handle(session, h) }

// Call is for rod and package proto. Its error wraps a *cdp.Error when the browser
// refuses, ErrTooLarge among them, ErrClosed when the connection ends, and else the
// cause of the context's end.
func (c *Conn) Call(ctx context.Context, session, method string, params any) ([]byte, error) {
	result, err := c.client.Call(ctx, session, method, params)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	return result, nil
}

// Event is for rod. It has none, and is closed when the connection has ended: handlers
// take the events.
func (c *Conn) Event() <-chan *cdp.Event { return c.client.Event() }

// postedFrom is where the IDs of Post begin; rod's client counts from 1, and Chromium
// takes 31 bits.
const postedFrom = 1 << 30

// Post sends a request whose answer nobody needs; it never waits.
func (c *Conn) Post(session proto.TargetSessionID, r proto.Request) {
	text, err := json.Marshal(cdp.Request{
		ID: postedFrom + int(c.posted.Add(1)), SessionID: string(session), Method: r.ProtoReq(), Params: r,
	})
	if err == nil {
		_ = c.pipe.Send(text) // the end of a connection is seen by Done
	}
}

// silence keeps the client from a log: what is said holds the headers of callers.
type silence struct{}

func (silence) Println(...any) {}
