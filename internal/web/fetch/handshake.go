package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/url"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
)

// Handshake is what a server shows while TLS begins, whether or not anybody should
// trust it.
type Handshake struct {
	State tls.ConnectionState // of the connection, which is closed
	// Chain is what the server sent, its own certificate first; never empty.
	Chain []*x509.Certificate
	// Verified leads from the server's certificate to a trusted root; nil when
	// Invalid is set.
	Verified []*x509.Certificate
	// Invalid is why the certificate is not good for the host, one of the errors of
	// crypto/x509; nil for a good one.
	Invalid  error
	Duration time.Duration // look-up and dial included
}

// Handshake begins TLS with a host on port 443, sends nothing and hangs up. Bad
// certificates are reported, not rejected. Errors are those of Do: invalid_target,
// dns_failed, tls_failed (it speaks no TLS, or none that is understood),
// upstream_timeout and target_error.
func (c *Client) Handshake(ctx context.Context, host string) (*Handshake, error) {
	u, err := egress.Parse("https://" + host + "/")
	if err != nil {
		return nil, errs.Wrap(err, errs.InvalidTarget, "the address "+errs.As(err).Message)
	}
	x := &exchange{client: c, url: &url.URL{Scheme: u.Scheme, Host: u.Hostname()}, req: Request{Timeout: dialTimeout + tlsTimeout}}
	leave, err := c.hosts.enter(ctx, u.Hostname())
	if err != nil {
		return nil, err
	}
	defer leave()
	start := c.now()
	h, err := c.dialer().handshake(ctx, u.Hostname())
	if err != nil {
		return nil, x.failure(ctx, err)
	}
	h.Duration = c.now().Sub(start)
	h.verify(u.Hostname(), c.dialer().tls.RootCAs, start)
	return h, nil
}

// handshake accepts every certificate and every cipher that is known, old versions of
// TLS included: nothing is sent that could be read by others.
func (d *dialer) handshake(ctx context.Context, host string) (*Handshake, error) {
	raw, err := d.dial(ctx, "tcp", net.JoinHostPort(host, "443"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = raw.Close() }()
	cfg := &tls.Config{
		ServerName:         host,
		NextProtos:         d.tls.NextProtos,
		MinVersion:         tls.VersionTLS10, // what a server still speaks is a finding
		CipherSuites:       allCipherSuites(),
		InsecureSkipVerify: true, //nolint:gosec // verify does it, so that a bad certificate is described, too
	}
	conn := tls.Client(raw, cfg)
	ctx, cancel := context.WithTimeout(ctx, tlsTimeout)
	defer cancel()
	if err := conn.HandshakeContext(ctx); err != nil {
		return nil, &tlsError{err}
	}
	state := conn.ConnectionState()
	return &Handshake{State: state, Chain: state.PeerCertificates}, nil
}

func allCipherSuites() []uint16 {
	var ids []uint16
	for _, suite := range append(tls.CipherSuites(), tls.InsecureCipherSuites()...) {
		ids = append(ids, suite.ID)
	}
	return ids
}

// verify judges the certificate as a connection that is used would.
func (h *Handshake) verify(host string, roots *x509.CertPool, now time.Time) {
	between := x509.NewCertPool()
	for _, cert := range h.Chain[1:] {
		between.AddCert(cert)
	}
	chains, err := h.Chain[0].Verify(x509.VerifyOptions{DNSName: host, Roots: roots, Intermediates: between, CurrentTime: now})
	if err != nil {
		h.Invalid = err
		return
	}
	h.Verified = chains[0]
}
