package caller

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"
)

// RefusedError is an error that the service answered with.
type RefusedError struct {
	Code      string `json:"code"`
	Message   string `json:"message"`
	RequestID string `json:"requestId"`
	Retryable bool   `json:"retryable"`
	Details   []struct {
		Field string `json:"field"`
		Issue string `json:"issue"`
	} `json:"details"`
	Status     int           `json:"-"`
	Path       string        `json:"-"` // of the request
	RetryAfter time.Duration `json:"-"`
}

// Error implements error.
func (r *RefusedError) Error() string {
	text := r.Code + ": " + r.Message
	if r.RequestID != "" && r.Status >= 500 {
		text += " (" + r.RequestID + ")"
	}
	return text
}

// UnreachableError is that no answer of a service came.
type UnreachableError struct {
	BaseURL string
	Sent    bool // whether the request may have arrived
	Err     error
}

// Error implements error.
func (u *UnreachableError) Error() string {
	if u.Refused() {
		return "no service is running at " + u.BaseURL
	}
	return fmt.Sprintf("no answer from %s: %v", u.BaseURL, u.Err)
}

// Unwrap returns what the network said.
func (u *UnreachableError) Unwrap() error { return u.Err }

// Refused reports whether nobody listens at the address: no connection was made, and neither its name
// nor the way to it is why. Windows has another number for it than others.
func (u *UnreachableError) Refused() bool {
	dial, ok := errors.AsType[*net.OpError](u.Err)
	_, unnamed := errors.AsType[*net.DNSError](u.Err)
	return ok && !unnamed && dial.Op == "dial" && !dial.Timeout() && !errors.Is(u.Err, syscall.EHOSTUNREACH) && !errors.Is(u.Err, syscall.ENETUNREACH)
}

// Plain reports whether the other side answered without encryption where it was expected.
func (u *UnreachableError) Plain() bool {
	_, plain := errors.AsType[tls.RecordHeaderError](u.Err)
	return plain || errors.Is(u.Err, http.ErrSchemeMismatch)
}

// unreachable judges what the HTTP client returned: until a connection stands nothing was sent.
func (c *Client) unreachable(err error) error {
	var dial *net.OpError
	var untrusted *tls.CertificateVerificationError
	sent := (!errors.As(err, &dial) || dial.Op != "dial") && !errors.As(err, &untrusted)
	if whole, ok := errors.AsType[*url.Error](err); ok {
		err = whole.Err // without the address, which the error has
	}
	return &UnreachableError{BaseURL: c.BaseURL, Sent: sent, Err: err}
}
