// Package crux asks the Chrome UX Report what Chrome's users met at a page or origin
// (https://developer.chrome.com/docs/crux/api). It knows no jobs.
package crux

import (
	"context"
	"net/http"
	"net/url"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/google"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Name is the upstream's in package sources.
const Name = "crux"

// Client asks the report. It is safe for concurrent use.
type Client struct{ up *upstream.Client }

// New returns a Client.
func New(up *upstream.Client) *Client { return &Client{up: up} }

// Configured reports whether there is a key. Without one every call fails at once.
func (c *Client) Configured() bool { return c.up.Key != "" }

// Key is what a record is about: a page or an origin, on all devices or one kind.
type Key struct {
	URL        string `json:"url,omitempty"`
	Origin     string `json:"origin,omitempty"`     // "https://example.com"
	FormFactor string `json:"formFactor,omitempty"` // PHONE, DESKTOP or TABLET; empty for all
}

// Record are 28 days of measurements.
type Record struct {
	Key              Key               `json:"key"` // as the report normalised it
	Metrics          map[string]Metric `json:"metrics"`
	CollectionPeriod Period            `json:"collectionPeriod"`
}

// Metric has a histogram with percentiles, percentiles alone, or fractions.
type Metric struct {
	Histogram   []Bin              `json:"histogram,omitempty"`
	Percentiles *Percentiles       `json:"percentiles,omitempty"`
	Fractions   map[string]float64 `json:"fractions,omitempty"` // shares by name, together 1
}

// Bin is a part of a histogram: good, needs improvement, poor, in this order.
type Bin struct {
	Density float64 `json:"density"` // 0 to 1; 0 when it is unknown
}

// Percentiles are those that the report gives.
type Percentiles struct {
	P75 *Number `json:"p75,omitempty"`
}

// Period is from the first to the last day of a record.
type Period struct {
	FirstDate Date `json:"firstDate"`
	LastDate  Date `json:"lastDate"`
}

// Date is a day; the zero value is none.
type Date struct {
	Year  int `json:"year"`
	Month int `json:"month"`
	Day   int `json:"day"`
}

// Record returns the record of a key, or nil when the report has none, which is an
// answer. Errors: provider_not_configured (no key, or one that is not accepted),
// upstream_rate_limited, target_error (a key that it does not read), parse_failed,
// and those of upstream.Client.
func (c *Client) Record(ctx context.Context, key Key) (*Record, error) {
	resp, err := c.up.Do(ctx, upstream.Call{
		Method: http.MethodPost, Path: "/v1/records:queryRecord", Query: url.Values{"key": {c.up.Key}}, Body: key, Final: google.Final,
	})
	if err != nil {
		return nil, err
	}
	return c.parse(resp)
}

func (c *Client) parse(resp *fetch.Response) (*Record, error) {
	if p := google.Read(resp); p != nil {
		if p.Code == http.StatusNotFound && p.Status == "NOT_FOUND" {
			return nil, nil //nolint:nilnil // nothing and no error is what the report says
		}
		return nil, p.Err(Name)
	}
	var body struct {
		Record *Record `json:"record"`
	}
	if err := c.up.Decode(resp, &body); err != nil {
		return nil, err
	}
	if body.Record == nil || len(body.Record.Metrics) == 0 {
		return nil, errs.New(errs.ParseFailed, "crux returned no record data").Later()
	}
	return body.Record, nil
}
