package showing

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/invoke"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// Client has pages shown by the function. It is safe for concurrent use.
type Client struct{ function *invoke.Client }

// NewClient returns a client of the function of that name. An empty endpoint is AWS itself; an
// empty name is that of an installation without a browser.
func NewClient(cfg aws.Config, endpoint, function string, bucket invoke.Bucket) *Client {
	return &Client{invoke.New(cfg, endpoint, function, bucket)}
}

// Visit opens a page, and has the errors that browser.Browser.Visit has, and service_unavailable
// where the function could not be called.
func (c *Client) Visit(ctx context.Context, v shown.Visit) (*shown.Page, error) {
	if !c.function.Known() {
		return nil, errs.New(errs.BrowserUnavailable, "pages cannot be shown here: this installation has no browser")
	}
	packed, err := c.function.Call(ctx, func(upload string) any {
		return Request{Visit: v, Named: egress.Named(ctx), Upload: upload}
	})
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	var page *shown.Page
	if err == nil {
		page, err = Decode(packed)
	}
	if err != nil {
		return nil, invoke.Failed(err, "the browser did not show the page; try again later")
	}
	return page, nil
}
