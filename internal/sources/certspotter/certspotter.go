// Package certspotter searches certificate transparency logs through the API of Cert
// Spotter, which answers a few questions an hour without a key.
package certspotter

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/certlog"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Caller is the part of upstream.Client that a Client needs.
type Caller interface {
	JSON(ctx context.Context, call upstream.Call, v any) error
}

// Client searches. It is safe for concurrent use.
type Client struct {
	api Caller
	key string
}

// New returns a Client of the upstream "certspotter". An empty key is none.
func New(api Caller, key string) *Client { return &Client{api, key} }

// maxPages bounds a search: without a key there are few calls an hour.
const maxPages = 5

// issuance is one certificate (https://sslmate.com/help/reference/ct_search_api_v1).
type issuance struct {
	ID       string   `json:"id"`
	DNSNames []string `json:"dns_names"`
	Issuer   struct {
		Name         string `json:"name"` // a distinguished name
		FriendlyName string `json:"friendly_name"`
		Operator     struct {
			Name string `json:"name"`
		} `json:"operator"`
	} `json:"issuer"`
	NotBefore string `json:"not_before"`
	NotAfter  string `json:"not_after"`
}

// Search returns the certificates for a domain and names below it that have not
// expired, and whether there are more than were read: when a later page fails, those
// before it are returned. Errors: parse_failed and those of
// upstream.Client.
func (c *Client) Search(ctx context.Context, domain string, timeout time.Duration) (found []certlog.Certificate, more bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	call := upstream.Call{Path: "/v1/issuances", Timeout: timeout, Query: url.Values{
		"domain": {domain}, "include_subdomains": {"true"}, "expand": {"dns_names", "issuer"},
	}}
	if c.key != "" {
		call.Header = http.Header{"Authorization": {"Bearer " + c.key}}
	}
	found = []certlog.Certificate{}
	for range maxPages {
		var page []issuance
		err := c.api.JSON(ctx, call, &page)
		if err == nil && slices.ContainsFunc(page, func(i issuance) bool { return i.ID == "" }) {
			err, page = errs.New(errs.ParseFailed, "certspotter returned a list of something else than issuances").Later(), nil
		}
		if err != nil && len(found) == 0 {
			return nil, false, err
		}
		if len(page) == 0 { // the end, or a later page that could not be read
			return found, err != nil, nil
		}
		for _, i := range page {
			found = append(found, i.certificate())
		}
		call.Query.Set("after", page[len(page)-1].ID)
	}
	return found, true, nil
}

func (i issuance) certificate() certlog.Certificate {
	authority := certlog.DN(i.Issuer.Name, "CN")
	return certlog.Certificate{
		Names:     i.DNSNames,
		Issuer:    cmp.Or(certlog.DN(i.Issuer.Name, "O"), i.Issuer.Operator.Name, i.Issuer.FriendlyName, authority),
		Authority: authority,
		NotBefore: date(i.NotBefore), NotAfter: date(i.NotAfter),
	}
}

func date(s string) time.Time {
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return time.Time{}
	}
	return at.UTC()
}
