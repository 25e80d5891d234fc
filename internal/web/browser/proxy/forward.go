package proxy

import (
	"cmp"
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// silent keeps net/http from writing to the standard logger when a connection breaks,
// which pages make happen at will.
var silent = slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)

// handler tells tunnels from plain requests.
func (p *Proxy) handler(forward http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme := "http://"
		if r.Method == http.MethodConnect {
			// Of what goes through a tunnel only the host is known; its port is judged
			// like any other, so that web sockets may use it, too.
			scheme = "https://"
		} else if r.URL.Scheme != "http" {
			http.Error(w, "only http and tunnels", http.StatusBadRequest)
			return
		}
		to, err := p.admit(scheme + r.URL.Host + "/")
		switch {
		case err != nil:
			p.note(r.URL, err)
			p.refuse(w, r)
		case r.Method == http.MethodConnect:
			p.tunnel(w, r, to)
		default:
			r.URL.Host = to.Host // dialled as it was judged
			forward.ServeHTTP(w, r)
		}
	})
}

// refuse has the browser see a broken connection instead of a page of ours: only the
// visit tells what failed.
func (p *Proxy) refuse(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	panic(http.ErrAbortHandler)
}

// failed takes the errors of forwarded requests.
func (p *Proxy) failed(w http.ResponseWriter, r *http.Request, err error) {
	p.note(r.URL, p.dialer.Failure(r.Context(), r.URL.Host, err))
	p.refuse(w, r)
}

// asAsked sends a request on as it came; the library would drop parts of queries that
// it cannot read.
func asAsked(r *httputil.ProxyRequest) {
	r.Out.URL.RawQuery = r.In.URL.RawQuery
	r.Out.Host = r.In.Host
}

// tunnel joins the browser to a host, byte by byte, until either leaves.
func (p *Proxy) tunnel(w http.ResponseWriter, r *http.Request, to *url.URL) {
	there, err := p.dial(r.Context(), "tcp", net.JoinHostPort(to.Hostname(), cmp.Or(to.Port(), "443")))
	if err != nil {
		p.note(to, p.dialer.Failure(r.Context(), to.Host, err))
		p.refuse(w, r)
		return
	}
	defer there.Close()
	here, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer here.Close()
	if !p.keep(here) {
		return
	}
	defer p.forget(here)
	if _, err := io.WriteString(here, "HTTP/1.1 200 OK\r\n\r\n"); err != nil {
		return
	}
	left := make(chan struct{}, 2)
	join := func(to io.Writer, from io.Reader) {
		_, _ = io.Copy(to, from) // a broken connection is the end, too
		left <- struct{}{}
	}
	go join(there, buffered)
	go join(here, there)
	<-left
}

// Handshake is the error of a TLS handshake with a host of https that is checked here, by which it is known what a browser
// leaves out.
func (p *Proxy) Handshake(ctx context.Context, u *url.URL) error {
	conn, err := p.dial(ctx, "tcp", net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "443")))
	if err != nil {
		return err
	}
	defer conn.Close()
	return tls.Client(conn, &tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12}).HandshakeContext(ctx)
}

// dial opens a connection that counts.
func (p *Proxy) dial(ctx context.Context, network, address string) (net.Conn, error) {
	raw, err := p.dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	p.reached(address)
	conn := &counted{Conn: raw, proxy: p}
	if !p.keep(conn) {
		_ = raw.Close()
		return nil, errs.New(errs.TargetError, "the limits of the visit are reached")
	}
	return conn, nil
}

// reached forgets a failure that has passed.
func (p *Proxy) reached(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.failures, key(&url.URL{Host: address}))
}
