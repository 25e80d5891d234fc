package reference_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/api/reference"
)

// TestGuides reads every guide that the overview names, as it is written and as a page,
// and follows the links of the pages.
func TestGuides(t *testing.T) {
	t.Parallel()
	p := reference.New(reference.Options{})
	named := regexp.MustCompile(`\]\((/docs/[\w./-]+\.md)\)`).FindAllStringSubmatch(get(t, p, "/llms.txt").Body.String(), -1)
	if len(named) < 60 {
		t.Fatalf("got %d pages in the overview, want at least 60", len(named))
	}
	for _, list := range []string{"/docs/", "/docs/calls/"} {
		page := get(t, p, list)
		if got := strings.Count(page.Body.String(), `href="/docs/calls/`); got < 40 || page.Header().Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s: got %d pages of calls, header %v; want at least 40 on a page for people", list, got, page.Header())
		}
	}
	links := regexp.MustCompile(`href="(/[^"#]*)`)
	asked := map[string]bool{}
	for _, m := range named {
		text := get(t, p, m[1])
		if !strings.Contains("\n"+text.Body.String(), "\n# ") || text.Header().Get("Content-Type") != "text/markdown; charset=utf-8" {
			t.Errorf("%s: got %v %.40s, want Markdown with a heading", m[1], text.Header(), text.Body)
		}
		page := get(t, p, strings.TrimSuffix(m[1], ".md"))
		body := page.Body.String()
		if !strings.Contains(body, "<h1") || strings.Contains(body, "<script") || !strings.Contains(page.Header().Get("Content-Security-Policy"), "default-src 'none'") ||
			strings.Contains(body, `href="data:,"`) != strings.Contains(page.Header().Get("Content-Security-Policy"), "img-src data:") {
			t.Errorf("%s: got header %v, body %.200s; want a page with a heading and no script", m[1], page.Header(), body)
		}
		for _, l := range links.FindAllStringSubmatch(body, -1) {
			if !asked[l[1]] {
				asked[l[1]] = true
				if w := get(t, p, l[1]); w.Code != http.StatusOK {
					t.Errorf("%s links to %s: got status %d, want 200", m[1], l[1], w.Code)
				}
			}
		}
	}
	if len(asked) < 10 {
		t.Errorf("got %d links followed, want at least 10", len(asked))
	}
}
