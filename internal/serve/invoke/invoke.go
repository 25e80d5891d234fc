// Package invoke has another function of the installation answer a call, and waits for it. It calls Lambda by the
// SDK's signer alone, as package blob does S3. What a call or an answer does not take goes by a link to an object, so
// that the function needs no right of its own. It must not know what functions do.
package invoke

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
	"github.com/quarryapi/quarry/internal/serve/blob"
)

const (
	// mostResponse is more than Lambda lets through.
	mostResponse = 8 << 20
	// linkFor is how long a link works: longer than a call takes.
	linkFor = 5 * time.Minute
	// prefix is what the keys of objects begin with that are handed from one function to another.
	prefix = "pages/"
	tries  = 3
	pause  = 200 * time.Millisecond
)

// Bucket is the part of blob.Store that a Client needs.
type Bucket interface {
	URL(ctx context.Context, key string, lifetime time.Duration) (string, error)
	UploadURL(ctx context.Context, key string, lifetime time.Duration) (string, error)
	Get(ctx context.Context, key string) ([]byte, error)
}

// Client calls one function. It is safe for concurrent use.
type Client struct {
	signer *v4.Signer
	aws    aws.Config
	name   string
	url    string
	bucket Bucket
	client *http.Client
}

// New returns a client of the function of that name. An empty endpoint is AWS itself; an empty name is that of an
// installation without the function.
func New(cfg aws.Config, endpoint, function string, bucket Bucket) *Client {
	if endpoint == "" {
		endpoint = "https://lambda." + cfg.Region + ".amazonaws.com"
	}
	return &Client{
		signer: v4.NewSigner(), aws: cfg, name: function, bucket: bucket, client: &http.Client{}, //nolint:forbidigo // for our own function; calls end with their context
		url: endpoint + "/2015-03-31/functions/" + url.PathEscape(function) + "/invocations",
	}
}

// Known reports whether the installation has the function.
func (c *Client) Known() bool { return c.name != "" }

// Call has the function answer the request that is made with a link by which the answer can be uploaded, and returns
// the answer, still packed. When the function could not be called, which another try may mend, the error is
// service_unavailable. An error without a code says that the function failed with this request: an *EndedError, or
// what is wrong with its answer. When ctx has ended the error is its cause.
func (c *Client) Call(ctx context.Context, request func(upload string) any) (packed []byte, err error) {
	key := prefix + rand.Text()
	upload, err := c.bucket.UploadURL(ctx, key, linkFor)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(request(upload))
	if err != nil {
		return nil, errs.Internal(err)
	}
	packed, err = c.answer(ctx, key, body)
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("%s function: %w", c.name, context.Cause(ctx))
	}
	return packed, err
}

// Hand puts a body that a request does not take where the function reads it, and returns the link by which it does.
// Errors: service_unavailable.
func (c *Client) Hand(ctx context.Context, body []byte) (link string, err error) {
	key := prefix + rand.Text()
	upload, err := c.bucket.UploadURL(ctx, key, linkFor)
	if err != nil {
		return "", err
	}
	if err := blob.Upload(ctx, upload, body); err != nil {
		return "", c.away(err)
	}
	return c.bucket.URL(ctx, key, linkFor)
}

func (c *Client) answer(ctx context.Context, key string, body []byte) ([]byte, error) {
	answer, err := c.call(ctx, body)
	if err != nil || !answer.Uploaded {
		return answer.Packed, err
	}
	return c.bucket.Get(ctx, key)
}

// call invokes the function, again while Lambda has no room for it: such a call did nothing.
func (c *Client) call(ctx context.Context, body []byte) (Answer, error) {
	for try := 1; ; try++ {
		answer, busy, err := c.once(ctx, body)
		if err == nil || !busy || try == tries {
			return answer, err
		}
		select {
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		case <-time.After(pause << (try - 1)):
		}
	}
}

func (c *Client) once(ctx context.Context, body []byte) (answer Answer, busy bool, err error) {
	req, err := c.request(ctx, body)
	if err != nil {
		return Answer{}, false, errs.Internal(err)
	}
	res, err := c.client.Do(req)
	if err != nil {
		return Answer{}, false, c.away(err)
	}
	defer func() { _ = res.Body.Close() }() // read to its end or already an error
	raw, err := io.ReadAll(io.LimitReader(res.Body, mostResponse))
	switch {
	case err != nil:
		return Answer{}, false, c.away(err)
	case res.StatusCode != http.StatusOK:
		return Answer{}, res.StatusCode == http.StatusTooManyRequests, c.away(fmt.Errorf("lambda answered %s", res.Status))
	case res.Header.Get("X-Amz-Function-Error") != "":
		return Answer{}, false, ended(raw)
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return Answer{}, false, fmt.Errorf("answer of the function: %w", err)
	}
	return answer, false, nil
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
func (c *Client) away(err error) error {
	return errs.Wrap(fmt.Errorf("%s function: %w", c.name, err), errs.ServiceUnavailable, errs.ServiceUnavailable.Text())
}

// Failed is the error of a call as a caller sees it: one with a code as it is, and any other, with which the function
// failed, as provider_unavailable with a text that says what was not done.
func Failed(err error, text string) error {
	if _, coded := errors.AsType[*errs.Error](err); coded {
		return err
	}
	return errs.Wrap(err, errs.ProviderUnavailable, text)
}
