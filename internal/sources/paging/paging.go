// Package paging reads lists that an upstream gives page by page: it knows what bounds a
// walk and what a failure in the middle of it means. It must not know what a page holds
// nor how it is asked for.
package paging

import (
	"context"
	"time"
)

// Walk is a way through a list. Its functions are called in turn, never side by side.
type Walk[P any] struct {
	// Most is how many pages are read at most.
	Most int
	// Time is how long reading may take, so that the caller has some left to write down
	// what was read; 0 is as long as the context allows. Over is the cause of a context
	// that ends by it; context.DeadlineExceeded when nil.
	Time time.Duration
	Over error
	// Read reads the next page.
	Read func(ctx context.Context) (P, error)
	// Take takes what is wanted of a page. It reports whether the walk ends there: there
	// is enough, the list has ended, or it repeats itself.
	Take func(page P) (ends bool)
	// Kept reports whether the walk has something that a failure must not lose.
	Kept func() bool
}

// End is how a walk ended.
type End struct {
	// Taken says that Take ended it. When it did not and Early is nil, Most pages were read.
	Taken bool
	// Early is the failure that ended it behind what was kept.
	Early error
	// Late says that Early came when Time was over.
	Late bool
}

// Run reads and takes pages until one of them ends the walk. A failure before anything
// is kept is the error; a later one ends the walk early. When ctx ends what was read is
// lost, and the error is its cause.
func (w Walk[P]) Run(ctx context.Context) (End, error) {
	walking := ctx
	if w.Time > 0 {
		within, cancel := context.WithTimeoutCause(ctx, w.Time, w.Over)
		defer cancel()
		walking = within
	}
	for range w.Most {
		page, err := w.Read(walking)
		switch {
		case ctx.Err() != nil:
			return End{}, context.Cause(ctx)
		case err != nil && !w.Kept():
			return End{}, err
		case err != nil:
			return End{Early: err, Late: walking.Err() != nil}, nil
		}
		if w.Take(page) {
			return End{Taken: true}, nil
		}
	}
	return End{}, nil
}

// Seen are the keys of what a walk has met.
type Seen map[string]bool

// First notes a key and reports whether it is met for the first time.
func (s Seen) First(key string) bool {
	if s[key] {
		return false
	}
	s[key] = true
	return true
}
