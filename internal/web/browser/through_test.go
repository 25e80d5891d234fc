package browser_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch/fetchtest"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// callersProxy is a proxy of HTTP that wants a password, connects to one server whatever it is asked
// for, and remembers what that was.
type callersProxy struct {
	to   string // host:port of the server
	host string // of the proxy, with its port

	mu    sync.Mutex
	asked []string
}

func startProxy(t *testing.T, to string) *callersProxy {
	t.Helper()
	p := &callersProxy{to: to}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	p.host = server.Listener.Addr().String()
	return p
}

func (p *callersProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.asked = append(p.asked, r.Method+" "+r.Host)
	p.mu.Unlock()
	if r.Header.Get("Proxy-Authorization") != "Basic bWU6c2VjcmV0" {
		w.WriteHeader(http.StatusProxyAuthRequired)
		return
	}
	there, err := new(net.Dialer).DialContext(r.Context(), "tcp", p.to)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer there.Close()
	w.WriteHeader(http.StatusOK)
	here, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer here.Close()
	go func() { _, _ = io.Copy(there, here) }()
	_, _ = io.Copy(here, there)
}

// requests are what the proxy was asked for so far.
func (p *callersProxy) requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.asked)
}

// TestCallersProxy: a visit goes through the caller's own proxy, the page's parts too, and the browser
// sends nobody its password.
func TestCallersProxy(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if secret := r.Header.Get("Proxy-Authorization"); secret != "" {
			t.Errorf("the site got the header %q, want none of the proxy", secret)
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<title>At " + r.Host + r.URL.Path + `</title><script src="http://part.example/s.js"></script>`))
	}))
	t.Cleanup(site.Close)
	p := startProxy(t, site.Listener.Addr().String())
	s := setup(t, pages(nil), behind(t, p))
	page := s.visit(t, shown.Visit{URL: "http://far.example/a", Proxy: "http://me:secret@proxy.test:3128"})
	if page.Title != "At far.example/a" {
		t.Errorf("got title %q, want that of the site behind the proxy", page.Title)
	}
	for _, want := range []string{"CONNECT far.example:80", "CONNECT part.example:80"} {
		if got := p.requests(); !slices.Contains(got, want) {
			t.Errorf("the proxy was asked for %v, want %s among them", got, want)
		}
	}
	before := len(p.requests())
	if page := s.visit(t, shown.Visit{URL: "http://page.test/"}); page.Title != "At page.test/" || len(p.requests()) != before {
		t.Errorf("without a proxy: got title %q and %d requests of the proxy, want that of the page itself and none", page.Title, len(p.requests())-before)
	}
	e := s.refuse(t, shown.Visit{URL: "http://far.example/", Proxy: "http://me:wrong@proxy.test:3128"}, errs.TargetError)
	if strings.Contains(e.Message, "wrong") || !strings.Contains(e.Message, "proxy") {
		t.Errorf("got message %q, want one about the proxy, without its password", e.Message)
	}
}

// behind makes proxy.test lead to a proxy, and page.test to the server behind it.
func behind(t *testing.T, p *callersProxy) func(*browser.Config) {
	t.Helper()
	return func(c *browser.Config) {
		own, err := egress.ParseHosts([]string{"open:proxy.test=" + p.host, "open:page.test=" + p.to})
		if err != nil {
			t.Fatal(err)
		}
		c.Hosts = own
	}
}

// TestHostileThroughProxy: a proxy opens nothing that is forbidden without one, neither by its own address
// nor by those that it is asked for, by the visit or by the page.
func TestHostileThroughProxy(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/away" {
			http.Redirect(w, r, "http://169.254.169.254/latest/meta-data", http.StatusFound)
			return
		}
		_, _ = w.Write([]byte(`<title>Far</title><img src="http://10.0.0.1/x"><script src="http://[::1]/x"></script>
			<iframe src="http://169.254.169.254/"></iframe><link rel=stylesheet href="http://127.0.0.1/x">`))
	}))
	t.Cleanup(site.Close)
	p := startProxy(t, site.Listener.Addr().String())
	s := setup(t, pages(nil), behind(t, p))
	const through = "http://me:secret@proxy.test:3128"
	if page := s.visit(t, shown.Visit{URL: "http://far.example/", Proxy: through}); page.Title != "Far" {
		t.Errorf("got title %q, want Far", page.Title)
	}
	_ = s.refuse(t, shown.Visit{URL: "http://far.example/away", Proxy: through}, errs.InvalidTarget)
	_ = s.refuse(t, shown.Visit{URL: "http://far.example/", Proxy: "http://me:secret@" + p.host}, errs.InvalidURL)
	for _, host := range fetchtest.Forbidden() {
		_ = s.refuse(t, shown.Visit{URL: fetchtest.Spell("http", host), Proxy: through}, errs.InvalidTarget)
	}
	for _, asked := range p.requests() {
		if asked != "CONNECT far.example:80" {
			t.Errorf("the proxy was asked for %q, want far.example alone", asked)
		}
	}
}
