// Package blob keeps what is too large for a row: results and event bodies, packed
// with gzip, as objects in S3. It speaks to S3 with the SDK's signer alone, since the SDK's
// client of S3 makes a function start later. It does not know what the bytes mean.
package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"github.com/quarryapi/quarry/internal/core/errs"
)

const (
	// unsigned is what S3 takes for the hash of a body that is not signed.
	unsigned = "UNSIGNED-PAYLOAD"
	// readLifetime is how long the link works that a read follows itself.
	readLifetime = time.Minute
	// tries is how often a call is made before its failure counts.
	tries = 3
	pause = 50 * time.Millisecond
)

// Store reads objects of one bucket by presigned links, its own and those that it hands
// out, and writes them by signed calls.
type Store struct {
	signer *v4.Signer
	keys   aws.CredentialsProvider
	region string
	base   string // of every object's URL, with a slash at its end
	now    func() time.Time
	client *http.Client
}

// New returns a Store over a bucket. An empty endpoint is AWS itself; another
// has its buckets below it.
func New(cfg aws.Config, endpoint, bucket string) *Store {
	base := "https://" + bucket + ".s3." + cfg.Region + ".amazonaws.com/"
	if endpoint != "" {
		base = endpoint + "/" + bucket + "/"
	}
	return &Store{
		signer: v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true }), keys: cfg.Credentials,
		region: cfg.Region, base: base, now: time.Now,
		client: &http.Client{Timeout: 20 * time.Second}, //nolint:forbidigo // for our own bucket, as the SDK's client would be
	}
}

// URL returns a link to the object that anybody can open for so long.
func (s *Store) URL(ctx context.Context, key string, lifetime time.Duration) (string, error) {
	return s.presign(ctx, http.MethodGet, key, lifetime)
}

// UploadURL returns a link by which anybody can write the object for so long.
func (s *Store) UploadURL(ctx context.Context, key string, lifetime time.Duration) (string, error) {
	return s.presign(ctx, http.MethodPut, key, lifetime)
}

func (s *Store) presign(ctx context.Context, method, key string, lifetime time.Duration) (string, error) {
	query := url.Values{"X-Amz-Expires": {strconv.Itoa(int(lifetime.Seconds()))}}
	req, err := http.NewRequestWithContext(ctx, method, s.address(key)+"?"+query.Encode(), nil)
	if err != nil {
		return "", fmt.Errorf("blob %s: %w", key, err)
	}
	keys, err := s.keys.Retrieve(ctx)
	if err != nil {
		return "", fmt.Errorf("blob %s: %w", key, err)
	}
	link, _, err := s.signer.PresignHTTP(ctx, keys, req, unsigned, "s3", s.region, s.now())
	if err != nil {
		return "", fmt.Errorf("blob %s: %w", key, err)
	}
	return link, nil
}

func (s *Store) address(key string) string { return s.base + (&url.URL{Path: key}).EscapedPath() }

// Get reads the packed bytes under key. Errors: service_unavailable.
func (s *Store) Get(ctx context.Context, key string) (packed []byte, err error) {
	link, err := s.URL(ctx, key, readLifetime)
	if err != nil {
		return nil, err
	}
	err = attempt(ctx, func() (again bool, err error) {
		packed, again, err = s.read(ctx, link)
		return again, err
	})
	return packed, unavailable(key, err)
}

// Put stores packed JSON under key. Objects say that they are gzip, so that a browser
// or curl --compressed that follows a link unpacks them. Errors: service_unavailable.
func (s *Store) Put(ctx context.Context, key string, packed []byte) error {
	return unavailable(key, attempt(ctx, func() (again bool, err error) { return s.write(ctx, key, packed) }))
}

// attempt makes a call up to three times, as long as another can help.
func attempt(ctx context.Context, call func() (again bool, err error)) error {
	for try := 1; ; try++ {
		again, err := call()
		if err == nil || !again || try == tries {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause << (try - 1)):
		}
	}
}

// read follows a link once and reports whether another try can help.
func (s *Store) read(ctx context.Context, link string) (packed []byte, again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, link, nil)
	if err != nil {
		return nil, false, err
	}
	req.Header.Set("Accept-Encoding", "gzip") // said here, the transport leaves the bytes packed
	return s.do(req)
}

// write stores an object once and reports whether another try can help.
func (s *Store) write(ctx context.Context, key string, packed []byte) (again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, s.address(key), bytes.NewReader(packed))
	if err != nil {
		return false, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Content-Encoding", "gzip")
	_, again, err = s.signed(ctx, req, packed)
	return again, err
}

// signed makes a call whose body is known.
func (s *Store) signed(ctx context.Context, req *http.Request, body []byte) (answer []byte, again bool, err error) {
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:])
	req.Header.Set("X-Amz-Content-Sha256", hash)
	keys, err := s.keys.Retrieve(ctx)
	if err != nil {
		return nil, false, err
	}
	if err := s.signer.SignHTTP(ctx, keys, req, hash, "s3", s.region, s.now()); err != nil {
		return nil, false, err
	}
	return s.do(req)
}

func (s *Store) do(req *http.Request) (body []byte, again bool, err error) {
	res, err := s.client.Do(req)
	if err != nil {
		return nil, true, err
	}
	defer func() { _ = res.Body.Close() }() // read to its end or already an error
	if res.StatusCode != http.StatusOK && res.StatusCode != http.StatusNoContent {
		return nil, res.StatusCode >= http.StatusInternalServerError || res.StatusCode == http.StatusTooManyRequests, fmt.Errorf("the bucket answered %s", res.Status)
	}
	body, err = io.ReadAll(io.LimitReader(res.Body, maxUnpacked))
	return body, true, err
}

// unavailable wraps a failed call, which another try may mend: a job whose result
// could not be stored is run again. It returns nil for nil.
func unavailable(key string, err error) error {
	if err == nil {
		return nil
	}
	return errs.Wrap(fmt.Errorf("blob %s: %w", key, err), errs.ServiceUnavailable, errs.ServiceUnavailable.Text())
}
