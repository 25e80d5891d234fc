package webtest_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarryapi/quarry/internal/webtest"
)

func TestSlow(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, url string
		takes     time.Duration
	}{
		{"five seconds by default", "http://slow.test/", 5 * time.Second},
		{"as asked", "http://slow.test/?ms=250", 250 * time.Millisecond},
		{"a minute at most", "http://slow.test/?ms=86400000", time.Minute},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				res := httptest.NewRecorder()
				webtest.New().ServeHTTP(res, httptest.NewRequestWithContext(t.Context(), http.MethodGet, tt.url, http.NoBody))
				if took := time.Since(start); took != tt.takes || res.Code != http.StatusOK {
					t.Errorf("%d after %s, want 200 after %s", res.Code, took, tt.takes)
				}
			})
		})
	}
}

func TestSlowEndsWithTheClient(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		res := httptest.NewRecorder()
		webtest.New().ServeHTTP(res, httptest.NewRequestWithContext(ctx, http.MethodGet, "http://slow.test/", http.NoBody))
		if took := time.Since(start); took != time.Second || res.Body.Len() != 0 {
			t.Errorf("held for %s after the client left, and wrote %q", took-time.Second, res.Body)
		}
	})
}
