// Package devtools speaks the DevTools protocol over a pair of pipes. What it hears
// comes from a process that runs strangers' code: no message, however large, late or
// malformed, blocks or ends anything but the connection. It must not know pages.
package devtools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/go-rod/rod/lib/proto"
)

// ErrClosed is wrapped by the errors of calls on a connection that has ended.
var ErrClosed = errors.New("the connection to the browser has ended")

// Error is the browser's refusal of a call.
type Error struct {
	Method  string `json:"-"`
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s (%d)", e.Method, e.Message, e.Code) }

// Handler is told of the events of a session, in their order. It runs on the reader
// of the connection: it MUST be quick and MUST NOT call, only Post.
type Handler func(method string, params json.RawMessage)

// Conn is a connection. It is safe for concurrent use.
type Conn struct {
	out    *outbox
	broken chan struct{}
	heard  atomic.Int64

	mu       sync.Mutex
	last     int
	pending  map[int]chan<- reply
	handlers map[proto.TargetSessionID]Handler
	err      error // why it ended
}

type reply struct {
	result json.RawMessage
	err    error
}

// message is what comes in: the answer to a call when it has an ID, else an event.
type message struct {
	ID        int                   `json:"id"`
	Result    json.RawMessage       `json:"result"`
	Error     *Error                `json:"error"`
	SessionID proto.TargetSessionID `json:"sessionId"`
	Method    string                `json:"method"`
	Params    json.RawMessage       `json:"params"`
}

// request is what goes out.
type request struct {
	ID        int                   `json:"id"`
	SessionID proto.TargetSessionID `json:"sessionId,omitempty"`
	Method    string                `json:"method"`
	Params    any                   `json:"params,omitempty"`
}

// Open starts to read and write. The connection ends when either pipe does.
func Open(in io.Writer, out io.Reader) *Conn {
	c := &Conn{
		out: newOutbox(), broken: make(chan struct{}),
		pending: map[int]chan<- reply{}, handlers: map[proto.TargetSessionID]Handler{},
	}
	go func() { c.end(c.out.deliver(in)) }()
	go func() { c.end(c.read(out)) }()
	return c
}

// Done is closed when the connection has ended.
func (c *Conn) Done() <-chan struct{} { return c.broken }

// Heard is how many messages have come: a browser that says something is not dead,
// however long its answer takes.
func (c *Conn) Heard() int64 { return c.heard.Load() }

// Handle sets who is told of a session's events; "" is the browser's own session, nil
// is nobody.
func (c *Conn) Handle(session proto.TargetSessionID, h Handler) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if h == nil {
		delete(c.handlers, session)
		return
	}
	c.handlers[session] = h
}

// call asks and waits for the answer.
func (c *Conn) call(ctx context.Context, session proto.TargetSessionID, method string, params any) (json.RawMessage, error) {
	answer := make(chan reply, 1)
	id, err := c.post(session, method, params, answer)
	if err != nil {
		return nil, err
	}
	select {
	case r := <-answer:
		if e, ok := errors.AsType[*Error](r.err); ok {
			e.Method = method
		}
		return r.result, r.err
	case <-ctx.Done():
		c.mu.Lock()
		delete(c.pending, id)
		c.mu.Unlock()
		return nil, fmt.Errorf("%s: %w", method, context.Cause(ctx))
	}
}

// post asks; the answer goes where it says, nil is nowhere.
func (c *Conn) post(session proto.TargetSessionID, method string, params any, answer chan<- reply) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return 0, c.err
	}
	c.last++
	text, err := json.Marshal(request{ID: c.last, SessionID: session, Method: method, Params: params})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", method, err)
	}
	if err := c.out.put(append(text, 0)); err != nil {
		return 0, err
	}
	if answer != nil {
		c.pending[c.last] = answer
	}
	return c.last, nil
}

// end makes every call that waits fail, and all that follow.
func (c *Conn) end(cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return
	}
	c.err = fmt.Errorf("%w: %w", ErrClosed, cause)
	close(c.broken) // first, so that whoever is answered sees that it has ended
	for id, answer := range c.pending {
		answer <- reply{err: c.err}
		delete(c.pending, id)
	}
	c.out.close()
}

// answer hands a result to whoever waits for it.
func (c *Conn) answer(id int, r reply) {
	c.mu.Lock()
	waiting := c.pending[id]
	delete(c.pending, id)
	c.mu.Unlock()
	if waiting != nil {
		waiting <- r
	}
}

// dispatch takes one message; one that cannot be read is nobody's.
func (c *Conn) dispatch(text []byte) {
	c.heard.Add(1)
	var m message
	if json.Unmarshal(text, &m) != nil {
		return
	}
	switch {
	case m.ID != 0 && m.Error != nil:
		c.answer(m.ID, reply{err: m.Error})
	case m.ID != 0:
		c.answer(m.ID, reply{result: m.Result})
	default:
		c.mu.Lock()
		h := c.handlers[m.SessionID]
		c.mu.Unlock()
		if h != nil {
			h(m.Method, m.Params)
		}
	}
}
