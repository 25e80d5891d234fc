package console_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/console"
)

// most is what all of the console may be when it is sent, compressed.
const most = 100_000

// get answers a request as the API does.
func get(t *testing.T, p *console.Pages, method, path string, headers ...string) (status int, answer *http.Response) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, "http://127.0.0.1:8080"+path, http.NoBody)
	r.RemoteAddr = "127.0.0.1:40000"
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
		if name == "Host" {
			r.Host = value
		}
	}
	w := httptest.NewRecorder()
	err := p.Serve(w, r)
	if errs.Is(err, errs.NotFound) {
		w.Code = http.StatusNotFound
	} else if err != nil {
		t.Fatalf("%s %s: got error %v, want none", method, path, err)
	}
	return w.Code, w.Result()
}

// TestFiles: every file of the console is served, for ever under its version, is its own and asks no other host
// for anything; together they are small.
func TestFiles(t *testing.T) {
	t.Parallel()
	p := console.New()
	names, size, err := p.Names()
	if err != nil || size > most || len(names) < 10 {
		t.Fatalf("got %d files of %d bytes, error %v; want at least 10 of at most %d", len(names), size, err, most)
	}
	foreign := regexp.MustCompile(`(?:src|href)=["']?https?://|\bimport\s*\(?\s*["']https?://|@import|\burl\(["']?(?:https?:)?//`)
	run := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|<script>|\sstyle=|\son\w+="`)
	for _, name := range names {
		status, answer := get(t, p, http.MethodGet, name)
		raw, err := io.ReadAll(answer.Body)
		if status != http.StatusOK || err != nil || len(raw) == 0 || answer.Header.Get("Content-Type") == "" {
			t.Errorf("%s: got status %d, %d bytes of %q, error %v; want a file", name, status, len(raw), answer.Header.Get("Content-Type"), err)
		}
		if forever := strings.Contains(answer.Header.Get("Cache-Control"), "immutable"); forever != (name != console.Path) {
			t.Errorf("%s: got Cache-Control %q, want all but the page kept for ever", name, answer.Header.Get("Cache-Control"))
		}
		if found := foreign.Find(raw); found != nil {
			t.Errorf("%s: got %q, want nothing of another host", name, found)
		}
		if found := run.Find(raw); found != nil {
			t.Errorf("%s: got %q, want no text that becomes markup, a style or a script", name, found)
		}
	}
	for _, none := range []string{"/console/", "/console/none/main.js", "/console/static/main.js", "/console/../main.js"} {
		if status, _ := get(t, p, http.MethodGet, none); status != http.StatusNotFound {
			t.Errorf("%s: got status %d, want 404", none, status)
		}
	}
}

// TestPolicy: the page may run, style and ask for what is its own, and nothing else.
func TestPolicy(t *testing.T) {
	t.Parallel()
	_, answer := get(t, console.New(), http.MethodGet, console.Path)
	policy := answer.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("got policy %q, want %s in it", policy, want)
		}
	}
	for _, never := range []string{"unsafe", "http:", "https:", "*"} {
		if strings.Contains(policy, never) {
			t.Errorf("got policy %q, want no %s in it", policy, never)
		}
	}
	for name, want := range map[string]string{
		"Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
	} {
		if got := answer.Header.Get(name); got != want {
			t.Errorf("got %s %q, want %s", name, got, want)
		}
	}
}

// TestToken: the token that waits is given once, to the machine's own page and to nobody else.
func TestToken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		method  string
		headers []string // beside the key
		key     bool
		want    int
	}{
		"by the link":               {http.MethodGet, nil, true, http.StatusOK},
		"without the key":           {http.MethodGet, nil, false, http.StatusNotFound},
		"with another key":          {http.MethodGet, []string{console.KeyHeader + ": AAAA"}, false, http.StatusNotFound},
		"by a look":                 {http.MethodHead, nil, true, http.StatusNotFound},
		"from a page elsewhere":     {http.MethodGet, []string{"Origin: https://elsewhere.example"}, true, http.StatusNotFound},
		"from another site's frame": {http.MethodGet, []string{"Sec-Fetch-Site: cross-site"}, true, http.StatusNotFound},
		"through a proxy":           {http.MethodGet, []string{"X-Forwarded-For: 192.0.2.1"}, true, http.StatusNotFound},
		"by another name":           {http.MethodGet, []string{"Host: elsewhere.example"}, true, http.StatusNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := console.New()
			_, key, _ := strings.Cut(p.Prefill("satk_waiting"), "#once=")
			headers := c.headers
			if c.key {
				headers = append(headers, console.KeyHeader+": "+key)
			}
			status, answer := get(t, p, c.method, "/console/token", headers...)
			raw, _ := io.ReadAll(answer.Body)
			if status != c.want || strings.Contains(string(raw), "satk_waiting") != (c.want == http.StatusOK) {
				t.Errorf("got status %d, %s; want %d, and the token with 200 alone", status, raw, c.want)
			}
			again, _ := get(t, p, http.MethodGet, "/console/token", console.KeyHeader+": "+key)
			if taken := again == http.StatusNotFound; taken != (c.want == http.StatusOK) {
				t.Errorf("asked again: got status %d, want it to wait as long as nobody has taken it", again)
			}
		})
	}
}
