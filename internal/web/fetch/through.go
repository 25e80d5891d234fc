package fetch

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
)

// through is the dialer by way of a caller's proxy, an address of egress.ParseProxy: that must be
// public as a site must, and what is dialled beyond it is the proxy's to resolve and to allow.
func (d *dialer) through(proxy *url.URL) *dialer {
	own := *d
	own.via = proxy
	own.open = net.Dialer{Timeout: dialTimeout, Resolver: d.open.Resolver, ControlContext: guardProxy}
	return &own
}

// guardProxy is guard for the address of a caller's proxy, which may listen on more ports.
func guardProxy(_ context.Context, network, address string, _ syscall.RawConn) error {
	addr, err := netip.ParseAddrPort(address)
	tcp := network == "tcp4" || network == "tcp6"
	if err != nil || !tcp || !egress.AllowedProxyPort(addr.Port()) || !egress.Allowed(addr.Addr()) {
		return &deniedError{address}
	}
	return nil
}

// proxyError is a proxy that does not make the connection.
type proxyError struct{ err error }

func (e *proxyError) Error() string { return "proxy: " + e.err.Error() }
func (e *proxyError) Unwrap() error { return e.err }

// ByProxy reports whether an error is of the caller's own proxy, and says nothing of the site.
func ByProxy(err error) bool {
	_, ok := errors.AsType[*proxyError](err)
	return ok
}

// public is its meaning for the caller, whose proxy it is.
func (e *proxyError) public(host string) error {
	if _, ok := errors.AsType[*deniedError](e.err); ok {
		return errs.Wrap(e, errs.InvalidTarget, "the proxy is not on the public internet; use one that is")
	}
	why := "it cannot be reached"
	if refused, ok := errors.AsType[*refusedError](e.err); ok {
		why = "it answered " + refused.status
	}
	return errs.Wrap(e, errs.TargetError, "the proxy did not connect to "+host+": "+why+"; check its address, user name and password, and what it allows")
}

// refusedError is the status with which a proxy refused.
type refusedError struct{ status string }

func (e *refusedError) Error() string { return e.status }

// tunnel asks the proxy for a connection to an address.
func (d *dialer) tunnel(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := d.reach(ctx, network, d.via.Host)
	if err != nil {
		return nil, &proxyError{err}
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	joined, err := d.ask(conn, address)
	if !stop() && err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return joined, nil
}

func (d *dialer) ask(conn net.Conn, address string) (net.Conn, error) {
	ask := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: address}, Host: address, Header: http.Header{}}
	if user := d.via.User; user != nil {
		password, _ := user.Password()
		ask.Header.Set("Proxy-Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user.Username()+":"+password)))
	}
	if err := ask.Write(conn); err != nil {
		return nil, err
	}
	r := bufio.NewReaderSize(conn, 4<<10)
	res, err := http.ReadResponse(r, ask) //nolint:bodyclose // what follows is the connection, which closing would read to its end
	if err != nil {
		return nil, &proxyError{&refusedError{"nothing that is HTTP"}}
	}
	if res.StatusCode/100 != 2 {
		return nil, &proxyError{&refusedError{strings.TrimSpace(strconv.Itoa(res.StatusCode) + " " + http.StatusText(res.StatusCode))}}
	}
	return &joined{conn, r}, nil
}

// joined is a connection of whose bytes some were read with the proxy's answer.
type joined struct {
	net.Conn
	r *bufio.Reader
}

func (c *joined) Read(b []byte) (int, error) { return c.r.Read(b) }

// Through returns the Dialer by way of a caller's proxy; see egress.ParseProxy. Nil is no proxy.
func (d *Dialer) Through(proxy *url.URL) *Dialer {
	if proxy == nil {
		return d
	}
	return &Dialer{d.guarded.through(proxy)}
}

// transportOf is what a request goes by, and what ends it: a transport of its own by a caller's proxy,
// since a connection by one is no other caller's.
func (c *Client) transportOf(r Request) (t *http.Transport, end func()) {
	if r.Proxy == nil {
		return c.transport(), func() {}
	}
	t = newTransport(c.dialer().through(r.Proxy), Config{PerHost: 1})
	return t, t.CloseIdleConnections
}
