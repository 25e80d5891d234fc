// Package formtest stands for the API in tests of faces. It must not know what any face looks like.
package formtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/quarryapi/quarry/internal/faces/asked"
)

// API answers by method and path, and keeps what it was asked.
type API struct {
	// Answers are by "POST /scrape": statuses and bodies, the last for all further calls.
	Answers map[string][]string

	mu     sync.Mutex
	calls  []string
	tokens []string
	keys   []string
}

// ServeHTTP implements http.Handler.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	a.mu.Lock()
	defer a.mu.Unlock()
	path := strings.TrimPrefix(r.URL.Path, asked.Base)
	a.calls = append(a.calls, strings.TrimSpace(r.Method+" "+strings.TrimPrefix(r.URL.RequestURI(), asked.Base)+" "+string(body)))
	a.tokens = append(a.tokens, r.Header.Get("Authorization"))
	a.keys = append(a.keys, r.Header.Get("Idempotency-Key"))
	list := a.Answers[r.Method+" "+path]
	switch {
	case r.Header.Get("Authorization") == "":
		list = []string{`401 {"error":{"code":"missing_token","message":"There is no token."}}`}
	case len(list) == 0:
		list = []string{`404 {"error":{"code":"not_found","message":"There is nothing at this path."}}`}
	case len(list) > 1:
		a.Answers[r.Method+" "+path] = list[1:]
	}
	var status int
	_, _ = fmt.Sscan(list[0][:3], &status)
	w.Header().Set("X-RateLimit-Remaining", "7")
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "9")
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, list[0][4:])
}

// Calls are the calls until now: method, path with query, and body.
func (a *API) Calls() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]string(nil), a.calls...)
}

// Tokens are the tokens of the calls until now, and Keys their idempotency keys.
func (a *API) Tokens() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]string(nil), a.tokens...)
}

// Keys are the idempotency keys of the calls until now.
func (a *API) Keys() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]string(nil), a.keys...)
}

// Ask makes a call of a face, with headers as "Name: value", and returns its answer.
func Ask(t *testing.T, face http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, "http://quarry.test"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer satk_x")
	for _, h := range headers {
		name, text, _ := strings.Cut(h, ": ")
		if r.Header.Set(name, text); text == "" {
			r.Header.Del(name)
		}
	}
	w := httptest.NewRecorder()
	face.ServeHTTP(w, r)
	return w
}

// Object is the JSON object of an answer.
func Object(t *testing.T, w *httptest.ResponseRecorder) map[string]any {
	t.Helper()
	var got map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatalf("got %s, which is no JSON object", w.Body)
	}
	return got
}
