package reference_test

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
	"github.com/quarryapi/quarry/internal/serve/api/reference"
)

const secret = "satk_secret"

func describe() (openapi.Service, error) {
	return api.New(api.Deps{Kinds: kinds.All()}).Describe()
}

// get asks the pages as a browser on the same machine does. Headers come as
// "Name: value".
func get(t *testing.T, p *reference.Pages, path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	return ask(t, p, http.MethodGet, path, headers...)
}

func ask(t *testing.T, p *reference.Pages, method, path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	r.RemoteAddr, r.Host = "127.0.0.1:50000", "127.0.0.1:8080"
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		switch name {
		case "Host":
			r.Host = value
		case "Remote":
			r.RemoteAddr = value
		default:
			r.Header.Set(name, value)
		}
	}
	w := httptest.NewRecorder()
	if err := p.Serve(w, r, describe); err != nil {
		t.Fatalf("%s: got error %v, want no error", path, err)
	}
	return w
}

func TestServesTheDocument(t *testing.T) {
	t.Parallel()
	p := reference.New(reference.Options{})
	plain := get(t, p, "/openapi.json")
	var content struct {
		OpenAPI string `json:"openapi"`
	}
	if err := json.Unmarshal(plain.Body.Bytes(), &content); err != nil || content.OpenAPI != "3.1.0" {
		t.Errorf(`got error %v, content %+v; want no error, OpenAPI "3.1.0"`, err, content)
	}
	if plain.Header().Get("Access-Control-Allow-Origin") != "*" || plain.Header().Get("Content-Type") != "application/json" {
		t.Errorf(`got header %v, want header Access-Control-Allow-Origin "*", header Content-Type "application/json"`, plain.Header())
	}
	packed := get(t, p, "/openapi.json", "Accept-Encoding: gzip, br")
	z, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if raw, err := io.ReadAll(z); err != nil || string(raw) != plain.Body.String() || packed.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("the compressed one differs: %v", err)
	}
	again := get(t, p, "/openapi.json", "If-None-Match: "+plain.Header().Get("ETag"))
	if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("got again.Code %d, want 304, again.Body.Len() 0", again.Code)
	}
	local := get(t, reference.New(reference.Options{Domain: "article.test"}), "/openapi.json")
	if body := local.Body.String(); strings.Contains(body, "https://example.com") || !strings.Contains(body, "http://article.test/") {
		t.Error("the examples name the wrong site")
	}
}

func TestTellsWhatIsWrongWithTheDescription(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/openapi.json", nil)
	broken := errors.New("a route has no entry")
	err := reference.New(reference.Options{}).Serve(httptest.NewRecorder(), r, func() (openapi.Service, error) { return openapi.Service{}, broken })
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestOverviewNamesEveryCall(t *testing.T) {
	t.Parallel()
	w := get(t, reference.New(reference.Options{}), "/llms.txt")
	service, err := describe()
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range service.Operations {
		if !strings.Contains(w.Body.String(), "`"+o.Method+" "+o.Path+"`: "+o.Summary) {
			t.Errorf("%s %s is not named", o.Method, o.Path)
		}
	}
	if w.Header().Get("Access-Control-Allow-Origin") != "*" || !strings.HasPrefix(w.Body.String(), "# Quarry\n") {
		t.Errorf("got header %v, body %s; want header Access-Control-Allow-Origin \"*\", String() beginning with \"# Quarry\\n\"", w.Header(), w.Body)
	}
}

// TestGuidesAreListed: the address above the guides leads to each of them.
func TestGuidesAreListed(t *testing.T) {
	t.Parallel()
	p := reference.New(reference.Options{})
	list := get(t, p, "/docs/")
	links := regexp.MustCompile(`<li><a href="(/docs/[\w-]+)">`).FindAllStringSubmatch(list.Body.String(), -1)
	if list.Code != http.StatusOK || len(links) < 15 || !strings.HasPrefix(list.Header().Get("Content-Type"), "text/html") {
		t.Fatalf("got status %d with %d links: %s; want 200 with those to all guides", list.Code, len(links), list.Body)
	}
	for _, l := range links {
		if page := get(t, p, l[1]); page.Code != http.StatusOK {
			t.Errorf("%s: got status %d, want 200", l[1], page.Code)
		}
	}
}

var scriptSource = regexp.MustCompile(`<script src="(/docs/[^"]+)">`)

// TestScriptIsThePinnedOne holds what is served to the hash of the file in the pinned
// npm package; `make reference-check` holds that hash to the registry.
func TestScriptIsThePinnedOne(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("scalar/pin.json")
	if err != nil {
		t.Fatal(err)
	}
	var pin struct {
		Version string `json:"version"`
		SHA256  string `json:"sha256"`
		License string `json:"license"`
	}
	if err := json.Unmarshal(raw, &pin); err != nil {
		t.Fatal(err)
	}
	p := reference.New(reference.Options{})
	source := scriptSource.FindStringSubmatch(get(t, p, "/docs").Body.String())
	if source == nil || !strings.Contains(source[1], pin.Version) {
		t.Fatalf("the page asks for %v", source)
	}
	w := get(t, p, source[1])
	sum := sha256.Sum256(w.Body.Bytes())
	if got := hex.EncodeToString(sum[:]); got != pin.SHA256 || pin.License != "MIT" {
		t.Errorf("%s is served, %+v is pinned", got, pin)
	}
	if h := w.Header(); !strings.Contains(h.Get("Cache-Control"), "immutable") || h.Get("ETag") == "" || h.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf(`got header %v, want header Cache-Control with "immutable", header ETag not empty, empty header Access-Control-Allow-Origin`, h)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/docs/scalar-0.0.0.js", nil)
	if err := p.Serve(httptest.NewRecorder(), r, describe); !errs.Is(err, errs.NotFound) {
		t.Errorf("another version: %v", err)
	}
}

func TestPageTrustsNobodyElse(t *testing.T) {
	t.Parallel()
	w := get(t, reference.New(reference.Options{}), "/docs")
	policy := w.Header().Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self';", "connect-src 'self';", "frame-ancestors 'none'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("%q is not in %s", want, policy)
		}
	}
	if body := w.Body.String(); strings.Contains(body, "://") {
		t.Errorf("the page names another host: %s", body)
	}
	if w.Header().Get("Access-Control-Allow-Origin") != "*" {
		t.Error("a page without a token is anybody's to read")
	}
}

