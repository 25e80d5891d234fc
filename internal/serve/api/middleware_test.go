package api_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestLeftCalls: a call that ended because its caller has left is no error of the service; one that the tables failed is.
func TestLeftCalls(t *testing.T) {
	t.Parallel()
	for name, left := range map[string]bool{"the caller has left": true, "the tables fail": false} {
		s := setup(t)
		var log bytes.Buffer
		s.server.Log = slog.New(slog.NewTextHandler(&log, nil))
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if left {
			cancel()
		} else {
			s.Fault.Before(func(string) (*http.Response, error) { return nil, errors.New("the tables are away") })
		}
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/v1/public/balance", http.NoBody)
		r.Header.Set("Authorization", "Bearer "+string(s.token))
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		if failed := strings.Contains(log.String(), "level=ERROR"); w.Code != http.StatusServiceUnavailable || failed == left || !strings.Contains(log.String(), "msg=request ") {
			t.Errorf("%s: got status %d, log %s; want 503, the request, and an error: %t", name, w.Code, log.String(), !left)
		}
	}
}
