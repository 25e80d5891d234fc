package store_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// operation is something that a Store does, by the method that does it.
type operation struct {
	method, name string
	prepare      func(s *scene) act
}

// operations are all; each method has one at least.
func operations() []operation {
	return slices.Concat(jobOperations, crawlOperations, orgOperations, webhookOperations, turnOperations)
}

// TestEveryAnswerLostOnce: with the SDK's own retries, no lost answer is visible.
func TestEveryAnswerLostOnce(t *testing.T) {
	t.Parallel()
	for _, o := range operations() {
		t.Run(o.method+" "+o.name, func(t *testing.T) {
			t.Parallel()
			storetest.EachAnswerLost(t, func(t *testing.T, w *storetest.World) storetest.Operation {
				t.Helper()
				s := &scene{T: t, World: w}
				s.org = s.Org(t, 100, 5)
				do := o.prepare(s)
				return func(ctx context.Context) (any, error) { return do(w.Lossy, ctx) }
			})
		})
	}
}

// TestEveryMethodLosesAnswers: a method without an operation is one that nobody tried.
func TestEveryMethodLosesAnswers(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{"WithRandom": true, "Observing": true} // ask nothing
	for _, o := range operations() {
		tried[o.method] = true
	}
	methods := reflect.TypeFor[*store.Store]()
	for m := range methods.Methods() {
		if !tried[m.Name] {
			t.Errorf("got no operation of Store.%s, want one at least in operations", m.Name)
		}
		delete(tried, m.Name)
	}
	if len(tried) > 0 {
		t.Errorf("got operations of methods that there are not: %v", tried)
	}
}
