// Package rdap finds out who registered a domain: IANA's list says which service
// knows a top-level domain, the registry's service describes the domain, and the
// registrar's adds what it may. It must not know what jobs want it for.
package rdap

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Answers that are no domain.
var (
	// ErrNoService says that nobody runs an RDAP service for the top-level domain.
	ErrNoService = errors.New("no RDAP service for the top-level domain")
	// ErrNotRegistered says that the registry does not know the domain.
	ErrNotRegistered = errors.New("the domain is not registered")
)

// Caller is the part of upstream.Client that a Client needs.
type Caller interface {
	Do(ctx context.Context, call upstream.Call) (*fetch.Response, error)
	Decode(resp *fetch.Response, v any) error
}

// Client looks domains up. It is safe for concurrent use.
type Client struct {
	services *services
	web      upstream.Fetcher
	now      func() time.Time
}

// New returns a Client: iana is the upstream of that name, web reaches the services
// that it names. A nil now is time.Now.
func New(iana Caller, web upstream.Fetcher, now func() time.Time) *Client {
	if now == nil {
		now = time.Now
	}
	return &Client{services: newServices(iana, now), web: web, now: now}
}

const (
	// timeout is for each of the services that are asked.
	timeout = 12 * time.Second
	// maxBytes is the most that an answer may have; real ones have a few KB.
	maxBytes = 1 << 20
)

// Lookup returns the registration of a registrable domain, in lower case and ASCII. Errors:
// ErrNoService, ErrNotRegistered, and those of upstream.Client. When the registrar's
// service fails, what the registry said is returned, with the failure in Missing.
func (c *Client) Lookup(ctx context.Context, domain string) (*Domain, error) {
	base, err := c.services.of(ctx, domain)
	if err != nil {
		return nil, err
	}
	found, err := c.ask(ctx, base+"domain/"+domain, domain)
	if err != nil {
		return nil, err
	}
	link := found.registrarLink
	if link == "" || strings.HasPrefix(link, base) {
		return found, nil
	}
	var more *Domain
	if more, found.Missing = c.ask(ctx, link, domain); found.Missing == nil {
		found.fill(more)
	}
	return found, nil
}

// ask gets a domain of one service.
func (c *Client) ask(ctx context.Context, address, domain string) (*Domain, error) {
	host := hostOf(address)
	service := upstream.New(c.web, sources.Config{Upstream: sources.Upstream{Name: host, BaseURL: address}}, c.now)
	resp, err := service.Do(ctx, upstream.Call{
		Header:  http.Header{"Accept": {"application/rdap+json, application/json;q=0.5"}},
		Timeout: timeout, MaxBytes: maxBytes, Final: []int{http.StatusNotFound},
	})
	if err != nil {
		return nil, err
	}
	if resp.Status == http.StatusNotFound {
		return nil, ErrNotRegistered
	}
	if strings.HasPrefix(strings.TrimSpace(string(resp.Body[:min(len(resp.Body), 64)])), "<") {
		return nil, errs.New(errs.UpstreamBlocked, host+" returned an HTML page instead of data; try again later.")
	}
	d, err := Parse(resp.Body, domain)
	if err != nil && !errors.Is(err, ErrNotRegistered) {
		err = errs.Wrap(err, errs.ParseFailed, host+" returned data in an unknown format").Later()
	}
	if d != nil {
		d.Services = []string{host}
	}
	return d, err
}

func hostOf(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	return host
}
