package api_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/api/reference"
)

// TestStraysAreNotLogged: an address that somebody puts behind ours by mistake is in no line, and the path of a call is in its own.
func TestStraysAreNotLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	h := api.New(api.Deps{Log: slog.New(slog.NewJSONHandler(&log, nil)), Now: time.Now, Reference: reference.New(reference.Options{})}).Handler()
	for path, want := range map[string]string{
		"/healthz":                              "/healthz",
		"/https://secret.example/reset/k3y":     "",
		"/https:%2F%2Fsecret.example%2Freset":   "",
		"/v1/public/https://secret.example/k3y": "",
	} {
		log.Reset()
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		var line struct {
			Path string `json:"path"`
		}
		if err := json.Unmarshal(log.Bytes(), &line); err != nil {
			t.Fatalf("%v in %s", err, &log)
		}
		if line.Path != want || want == "" && strings.Contains(log.String(), "secret") {
			t.Errorf("GET %s: got the line %s, want the path %q in it", path, &log, want)
		}
	}
}
