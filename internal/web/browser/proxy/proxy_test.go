package proxy_test

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/browser/proxy"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/fetchtest"
)

var plenty = proxy.Limits{Requests: 100, Bytes: 1 << 20}

// setup gives a proxy that reaches the server as every name below .test, and private
// addresses under all other names.
func setup(t *testing.T, server *httptest.Server, limits proxy.Limits) (*proxy.Proxy, *http.Client) {
	t.Helper()
	t.Cleanup(server.Close)
	hosts, err := egress.ParseHosts([]string{"open:*.test=" + server.Listener.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	resolver := fetchtest.NameServer(t, func(name string, _ int64) []net.IP {
		if strings.HasPrefix(name, "none.") {
			return nil
		}
		return []net.IP{net.IPv4(127, 0, 0, 1), net.IPv4(10, 0, 0, 1)}
	})
	p, err := proxy.Start(fetch.NewDialer(fetch.Config{Hosts: hosts, Resolver: resolver}), limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	roots := x509.NewCertPool()
	if server.Certificate() != nil {
		roots.AddCert(server.Certificate())
	}
	transport := &http.Transport{
		Proxy:              http.ProxyURL(&url.URL{Scheme: "http", Host: p.Addr()}),
		TLSClientConfig:    &tls.Config{RootCAs: roots, ServerName: "example.com"},
		DisableCompression: true,
	}
	t.Cleanup(transport.CloseIdleConnections)
	return p, &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

func get(t *testing.T, client *http.Client, address string) (*http.Response, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	return client.Do(req)
}

// What comes is sent on as it came, but for what concerns the proxy.
func TestForward(t *testing.T) {
	t.Parallel()
	p, client := setup(t, httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Own", "a")
		w.WriteHeader(http.StatusTeapot)
		_, _ = fmt.Fprint(w, r.Method, " ", r.Host, " ", r.RequestURI, " ", string(body), " ", r.Header)
	})), plenty)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://a.test/p%2Fq?x=%zz;y&z", strings.NewReader("body"))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"X-Sent": {"b"}, "User-Agent": {"me"}, "Proxy-Authorization": {"secret"}}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got, _ := io.ReadAll(resp.Body)
	want := "POST a.test /p%2Fq?x=%zz;y&z body map[Content-Length:[4] User-Agent:[me] X-Sent:[b]]"
	if string(got) != want || resp.StatusCode != http.StatusTeapot || resp.Header.Get("X-Own") != "a" {
		t.Errorf("%d %v\n got %s\nwant %s", resp.StatusCode, resp.Header, got, want)
	}
	if s := p.Stats(); s.Bytes < 200 || s.Denied != 0 || s.Limited != "" {
		t.Errorf("got stats %+v, want Bytes at least 200, Denied 0, empty Limited", s)
	}
}

func TestTunnel(t *testing.T) {
	t.Parallel()
	p, client := setup(t, httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "secret")
	})), plenty)
	resp, err := get(t, client, "https://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if got, _ := io.ReadAll(resp.Body); string(got) != "secret" || p.Stats().Bytes < 500 {
		t.Errorf(`got value %q, stats %+v; want "secret", Bytes at least 500`, got, p.Stats())
	}
}

// dial speaks to the proxy by hand and returns the status line of its answer.
func dial(t *testing.T, p *proxy.Proxy, request string) (net.Conn, string) {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", p.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		t.Fatalf("got error %v, want (error %v if any)", err, io.EOF)
	}
	return conn, strings.TrimSpace(line)
}

