package fetch

import (
	"context"
	"net"
	"net/url"
)

// Dialer opens plain connections under the guard of a Client, for those who speak
// HTTP themselves: the browser's proxy. The zero value is not usable.
type Dialer struct{ guarded *dialer }

// NewDialer returns a Dialer that goes where a Client of the same Config goes.
func NewDialer(cfg Config) *Dialer {
	return &Dialer{newDialer(cfg.Hosts, cfg.Resolver, cfg.RootCAs)}
}

// For returns the Dialer for one piece of work: the mapped names that ctx names are open
// to all its connections, whatever their own context says. See egress.Naming.
func (d *Dialer) For(ctx context.Context) *Dialer {
	own := *d.guarded
	own.hosts = own.hosts.For(ctx)
	return &Dialer{&own}
}

// DialContext opens a TCP connection to "host:port", when every address that is
// tried is public and the port is one of the web's, or the host is mapped. Its error
// is for Failure.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	return d.guarded.dial(ctx, network, address)
}

// Failure gives an error of DialContext, or of HTTP on such a connection, its public
// meaning, as Client.Do does: an *errs.Error with a job's code, or, when ctx has
// ended, the cause of that.
func (d *Dialer) Failure(ctx context.Context, host string, err error) error {
	x := exchange{url: &url.URL{Host: host}}
	return x.failure(ctx, err)
}