// TestTokenStaysAtHome asks for the page in every way that must not be given a token.
func TestTokenStaysAtHome(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		headers []string
		given   bool
	}{
		"by address":             {nil, true},
		"without the link's key": {[]string{"Path: /docs"}, false},
		"with another key":       {[]string{"Path: /docs?once=AAAA"}, false},
		"by name":                {[]string{"Host: localhost:8080"}, true},
		"by IPv6":                {[]string{"Host: [::1]:8080", "Remote: [::1]:50000"}, true},
		"by typing":              {[]string{"Sec-Fetch-Site: none"}, true},
		"from another machine":   {[]string{"Remote: 192.168.1.7:50000"}, false},
		"by another name":        {[]string{"Host: evil.example:8080"}, false},
		"a name that pretends":   {[]string{"Host: 127.0.0.1.evil.example"}, false},
		"from another site":      {[]string{"Sec-Fetch-Site: cross-site"}, false},
		"from a sibling":         {[]string{"Sec-Fetch-Site: same-site"}, false},
		"by a script elsewhere":  {[]string{"Origin: https://evil.example"}, false},
		"through a proxy":        {[]string{"X-Forwarded-For: 203.0.113.9"}, false},
		"through another proxy":  {[]string{"Via: 1.1 proxy"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := reference.New(reference.Options{})
			link := p.Prefill(secret)
			if len(c.headers) == 1 && strings.HasPrefix(c.headers[0], "Path: ") {
				link, c.headers = strings.TrimPrefix(c.headers[0], "Path: "), nil
			}
			w := get(t, p, link, c.headers...)
			if strings.Contains(w.Body.String(), secret) != c.given {
				t.Errorf("given: %v", !c.given)
			}
			shared := w.Header().Get("Access-Control-Allow-Origin") != ""
			if shared == c.given || (c.given && w.Header().Get("Cache-Control") != "no-store") {
				t.Errorf(`got header %v, want shared other than %t, (header Cache-Control "no-store" if given)`, w.Header(), c.given)
			}
		})
	}
}

// TestLinkWorksOnce holds that a link that somebody finds later, in a history or over a
// shoulder, gives nothing, and that what does not have it does not use it up.
func TestLinkWorksOnce(t *testing.T) {
	t.Parallel()
	p := reference.New(reference.Options{})
	link := p.Prefill(secret)
	for i, step := range []struct {
		method, path string
		given, says  bool
	}{
		{http.MethodGet, "/docs", false, false},
		{http.MethodGet, "/docs?once=", false, false},
		{http.MethodGet, "/docs?once=AAAA", false, true},
		{http.MethodHead, link, false, true},
		{http.MethodGet, link, true, false},
		{http.MethodGet, link, false, true},
		{http.MethodGet, "/docs", false, false},
	} {
		body := ask(t, p, step.method, step.path).Body.String()
		if got := strings.Contains(body, secret); got != step.given {
			t.Errorf("request %d, %s %s: got the token: %v, want %v", i, step.method, step.path, got, step.given)
		}
		if got := strings.Contains(body, "This link fills in no token"); got != step.says {
			t.Errorf("request %d, %s %s: got a line that the link fills in nothing: %v, want %v", i, step.method, step.path, got, step.says)
		}
	}
}
