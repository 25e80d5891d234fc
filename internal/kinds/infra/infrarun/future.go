package infrarun

import "context"

// future is a value that comes later. Whoever waits for it leaves when the time is over;
// what comes afterwards is lost.
type future[T any] struct {
	done  chan struct{}
	value T
}

// start computes a value on its own.
func start[T any](ctx context.Context, compute func(context.Context) T) *future[T] {
	f := &future[T]{done: make(chan struct{})}
	go func() {
		defer close(f.done)
		f.value = compute(ctx)
	}()
	return f
}

// into puts the value into v and reports whether it came in time.
func (f *future[T]) into(ctx context.Context, v *T) bool {
	select {
	case <-f.done:
		*v = f.value
		return true
	default:
	}
	select {
	case <-f.done:
		*v = f.value
		return true
	case <-ctx.Done():
		return false
	}
}

// get returns the value, or the zero value when the time is over.
func (f *future[T]) get(ctx context.Context) T {
	var v T
	f.into(ctx, &v)
	return v
}