// What is not public is reached by neither way, and the reason is kept for the visit.
func TestDenied(t *testing.T) {
	t.Parallel()
	p, _ := setup(t, httptest.NewServer(http.NotFoundHandler()), plenty)
	denied := 0
	for _, host := range []string{
		"127.0.0.1:80", "localhost:80", "[::1]:80", "[::ffff:7f00:1]:443", "169.254.169.254:80", "10.0.0.1:443", "0.0.0.0:80", "2130706433:80",
		"a.test:22", "a.test:9001", "metadata.google.internal:80", "inner.example.com:80", "inner.example.com:443",
	} {
		u := &url.URL{Host: host}
		for _, request := range []string{
			"CONNECT " + host + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n",
			"GET http://" + host + "/ HTTP/1.1\r\nHost: " + host + "\r\n\r\n",
		} {
			if _, line := dial(t, p, request); line != "" && line != "HTTP/1.1 502 Bad Gateway" {
				t.Errorf("%q gives %q", request, line)
			}
			if err := p.Failure(u); !errs.Is(err, errs.InvalidTarget) {
				t.Errorf(`%s: got error %v, want error "invalid_target"`, host, err)
			}
			if denied++; p.Stats().Denied != denied {
				t.Errorf("%s: %d denied, want %d", host, p.Stats().Denied, denied)
			}
		}
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_ = conn.Close()
		}
	}))
	p, client := setup(t, broken, plenty)
	for address, code := range map[string]errs.Code{
		"http://none.example.com/": errs.DNSFailed, "https://none.example.com/": errs.DNSFailed, "http://a.test/": errs.TargetError,
	} {
		resp, err := get(t, client, address)
		if err == nil {
			_ = resp.Body.Close()
			t.Errorf("%s gives %d", address, resp.StatusCode)
		}
		u, _ := url.Parse(address)
		if err := p.Failure(u); !errs.Is(err, code) {
			t.Errorf("%s: got error %v, want error %q", address, err, code)
		}
	}
}

// Only requests for elsewhere are taken.
func TestOtherRequests(t *testing.T) {
	t.Parallel()
	p, _ := setup(t, httptest.NewServer(http.NotFoundHandler()), plenty)
	for _, request := range []string{
		"GET / HTTP/1.1\r\nHost: a.test\r\n\r\n", "GET ftp://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n", "GET https://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n",
	} {
		if _, line := dial(t, p, request); line != "HTTP/1.1 400 Bad Request" {
			t.Errorf("%q gives %q", request, line)
		}
	}
}

func TestRequestLimit(t *testing.T) {
	t.Parallel()
	p, client := setup(t, httptest.NewServer(http.NotFoundHandler()), proxy.Limits{Requests: 3, Bytes: 1 << 20})
	for n := range 5 {
		resp, err := get(t, client, "http://a.test/")
		if err == nil {
			_ = resp.Body.Close()
		}
		if (err == nil) != (n < 3) {
			t.Errorf("request %d: %v", n, err)
		}
	}
	if s := p.Stats(); s.Limited != proxy.LimitRequests {
		t.Errorf(`got stats %+v, want Limited "requests"`, s)
	}
}

// Too many bytes end every connection, a tunnel's no less.
func TestByteLimit(t *testing.T) {
	t.Parallel()
	endless := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for _, err := w.Write(make([]byte, 8<<10)); err == nil; {
			_, err = w.Write(make([]byte, 8<<10))
		}
	})
	for name, server := range map[string]*httptest.Server{"http": httptest.NewServer(endless), "https": httptest.NewTLSServer(endless)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, client := setup(t, server, plenty)
			resp, err := get(t, client, name+"://a.test/")
			n := int64(0)
			if err == nil { // otherwise the end came before the client had read the headers
				defer resp.Body.Close()
				n, err = io.Copy(io.Discard, resp.Body)
			}
			if err == nil || n > 1<<20 || p.Stats().Limited != proxy.LimitBytes {
				t.Errorf("got %d bytes, error %v, stats %+v; want 1 MiB at most, an error, limited by %q", n, err, p.Stats(), proxy.LimitBytes)
			}
		})
	}
}

// A web socket without TLS goes through a tunnel to port 80, and Close ends it.
func TestClose(t *testing.T) {
	t.Parallel()
	p, _ := setup(t, httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })), plenty)
	conn, line := dial(t, p, "CONNECT a.test:80 HTTP/1.1\r\nHost: a.test:80\r\n\r\n")
	if line != "HTTP/1.1 200 OK" {
		t.Fatalf(`got line %q, want "HTTP/1.1 200 OK"`, line)
	}
	p.Close()
	if _, err := conn.Read(make([]byte, 100)); err != nil && !errors.Is(err, io.EOF) && !strings.Contains(err.Error(), "reset") {
		t.Errorf(`got error %v, want ((error %v if any) or Error() with "reset")`, err, io.EOF)
	}
	if _, err := new(net.Dialer).DialContext(t.Context(), "tcp", p.Addr()); err == nil {
		t.Error("the proxy still listens")
	}
}
