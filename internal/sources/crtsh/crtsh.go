// Package crtsh searches certificate transparency logs at crt.sh, which is often away
// or slow: an error is never taken for "no certificates".
package crtsh

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/certlog"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Caller is the part of upstream.Client that a Client needs.
type Caller interface {
	Do(ctx context.Context, call upstream.Call) (*fetch.Response, error)
}

// Client searches. It is safe for concurrent use.
type Client struct{ site Caller }

// New returns a Client of the upstream "crtsh".
func New(site Caller) *Client { return &Client{site} }

// maxBytes is the most that an answer may have: a row has about 600 bytes, and large
// companies have ten thousands of them.
const maxBytes = 32 << 20

// Search returns the certificates for names below a domain that have not expired.
// Beside the errors of upstream.Client it gives upstream_blocked (a page instead of
// data) and parse_failed (data that is cut off). Timeout is for the whole call with
// the one retry that a passing failure gets.
func (c *Client) Search(ctx context.Context, domain string, timeout time.Duration) ([]certlog.Certificate, error) {
	resp, err := c.site.Do(ctx, upstream.Call{
		Path:    "/",
		Query:   url.Values{"q": {"%." + domain}, "output": {"json"}, "exclude": {"expired"}, "deduplicate": {"Y"}},
		Timeout: timeout, MaxBytes: maxBytes,
	})
	if err != nil {
		return nil, err
	}
	certificates, err := Parse(resp.Body)
	switch {
	case err == nil:
		return certificates, nil
	case bytes.HasPrefix(bytes.TrimSpace(resp.Body), []byte("<")):
		return nil, errs.Wrap(err, errs.UpstreamBlocked, "crtsh returned an HTML page instead of data; try again later.")
	}
	return nil, errs.Wrap(err, errs.ParseFailed, "crtsh returned data in an unknown format").Later()
}

type row struct {
	IssuerName string `json:"issuer_name"`
	CommonName string `json:"common_name"`
	NameValue  string `json:"name_value"` // names, one a line
	NotBefore  string `json:"not_before"`
	NotAfter   string `json:"not_after"`
	Serial     string `json:"serial_number"`
}

// Parse reads an answer: an array of rows, or rows one after the other, as crt.sh
// wrote them formerly.
func Parse(body []byte) ([]certlog.Certificate, error) {
	body = bytes.TrimSpace(body)
	if len(body) == 0 {
		return nil, errors.New("empty answer")
	}
	if body[0] == '[' {
		var rows []row
		if err := json.Unmarshal(body, &rows); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(rows, nameless) {
			return nil, errNameless
		}
		return certificates(rows), nil
	}
	var rows []row
	for d := json.NewDecoder(bytes.NewReader(body)); ; {
		var r row
		err := d.Decode(&r)
		if errors.Is(err, io.EOF) {
			return certificates(rows), nil
		}
		if err != nil {
			return nil, err
		}
		if nameless(r) {
			return nil, errNameless
		}
		rows = append(rows, r)
	}
}

var errNameless = errors.New("a row without a name")

// nameless is what is no row: an error that crt.sh put in the place of one, for example.
func nameless(r row) bool { return r.NameValue == "" }

func certificates(rows []row) []certlog.Certificate {
	list := make([]certlog.Certificate, 0, len(rows))
	for _, r := range rows {
		authority := certlog.DN(r.IssuerName, "CN")
		list = append(list, certlog.Certificate{
			Names:     append(strings.Split(r.NameValue, "\n"), r.CommonName),
			Issuer:    cmp.Or(certlog.DN(r.IssuerName, "O"), authority),
			Authority: authority, Serial: strings.ToLower(r.Serial),
			NotBefore: date(r.NotBefore), NotAfter: date(r.NotAfter),
		})
	}
	return list
}

// date reads a time, which is in UTC and has no zone.
func date(s string) time.Time {
	at, err := time.Parse("2006-01-02T15:04:05", strings.TrimSuffix(s, "Z"))
	if err != nil {
		return time.Time{}
	}
	return at
}
