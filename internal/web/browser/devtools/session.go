package devtools

import (
	"context"

	"github.com/go-rod/rod/lib/proto"
)

// Session is a connection to one target, bound to a context, in the form that the
// calls of package proto take: proto.PageEnable{}.Call(session).
type Session struct {
	conn *Conn
	id   proto.TargetSessionID
	ctx  context.Context //nolint:containedctx // proto asks the session for it
}

// Session binds a target's session; "" is the browser's own.
func (c *Conn) Session(ctx context.Context, id proto.TargetSessionID) *Session {
	return &Session{conn: c, id: id, ctx: ctx}
}

// With is the same session in another context.
func (s *Session) With(ctx context.Context) *Session { return s.conn.Session(ctx, s.id) }

// GetContext is for package proto.
func (s *Session) GetContext() context.Context { return s.ctx }

// GetSessionID is for package proto.
func (s *Session) GetSessionID() proto.TargetSessionID { return s.id }

// Call is for package proto. Its error is an *Error when the browser refuses, wraps
// ErrClosed when the connection ends, and else the cause of the context's end.
func (s *Session) Call(ctx context.Context, _, method string, params any) ([]byte, error) {
	return s.conn.call(ctx, s.id, method, params)
}

// Post sends a request whose answer nobody needs; it never waits.
func (s *Session) Post(r proto.Request) {
	_, _ = s.conn.post(s.id, r.ProtoReq(), r, nil) // an ended connection is told by Done
}

// Handle sets who is told of the session's events.
func (s *Session) Handle(h Handler) { s.conn.Handle(s.id, h) }
