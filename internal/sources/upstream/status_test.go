package upstream_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// TestStatuses has the code of each status at its borders, with and without a key.
func TestStatuses(t *testing.T) {
	t.Parallel()
	serve := func(w http.ResponseWriter, r *http.Request) {
		status, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/v1/"))
		if after := r.URL.Query().Get("after"); after != "" {
			w.Header().Set("Retry-After", after)
		}
		w.WriteHeader(status)
		if status != http.StatusNoContent && status != http.StatusNotModified {
			_, _ = w.Write([]byte(`{}`))
		}
	}
	open, needs, takes := sources.Upstream{}, sources.Upstream{NeedsKey: true}, sources.Upstream{TakesKey: true}
	for _, c := range []struct {
		of    sources.Upstream
		path  string
		after string
		code  errs.Code
		wait  time.Duration
	}{
		{open, "200", "", "", 0},
		{open, "299", "", "", 0},
		{open, "400", "", errs.TargetError, 0},
		{open, "404", "", errs.TargetError, 0},
		{open, "499", "", errs.TargetError, 0},
		{open, "500", "", errs.ProviderUnavailable, 0},
		{open, "503", "", errs.ProviderUnavailable, 0},
		{open, "401", "", errs.UpstreamBlocked, 0},
		{open, "403", "", errs.UpstreamBlocked, 0},
		{needs, "401", "", errs.ProviderNotConfigured, 0},
		{takes, "401", "", errs.ProviderNotConfigured, 0},
		{needs, "403", "", errs.UpstreamBlocked, 0},
		{open, "429", "", errs.UpstreamRateLimited, 0},
		{open, "429", "7", errs.UpstreamRateLimited, 7 * time.Second},
		{open, "429", "1", errs.UpstreamRateLimited, time.Second},
		{open, "429", "0", errs.UpstreamRateLimited, 0},
		{open, "429", "-1", errs.UpstreamRateLimited, 0},
		{open, "429", "soon", errs.UpstreamRateLimited, 0},
	} {
		call := upstream.Call{Path: "/" + c.path}
		if c.after != "" {
			call.Query = map[string][]string{"after": {c.after}}
		}
		var got map[string]any
		e := errs.As(client(t, sources.Config{Upstream: c.of, Key: "k"}, serve).JSON(t.Context(), call, &got))
		switch {
		case e == nil && c.code == "":
		case e == nil || e.Code != c.code || e.RetryAfter != c.wait:
			t.Errorf("%s after %q: got error %v, want %q with a wait of %s", c.path, c.after, e, c.code, c.wait)
		case !strings.Contains(e.Message, "up returned "+c.path+" "+http.StatusText(must(t, c.path))):
			t.Errorf("%s: got message %q, want one that names the upstream and the status", c.path, e.Message)
		}
	}
}

func must(t *testing.T, status string) int {
	t.Helper()
	n, err := strconv.Atoi(status)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
