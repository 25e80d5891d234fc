package upstream

import (
	"context"
	"sync/atomic"
)

// Trace notes what upstreams answer to the calls that are made with its context.
type Trace struct{ status atomic.Int64 }

type traceKey struct{}

// WithTrace returns a context whose calls a Trace notes, and the Trace.
func WithTrace(ctx context.Context) (context.Context, *Trace) {
	t := new(Trace)
	return context.WithValue(ctx, traceKey{}, t), t
}

// Status is the HTTP status of the last answer, 0 before there is one.
func (t *Trace) Status() int { return int(t.status.Load()) }

// trace notes a status where somebody wants to know it.
func trace(ctx context.Context, status int) {
	if t, ok := ctx.Value(traceKey{}).(*Trace); ok {
		t.status.Store(int64(status))
	}
}
