package reading

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/pdf"
	"github.com/quarryapi/quarry/internal/serve/invoke"
)

// mostBody is the largest document that is sent with the request, of 6 MB that Lambda takes of it in base64.
const mostBody = 4 << 20

// Client has PDFs read by the function. It is safe for concurrent use.
type Client struct{ function *invoke.Client }

// NewClient returns a client of the function of that name. An empty endpoint is AWS itself; an
// empty name is that of an installation without the function.
func NewClient(cfg aws.Config, endpoint, function string, bucket invoke.Bucket) *Client {
	return &Client{invoke.New(cfg, endpoint, function, bucket)}
}

// Read implements extract.PDF. Errors are pdf.ErrEncrypted and pdf.ErrUnusable, the cause of ctx's end, and *errs.Error:
// service_unavailable where the function could not be called, parse_failed for a document that took all of its
// memory or its time, provider_unavailable for a function that failed otherwise, and upstream_timeout for one that had
// less time than ctx.
func (c *Client) Read(ctx context.Context, body []byte) (pdf.Document, error) {
	if !c.function.Known() {
		return pdf.Document{}, errs.New(errs.ProviderNotConfigured, "PDFs cannot be read here: this installation has no function that does")
	}
	doc, err := c.read(ctx, body)
	if end, ok := ctx.Deadline(); ok && errors.Is(err, context.DeadlineExceeded) && time.Until(end) < time.Second { //nolint:forbidigo // contexts end by the real clock
		<-ctx.Done() // the function's time is over with ours, and may be so a moment earlier
	}
	switch {
	case err == nil:
		return doc, nil
	case ctx.Err() != nil: // which step saw the end of the time first is nobody's concern
		return pdf.Document{}, fmt.Errorf("read a pdf: %w", context.Cause(ctx))
	case errors.Is(err, pdf.ErrEncrypted), errors.Is(err, pdf.ErrUnusable):
		return pdf.Document{}, err
	}
	if e, ok := errors.AsType[*invoke.EndedError](err); ok && (e.Type == stuck || e.Exhausted()) {
		return pdf.Document{}, errs.Wrap(err, errs.ParseFailed, "The PDF cannot be read: it takes more memory or time than a document may.")
	}
	return pdf.Document{}, invoke.Failed(err, "The PDF was not read; try again later.")
}

func (c *Client) read(ctx context.Context, body []byte) (pdf.Document, error) {
	var r Request
	if len(body) <= mostBody {
		r.Body = body
	} else {
		var err error
		if r.Link, err = c.function.Hand(ctx, body); err != nil {
			return pdf.Document{}, err
		}
	}
	packed, err := c.function.Call(ctx, func(upload string) any {
		r.Upload = upload
		if end, ok := ctx.Deadline(); ok {
			r.Left = time.Until(end) //nolint:forbidigo // contexts end by the real clock
		}
		return r
	})
	if err != nil {
		return pdf.Document{}, err
	}
	return Decode(packed)
}
