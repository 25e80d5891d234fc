package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"github.com/quarryapi/quarry/internal/web/egress"
)

// Limits of each stage of a connection.
const (
	dialTimeout    = 5 * time.Second // name look-up and connect together
	tlsTimeout     = 5 * time.Second
	maxHeaderBytes = 256 << 10
)

// dialer opens connections to public addresses and to the mapped hosts.
type dialer struct {
	hosts  egress.Hosts
	open   net.Dialer // guarded
	mapped net.Dialer
	tls    *tls.Config
	via    *url.URL // a caller's proxy; nil for none
}

// newTransport builds the transport with everything in it that must hold for each
// connection. Its proxy is the configuration's, whatever the environment says.
func newTransport(d *dialer, cfg Config) *http.Transport {
	t := &http.Transport{
		DialContext:            d.dial,
		DialTLSContext:         d.dialTLS,
		ForceAttemptHTTP2:      true, // DialTLSContext would turn it off
		DisableCompression:     true, // decompressed here, with limits
		MaxResponseHeaderBytes: maxHeaderBytes,
		MaxIdleConns:           64,
		MaxIdleConnsPerHost:    cfg.PerHost,
		// Shorter than most servers': a frozen function wakes to dead connections.
		IdleConnTimeout: 20 * time.Second,
	}
	if cfg.Proxy != nil {
		t.Proxy = http.ProxyURL(cfg.Proxy)
		t.DialContext = d.dialOnly(cfg.Proxy.Host)
		t.TLSClientConfig = d.tls.Clone() // within tunnels, which DialTLSContext does not make
	}
	return t
}

// dialOnly dials one address, which an operator chose, and nothing else.
func (d *dialer) dialOnly(only string) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if address != only {
			return nil, &deniedError{address}
		}
		return d.mapped.DialContext(ctx, network, address)
	}
}

func newDialer(hosts egress.Hosts, resolver *net.Resolver, roots *x509.CertPool) *dialer {
	return &dialer{
		hosts:  hosts,
		open:   net.Dialer{Timeout: dialTimeout, Resolver: resolver, ControlContext: guard},
		mapped: net.Dialer{Timeout: dialTimeout},
		tls: &tls.Config{
			RootCAs: roots, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"},
		},
	}
}

// deniedError is a dial that the guard stopped.
type deniedError struct{ address string }

func (e *deniedError) Error() string { return "denied address " + e.address }

// guard runs for each address that is dialled, after the name was resolved, so
// that no name can point somewhere else between a check and the dial.
func guard(_ context.Context, network, address string, _ syscall.RawConn) error {
	addr, err := netip.ParseAddrPort(address)
	tcp := network == "tcp4" || network == "tcp6"
	if err != nil || !tcp || !egress.AllowedPort(addr.Port()) || !egress.Allowed(addr.Addr()) {
		return &deniedError{address}
	}
	return nil
}

func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if !d.hosts.Permits(ctx, host) {
		return nil, &deniedError{address}
	}
	if d.via != nil {
		return d.tunnel(ctx, network, address)
	}
	return d.reach(ctx, network, net.JoinHostPort(host, port))
}

// reach opens a connection to an address itself.
func (d *dialer) reach(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if !d.hosts.Permits(ctx, host) {
		return nil, &deniedError{address}
	}
	if to, ok := d.hosts.Lookup(host); ok {
		if to == "" {
			return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
		}
		return d.mapped.DialContext(ctx, network, to)
	}
	if _, err := netip.ParseAddr(host); err != nil {
		host += "." // absolute: never tried below a search domain
	}
	return d.open.DialContext(ctx, network, net.JoinHostPort(host, port))
}

// tlsError is a handshake that failed.
type tlsError struct{ err error }

func (e *tlsError) Error() string { return fmt.Sprintf("tls handshake: %v", e.err) }
func (e *tlsError) Unwrap() error { return e.err }

func (d *dialer) dialTLS(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	raw, err := d.dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	cfg := d.tls.Clone()
	cfg.ServerName = host
	conn := tls.Client(raw, cfg)
	ctx, cancel := context.WithTimeout(ctx, tlsTimeout)
	defer cancel()
	if err := conn.HandshakeContext(ctx); err != nil {
		_ = raw.Close()
		return nil, &tlsError{err}
	}
	return conn, nil
}
