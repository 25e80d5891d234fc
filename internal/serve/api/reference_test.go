package api_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
)

// TestPagesAnswer asks for what describes the API as browsers of other origins do. Only
// these may be shared with them.
func TestPagesAnswer(t *testing.T) {
	t.Parallel()
	s := setup(t)
	script := regexp.MustCompile(`/docs/[^"]+\.js`).FindString(s.call(t, http.MethodGet, "/docs", "").raw)
	const origin = "Origin: https://elsewhere.example"
	for path, shared := range map[string]bool{
		"/": true, "/openapi.json": true, "/openapi.client.json": true, "/docs": true, "/docs/": false, "/docs/calls/": false, "/llms.txt": true, "/llms-full.txt": true, "/healthz": false, "/version": false,
		"/docs/local": false, "/docs/local.md": false, "/docs/calls/getJob.md": false, "/docs/calls/getJob": false, "/v1/public/usage": false, script: false,
	} {
		a := s.call(t, http.MethodGet, path, "", origin)
		if a.status != http.StatusOK || (a.header.Get("Access-Control-Allow-Origin") != "") != shared {
			t.Errorf("%s: got status %d, header %v; want status 200, header Access-Control-Allow-Origin not empty %t", path, a.status, a.header, shared)
		}
		asked := s.call(t, http.MethodOptions, path, "", origin, "Access-Control-Request-Method: GET", "Authorization: ")
		if asked.status != http.StatusNoContent || (asked.header.Get("Access-Control-Allow-Origin") != "") != shared {
			t.Errorf("OPTIONS %s: %d %v", path, asked.status, asked.header)
		}
		if head := s.call(t, http.MethodHead, path, ""); head.status != http.StatusOK || head.raw != "" {
			t.Errorf("HEAD %s: %d %.80s", path, head.status, head.raw)
		}
		if wrong := s.call(t, http.MethodDelete, path, ""); wrong.status != 405 || wrong.code() != "method_not_allowed" {
			t.Errorf("DELETE %s: %d %.80s", path, wrong.status, wrong.raw)
		}
	}
	for _, path := range []string{"/docs//", "/docs/none.js", "/docs/none.md", "/docs/calls/none.md", "/docs/adr/0001-events.md", "/docs/../README.md", "/docs/a/b", "/openapi.yaml"} {
		if a := s.call(t, http.MethodGet, path, ""); a.status != 404 || a.code() != "not_found" {
			t.Errorf(`%s: got status %d, body %.80s; want status 404, code "not_found"`, path, a.status, a.raw)
		}
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.call(t, http.MethodGet, "/version", "", "Authorization: ")
	if a.status != http.StatusOK || a.field("document") != openapi.Version || a.field("go") == "" {
		t.Errorf("got status %d, body %s; want 200 with the document's version", a.status, a.raw)
	}
	released := httptest.NewRecorder()
	api.New(api.Deps{Version: "v1.2.3", Log: slog.New(slog.DiscardHandler)}).Read().ServeHTTP(released, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/version", nil))
	if !strings.Contains(released.Body.String(), `"version":"v1.2.3"`) {
		t.Errorf("got body %s of a release, want its version", released.Body.String())
	}
}
