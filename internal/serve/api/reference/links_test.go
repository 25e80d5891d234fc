package reference_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/api/openapi"
	"github.com/quarryapi/quarry/internal/serve/api/reference"
)

var (
	linked = regexp.MustCompile(`(?:href|src)="([^"]+)"|\]\(([^)\s]+)\)`)
	code   = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|<pre>.*?</pre>|<code>.*?</code>")
	anchor = regexp.MustCompile(`\bid="([^"]+)"`)
)

// TestLinks follows every link of every page that is served, as it is written and for people: it leads to a
// page that is served, and to a heading of it, or to a file of the repository, or is somebody else's address.
func TestLinks(t *testing.T) {
	t.Parallel()
	p := reference.New(reference.Options{})
	pages := map[string]string{} // by path, without what is code
	read := func(path string) (string, bool) {
		if _, known := pages[path]; !known {
			w := httptest.NewRecorder()
			if err := p.Serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil), describe); err != nil || w.Code != http.StatusOK {
				return "", false
			}
			pages[path] = code.ReplaceAllString(w.Body.String(), "")
		}
		return pages[path], true
	}
	waiting, followed := []string{"/", "/docs", "/docs/", "/docs/calls/", "/llms.txt", "/llms-full.txt"}, 0
	for seen := map[string]bool{}; len(waiting) > 0; waiting = waiting[1:] {
		at := waiting[0]
		text, found := read(at)
		if seen[at] || !found || strings.HasSuffix(at, ".js") || strings.HasSuffix(at, ".json") {
			continue
		}
		seen[at] = true
		for _, m := range linked.FindAllStringSubmatch(text, -1) {
			target, err := (&url.URL{Path: at}).Parse(m[1] + m[2])
			if err != nil {
				t.Errorf("%s: got the link %s, want an address: %v", at, m[0], err)
				continue
			}
			followed++
			file, ofRepository := strings.CutPrefix(target.Scheme+"://"+target.Host+target.Path, openapi.Repository+"/blob/main/")
			switch {
			case ofRepository:
				if _, err := os.Stat(filepath.Join("../../../..", file)); err != nil {
					t.Errorf("%s links to %s: got %v, want a file of the repository", at, target, err)
				}
			case target.Scheme != "":
			default:
				follow(t, at, target, read)
				waiting = append(waiting, target.Path)
			}
		}
	}
	if followed < 500 {
		t.Errorf("got %d links, want at least 500", followed)
	}
}

// follow holds a link within the service to a page that is served, and to a heading of it.
func follow(t *testing.T, from string, target *url.URL, read func(path string) (string, bool)) {
	t.Helper()
	if _, found := read(target.Path); !found {
		t.Errorf("%s links to %s: got nothing there, want a page that is served", from, target)
		return
	}
	if target.Fragment == "" {
		return
	}
	shown, _ := read(strings.TrimSuffix(target.Path, ".md"))
	for _, m := range anchor.FindAllStringSubmatch(shown, -1) {
		if m[1] == target.Fragment {
			return
		}
	}
	t.Errorf("%s links to %s: got no such heading", from, target)
}
