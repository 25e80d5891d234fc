package upstream_test

import (
	"net/http"
	"testing"

	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// A trace tells the status of the last answer, of refusals too, to its own context only.
func TestTrace(t *testing.T) {
	t.Parallel()
	c := client(t, sources.Config{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/limited" {
			w.WriteHeader(http.StatusTooManyRequests)
		}
	})
	ctx, trace := upstream.WithTrace(t.Context())
	_, other := upstream.WithTrace(t.Context())
	if trace.Status() != 0 {
		t.Errorf("nothing was asked: %d", trace.Status())
	}
	for path, want := range map[string]int{"/fine": http.StatusOK, "/limited": http.StatusTooManyRequests} {
		_, _ = c.Do(ctx, upstream.Call{Path: path})
		if got := trace.Status(); got != want || other.Status() != 0 {
			t.Errorf("%s: %d, not %d", path, got, want)
		}
	}
}
