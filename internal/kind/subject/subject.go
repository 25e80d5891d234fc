// Package subject reads what calls are about, a URL or a domain, into one canonical
// form, with errors that name the field. It knows no kind and asks nobody.
package subject

import (
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
)

// URL reads a field that holds a public URL. One that begins with a host name instead of a
// scheme is taken for https, and with port 80 for http. Error: invalid_url.
func URL(field, raw string) (*url.URL, error) {
	raw = strings.TrimSpace(raw)
	if port, ok := bare(raw); ok && port == "80" {
		raw = "http://" + raw
	} else if ok {
		raw = "https://" + raw
	}
	u, err := egress.Parse(raw)
	if err != nil {
		return nil, refuse(err, field)
	}
	return u, nil
}

// bare reports whether an address begins with a host name where others have a scheme, and the port
// behind it.
func bare(raw string) (port string, ok bool) {
	authority := raw
	if end := strings.IndexAny(raw, "/?#"); end >= 0 {
		authority = raw[:end]
	}
	name, port, _ := strings.Cut(authority, ":")
	return port, strings.Contains(strings.Trim(name, "."), ".") && !strings.ContainsAny(name, "@\\[] %") && strings.Trim(port, "0123456789") == "" &&
		(port != "" || !strings.HasSuffix(authority, ":"))
}

// Domain reads a field that holds a domain: a name on the public internet, in lower
// case and ASCII, without a leading "www.". Of a URL it is the host. Error: invalid_url.
func Domain(field, raw string) (string, error) {
	raw = strings.TrimSpace(raw)
	if raw == "" {
		return "", errs.Field(errs.InvalidURL, field, "is empty; give a domain such as example.com")
	}
	address := raw
	if !strings.Contains(raw, "://") {
		address = "https://" + raw
	}
	u, err := egress.Parse(address)
	switch {
	case err != nil && strings.ContainsAny(raw, `/\@:?#`) && !strings.HasPrefix(errs.As(err).Message, "names localhost,") && !strings.HasPrefix(errs.As(err).Message, "names 127.0.0.1,"):
		return "", errs.Field(errs.InvalidURL, field, "must be a domain such as example.com, or a public URL of its site")
	case err != nil:
		return "", refuse(err, field)
	}
	name := u.Hostname()
	if _, err := netip.ParseAddr(name); err == nil || !strings.Contains(name, ".") {
		return "", errs.Field(errs.InvalidURL, field, "must be a domain such as example.com")
	}
	return Host(name), nil
}

// Either reads the fields domain and url of a call that takes one of them or both: a
// missing domain is that of the page. It returns the page's host, or nothing without a
// page. Errors: invalid_request when both are missing, invalid_url.
func Either(domain, page *string) (host string, err error) {
	if *domain == "" && *page == "" {
		return "", errs.Field(errs.InvalidRequest, "domain", "is missing; give a domain such as example.com, or a page of it as url")
	}
	if *domain != "" {
		if *domain, err = Domain("domain", *domain); err != nil {
			return "", err
		}
	}
	if *page == "" {
		return "", nil
	}
	u, err := URL("url", *page)
	if err != nil {
		return "", err
	}
	*page = u.String()
	if *domain == "" {
		*domain, err = Domain("url", u.Hostname())
	}
	return u.Hostname(), err
}

// Name is what somebody or something is called, with its space collapsed, which means
// nothing to registers.
func Name(raw string) string { return strings.Join(strings.Fields(raw), " ") }

// Host is a host name without a leading "www.".
func Host(name string) string {
	if bare := strings.TrimPrefix(name, "www."); strings.Contains(bare, ".") {
		return bare
	}
	return name
}

// Registrable is the part of a domain that somebody registered: example.co.uk of
// blog.example.co.uk. A public suffix or an address is its own.
func Registrable(domain string) string {
	name, err := publicsuffix.EffectiveTLDPlusOne(domain)
	if err != nil {
		return domain
	}
	return name
}

func refuse(err error, field string) error {
	e := errs.As(err)
	return &errs.Error{
		Code: e.Code, Message: field + ": " + e.Message, Err: e,
		Details: []errs.Detail{{Field: field, Issue: e.Message}},
	}
}
