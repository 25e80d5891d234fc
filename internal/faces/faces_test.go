package faces_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/faces"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	if err := faces.Check(faces.Names()); err != nil {
		t.Errorf("all names: got error %v, want none", err)
	}
	if err := faces.Check([]string{"firecrawl", "firecrow"}); err == nil || !strings.Contains(err.Error(), `"firecrow"`) {
		t.Errorf("got error %v, want one that names firecrow", err)
	}
}

// TestBefore: a face answers where it is chosen, and the API is made for the first of its calls, not before.
func TestBefore(t *testing.T) {
	t.Parallel()
	next := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "next") })
	made := 0
	api := func() http.Handler { made++; return http.NotFoundHandler() }
	call := func(h http.Handler, path string) string {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody))
		return w.Body.String()
	}
	without, with := faces.Before(next, api, nil, faces.Options{}), faces.Before(next, api, []string{"firecrawl"}, faces.Options{})
	if got := call(without, "/v2/extract"); got != "next" {
		t.Errorf("without a face: got %q, want the API's own answer", got)
	}
	if got := call(with, "/v1/public/jobs"); got != "next" || made != 0 {
		t.Errorf("the API's own path: got %q and %d APIs made, want the API's own answer and none", got, made)
	}
	for range 2 {
		if got := call(with, "/v2/extract"); !strings.Contains(got, "NOT_SUPPORTED") || made != 1 {
			t.Errorf("a path of the face: got %q and %d APIs made, want the face's answer and one", got, made)
		}
	}
	if got := strings.Join(faces.Paths(faces.Names()), " "); got != "/v2/ /v1/ /v0/ /r /r/ /s /s/ /tavily/ /exa/ /mcp" {
		t.Errorf("got paths %q, want those of all faces", got)
	}
	all := faces.Before(next, api, faces.Names(), faces.Options{})
	for path, want := range map[string]string{
		"/r/ftp://a.test/": `"name":`, "/s/x": `"name":"RPCMethodNotFoundError"`, "/v0/scrape": `"success":false`, "/sitemap": "next", "/tavily/research": `"detail":`, "/exa/findSimilar": `"tag":`, "/v2/extract": `"success":false`, "/v1/public/jobs": "next", "/search": "next", "/robots": "next",
	} {
		if got := call(all, path); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want an answer with %s", path, got, want)
		}
	}
}

// TestRequestIDs: an error that a face finds itself has the id of the request by which it asked the API about the token.
func TestRequestIDs(t *testing.T) {
	t.Parallel()
	api := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Request-Id", "req_1")
		_, _ = io.WriteString(w, `{"data":{}}`)
	})
	all := faces.Before(http.NotFoundHandler(), func() http.Handler { return api }, faces.Names(), faces.Options{})
	for _, path := range []string{"/v2/scrape", "/exa/contents", "/tavily/extract", "/r/ftp://a.test/"} {
		w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(`{"url":5,"urls":5}`))
		r.Header.Set("Authorization", "Bearer satk_x")
		if all.ServeHTTP(w, r); !strings.Contains(w.Body.String(), `"requestId":"req_1"`) {
			t.Errorf("%s: got %s, want the id of the API's answer", path, w.Body)
		}
	}
}
