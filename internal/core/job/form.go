package job

import (
	"context"
	"encoding/json"
)

// Form is the form of another service that events have, since who asked for them came by its face.
type Form struct {
	Name     string          `json:"name"`
	Metadata json.RawMessage `json:"metadata,omitempty"` // an object that every event carries; empty for none
}

// Wish is how whoever makes a batch or a crawl wants its events.
type Wish struct {
	Form   Form        `json:"form"`
	Events EventFilter `json:"events"` // in place of the endpoint's, which others may use in this service's form
}

type (
	wishKey  struct{}
	wholeKey struct{}
)

// Wishing returns a context of a call whose events are to be so. A face makes it: no caller of the API can ask for a form.
func Wishing(ctx context.Context, w *Wish) context.Context {
	return context.WithValue(ctx, wishKey{}, w)
}

// WishOf is the wish of a call's context, or nil.
func WishOf(ctx context.Context) *Wish {
	w, _ := ctx.Value(wishKey{}).(*Wish)
	return w
}

// PartOf returns a context of a call that makes a batch for a call of a face, all of which whole says. The batch's
// idempotency key is then that call's: where another one has used it, nothing is made.
func PartOf(ctx context.Context, whole []byte) context.Context {
	return context.WithValue(ctx, wholeKey{}, whole)
}

// WholeOf is what a call is a part of, or nil.
func WholeOf(ctx context.Context) []byte {
	whole, _ := ctx.Value(wholeKey{}).([]byte)
	return whole
}
