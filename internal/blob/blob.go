// Package blob reads what is too large for a row: results and event bodies, packed
// with gzip, as objects in S3. Package bucket below it writes them; it is apart
// because the S3 client makes a function start later, and most functions only read.
// Neither knows what the bytes mean.
package blob

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"github.com/quarryapi/quarry/internal/errs"
)

const (
	// unsigned is what S3 takes for the hash of a body that is not signed.
	unsigned = "UNSIGNED-PAYLOAD"
	// readLifetime is how long the link works that a read follows itself.
	readLifetime = time.Minute
	// readTries is how often a read is made before its failure counts.
	readTries = 3
	readPause = 50 * time.Millisecond
)

// Reader reads objects of one bucket by presigned links, its own and those that it
// hands out.
type Reader struct {
	signer *v4.Signer
	keys   aws.CredentialsProvider
	region string
	base   string // of every object's URL, with a slash at its end
	now    func() time.Time
	client *http.Client
}

// NewReader returns a Reader of a bucket. An empty endpoint is AWS itself; another
// has its buckets below it.
func NewReader(cfg aws.Config, endpoint, bucket string) *Reader {
	base := "https://" + bucket + ".s3." + cfg.Region + ".amazonaws.com/"
	if endpoint != "" {
		base = endpoint + "/" + bucket + "/"
	}
	return &Reader{
		signer: v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true }), keys: cfg.Credentials,
		region: cfg.Region, base: base, now: time.Now,
		client: &http.Client{Timeout: 20 * time.Second}, //nolint:forbidigo // for our own bucket, as the SDK's client would be
	}
}

// URL returns a link to the object that anybody can open for so long.
func (r *Reader) URL(ctx context.Context, key string, lifetime time.Duration) (string, error) {
	query := url.Values{"X-Amz-Expires": {strconv.Itoa(int(lifetime.Seconds()))}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+(&url.URL{Path: key}).EscapedPath()+"?"+query.Encode(), nil)
	if err != nil {
		return "", fmt.Errorf("blob %s: %w", key, err)
	}
	keys, err := r.keys.Retrieve(ctx)
	if err != nil {
		return "", fmt.Errorf("blob %s: %w", key, err)
	}
	link, _, err := r.signer.PresignHTTP(ctx, keys, req, unsigned, "s3", r.region, r.now())
	if err != nil {
		return "", fmt.Errorf("blob %s: %w", key, err)
	}
	return link, nil
}

// Get reads the packed bytes under key. Errors: service_unavailable.
func (r *Reader) Get(ctx context.Context, key string) (packed []byte, err error) {
	link, err := r.URL(ctx, key, readLifetime)
	if err != nil {
		return nil, err
	}
	for try := range readTries {
		var again bool
		if packed, again, err = r.read(ctx, link); err == nil || !again {
			break
		}
		select {
		case <-ctx.Done():
			return nil, Unavailable(key, ctx.Err())
		case <-time.After(readPause << try):
		}
	}
	return packed, Unavailable(key, err)
}

// read follows a link once and reports whether another try can help.
func (r *Reader) read(ctx context.Context, link string) (packed []byte, again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, link, nil)
	if err != nil {
		return nil, false, err
	}
	req.Header.Set("Accept-Encoding", "gzip") // said here, the transport leaves the bytes packed
	res, err := r.client.Do(req)
	if err != nil {
		return nil, true, err
	}
	defer func() { _ = res.Body.Close() }() // read to its end or already an error
	if res.StatusCode != http.StatusOK {
		return nil, res.StatusCode >= http.StatusInternalServerError, fmt.Errorf("the bucket answered %s", res.Status)
	}
	packed, err = io.ReadAll(res.Body)
	return packed, true, err
}

// Unavailable wraps a failed call, which another try may mend: a job whose result
// could not be stored is run again. It returns nil for nil.
func Unavailable(key string, err error) error {
	if err == nil {
		return nil
	}
	return errs.Wrap(fmt.Errorf("blob %s: %w", key, err), errs.ServiceUnavailable, errs.ServiceUnavailable.Text())
}
