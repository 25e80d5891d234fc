package showing

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/shown"
)

const (
	// mostResponse is more than Lambda lets through.
	mostResponse = 8 << 20
	// uploadFor is how long a link for an answer works: longer than a call takes.
	uploadFor = 5 * time.Minute
	// prefix is what the keys of answers in the bucket begin with.
	prefix = "pages/"
	tries  = 3
	pause  = 200 * time.Millisecond
)

// Bucket is the part of blob.Store that a Client needs.
type Bucket interface {
	UploadURL(ctx context.Context, key string, lifetime time.Duration) (string, error)
	Get(ctx context.Context, key string) ([]byte, error)
}

// Client has pages shown by the function. It calls Lambda by the SDK's signer alone, as package
// blob does S3. It is safe for concurrent use.
type Client struct {
	signer *v4.Signer
	aws    aws.Config
	url    string
	bucket Bucket
	client *http.Client
}

// NewClient returns a client of the function of that name. An empty endpoint is AWS itself; an
// empty name is that of an installation without a browser.
func NewClient(cfg aws.Config, endpoint, function string, bucket Bucket) *Client {
	if endpoint == "" {
		endpoint = "https://lambda." + cfg.Region + ".amazonaws.com"
	}
	c := &Client{signer: v4.NewSigner(), aws: cfg, bucket: bucket, client: &http.Client{}} //nolint:forbidigo // for our own function; calls end with their context
	if function != "" {
		c.url = endpoint + "/2015-03-31/functions/" + url.PathEscape(function) + "/invocations"
	}
	return c
}

// Visit opens a page, and has the errors that browser.Browser.Visit has, and service_unavailable
// where the function could not be called.
func (c *Client) Visit(ctx context.Context, v shown.Visit) (*shown.Page, error) {
	if c.url == "" {
		return nil, errs.New(errs.BrowserUnavailable, "pages cannot be shown here: this installation has no browser")
	}
	key := prefix + rand.Text()
	upload, err := c.bucket.UploadURL(ctx, key, uploadFor)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(Request{Visit: v, Named: egress.Named(ctx), Upload: upload}) //nolint:musttag // both ends are ours, and a test holds that every field travels
	if err != nil {
		return nil, errs.Internal(err)
	}
	page, err := c.visit(ctx, key, body)
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("visit: %w", context.Cause(ctx))
	}
	return page, err
}

func (c *Client) visit(ctx context.Context, key string, body []byte) (*shown.Page, error) {
	response, err := c.call(ctx, body)
	if err != nil {
		return nil, err
	}
	packed := response.Packed
	if response.Uploaded {
		if packed, err = c.bucket.Get(ctx, key); err != nil {
			return nil, err
		}
	}
	page, err := Decode(packed)
	if _, coded := errors.AsType[*errs.Error](err); err != nil && !coded {
		return nil, broken(err)
	}
	return page, err
}

// call invokes the function, again while Lambda has no room for it: such a call did nothing.
func (c *Client) call(ctx context.Context, body []byte) (Response, error) {
	for try := 1; ; try++ {
		response, busy, err := c.once(ctx, body)
		if err == nil || !busy || try == tries {
			return response, err
		}
		select {
		case <-ctx.Done():
			return Response{}, ctx.Err()
		case <-time.After(pause << (try - 1)):
		}
	}
}

func (c *Client) once(ctx context.Context, body []byte) (response Response, busy bool, err error) {
	req, err := c.request(ctx, body)
	if err != nil {
		return Response{}, false, errs.Internal(err)
	}
	res, err := c.client.Do(req)
	if err != nil {
		return Response{}, false, away(err)
	}
	defer func() { _ = res.Body.Close() }() // read to its end or already an error
	raw, err := io.ReadAll(io.LimitReader(res.Body, mostResponse))
	switch {
	case err != nil:
		return Response{}, false, away(err)
	case res.StatusCode != http.StatusOK:
		return Response{}, res.StatusCode == http.StatusTooManyRequests, away(fmt.Errorf("lambda answered %s", res.Status))
	case res.Header.Get("X-Amz-Function-Error") != "": // its time or its memory was over, or it died
		return Response{}, false, broken(fmt.Errorf("the function ended: %.500s", raw))
	}
	if err := json.Unmarshal(raw, &response); err != nil {
		return Response{}, false, broken(err)
	}
	return response, false, nil
}

func (c *Client) request(ctx context.Context, body []byte) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	keys, err := c.aws.Credentials.Retrieve(ctx)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(body)
	return req, c.signer.SignHTTP(ctx, keys, req, hex.EncodeToString(sum[:]), "lambda", c.aws.Region, time.Now()) //nolint:forbidigo // signatures are of the real time
}

// away is for a call that did not come to an answer: the job may be tried again.
func away(err error) error {
	return errs.Wrap(fmt.Errorf("browser function: %w", err), errs.ServiceUnavailable, errs.ServiceUnavailable.Text())
}

// broken is for a function that failed with this page.
func broken(err error) error {
	return errs.Wrap(fmt.Errorf("browser function: %w", err), errs.ProviderUnavailable, "the browser did not show the page; try again later")
}
