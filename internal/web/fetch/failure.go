package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// failure gives an error its public meaning. What the network said stays inside
// as the cause; a denied address, too, since it can reveal an inner network.
func (x *exchange) failure(ctx context.Context, err error) error {
	host := x.url.Host
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("fetch %s: %w", host, context.Cause(ctx))
	}
	if e, ok := errors.AsType[*errs.Error](err); ok {
		return e
	}
	if proxy, ok := errors.AsType[*proxyError](err); ok {
		return proxy.public(host)
	}
	if _, ok := errors.AsType[*deniedError](err); ok {
		return errs.Wrap(err, errs.InvalidTarget, host+" is not on the public internet; use an address that is")
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		e := errs.Wrap(err, errs.DNSFailed, dnsMessage(host, dns))
		e.Permanent = dns.IsNotFound
		return e
	}
	if text := x.timeoutMessage(err); text != "" {
		return errs.Wrap(err, errs.UpstreamTimeout, text)
	}
	if handshake, ok := errors.AsType[*tlsError](err); ok {
		return errs.Wrap(err, errs.TLSFailed, tlsMessage(host, handshake.err))
	}
	return errs.Wrap(err, errs.TargetError, targetMessage(host, err))
}

func dnsMessage(host string, err *net.DNSError) string {
	if err.IsNotFound {
		return "there is no host named " + host + "; check its spelling"
	}
	return "the name " + host + " could not be resolved; try again later"
}

// timeoutMessage is empty for an error that is not of time.
func (x *exchange) timeoutMessage(err error) string {
	host := x.url.Host
	timeout, isNet := errors.AsType[net.Error](err)
	switch {
	case errors.Is(err, errNoAnswer):
		return fmt.Sprintf("%s did not start to respond within %s; try again later", host, rounded(x.firstByte()))
	case errors.Is(err, errTooSlow):
		return fmt.Sprintf("%s did not finish its response within %s; try again later", host, rounded(x.req.Timeout))
	case errors.Is(err, errTrickles):
		least := x.client.slowest
		return fmt.Sprintf("%s sent less than %d bytes in %s; try again later", host, least.Bytes, rounded(least.Window))
	case errors.Is(err, context.DeadlineExceeded) || isNet && timeout.Timeout():
		return fmt.Sprintf("%s accepted no connection within %s; try again later", host, rounded(dialTimeout))
	}
	return ""
}

func rounded(d time.Duration) string { return d.Round(time.Millisecond).String() }

func tlsMessage(host string, err error) string {
	why := "the TLS handshake with " + host + " failed"
	if e, ok := errors.AsType[x509.CertificateInvalidError](err); ok && e.Reason == x509.Expired {
		why = "the certificate of " + host + " has expired or is not yet valid"
	} else if _, ok := errors.AsType[x509.HostnameError](err); ok {
		why = "the certificate of " + host + " is for another name"
	} else if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		why = "the certificate of " + host + " is not signed by a trusted authority"
	} else if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		why = host + " does not speak TLS at this port"
	}
	return why + "; check the address or try it with http://"
}

func targetMessage(host string, err error) string {
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return host + " refused the connection; check the address"
	case errors.Is(err, syscall.EHOSTUNREACH) || errors.Is(err, syscall.ENETUNREACH):
		return host + " cannot be reached from here; check the address"
	case isPassing(err):
		return host + " broke the connection; try again later"
	case strings.Contains(err.Error(), "malformed HTTP") || strings.Contains(err.Error(), "server response headers exceeded"):
		return host + " sent a response that is not HTTP; check the URL"
	}
	return host + " broke the rules of HTTP; try again later"
}
