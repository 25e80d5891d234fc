package audit_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// found are the codes of the issues of a page, whatever they are.
func found(t *testing.T, paths map[string]http.HandlerFunc) []string {
	t.Helper()
	a, err := look(t, paths)
	if a == nil {
		t.Fatalf("got no audit, error %v; want one", err)
	}
	return strings.Fields(codes(a))
}

// TestIssuesAtTheirBorders has a page on each side of what makes an issue.
func TestIssuesAtTheirBorders(t *testing.T) {
	t.Parallel()
	hop := func(status int, to string) http.HandlerFunc { return answer(status, "", "Location", to) }
	text := func(n int) string { return "<title>A wet day at the harbour</title><p>" + strings.Repeat("x", n) }
	for name, c := range map[string]struct {
		issue string
		with  map[string]http.HandlerFunc
		not   map[string]http.HandlerFunc
	}{
		"an error":              {"http_error", map[string]http.HandlerFunc{"/": answer(400, "<p>x", "Content-Type", "text/html")}, map[string]http.HandlerFunc{"/": page("<p>x")}},
		"several redirects":     {"redirect_chain", map[string]http.HandlerFunc{"/": hop(301, "/a"), "/a": hop(301, "/b"), "/b": page("<p>x")}, map[string]http.HandlerFunc{"/": hop(301, "/b"), "/b": page("<p>x")}},
		"found elsewhere":       {"redirect_temporary", map[string]http.HandlerFunc{"/": hop(302, "/b"), "/b": page("<p>x")}, map[string]http.HandlerFunc{"/": hop(301, "/b"), "/b": page("<p>x")}},
		"see other":             {"redirect_temporary", map[string]http.HandlerFunc{"/": hop(303, "/b"), "/b": page("<p>x")}, map[string]http.HandlerFunc{"/": hop(308, "/b"), "/b": page("<p>x")}},
		"temporary":             {"redirect_temporary", map[string]http.HandlerFunc{"/": hop(307, "/b"), "/b": page("<p>x")}, map[string]http.HandlerFunc{"/": page("<p>x")}},
		"a heavy page":          {"heavy_html", map[string]http.HandlerFunc{"/": page(strings.Repeat("x", 1<<20+1))}, map[string]http.HandlerFunc{"/": page(strings.Repeat("x", 1<<20))}},
		"uncompressed":          {"not_compressed", map[string]http.HandlerFunc{"/": page(strings.Repeat("x", 1400))}, map[string]http.HandlerFunc{"/": page(strings.Repeat("x", 1399))}},
		"nothing about caching": {"caching_undeclared", map[string]http.HandlerFunc{"/": page(text(1))}, map[string]http.HandlerFunc{"/": page(text(1), "ETag", `"1"`)}},
		"an expiry":             {"caching_undeclared", map[string]http.HandlerFunc{"/": page(text(1))}, map[string]http.HandlerFunc{"/": page(text(1), "Expires", "0")}},
		"a modification":        {"caching_undeclared", map[string]http.HandlerFunc{"/": page(text(1))}, map[string]http.HandlerFunc{"/": page(text(1), "Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := found(t, c.with); !slices.Contains(got, c.issue) {
				t.Errorf("got issues %q, want %s among them", got, c.issue)
			}
			if got := found(t, c.not); slices.Contains(got, c.issue) {
				t.Errorf("got issues %q, want them without %s", got, c.issue)
			}
		})
	}
}
