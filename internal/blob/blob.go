// Package blob keeps what is too large for a row: results and event bodies, packed
// with gzip, as objects in S3. It must not know what the bytes mean.
package blob

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/quarryapi/quarry/internal/errs"
)

// maxUnpacked bounds what is unpacked: nothing larger is ever stored.
const maxUnpacked = 128 << 20

// Store reads and writes objects of one bucket.
type Store struct {
	s3     *s3.Client
	sign   *s3.PresignClient
	bucket string
}

// New returns a Store over a bucket.
func New(client *s3.Client, bucket string) *Store {
	return &Store{s3: client, sign: s3.NewPresignClient(client), bucket: bucket}
}

// Put stores packed JSON under key. Objects say that they are gzip, so that a
// browser or curl --compressed that follows a presigned URL unpacks them.
func (s *Store) Put(ctx context.Context, key string, packed []byte) error {
	_, err := s.s3.PutObject(ctx, &s3.PutObjectInput{
		Bucket: &s.bucket, Key: &key, Body: bytes.NewReader(packed),
		ContentType: new("application/json"), ContentEncoding: new("gzip"),
	})
	return unavailable(key, err)
}

// Get reads the packed bytes under key.
func (s *Store) Get(ctx context.Context, key string) (packed []byte, err error) {
	res, err := s.s3.GetObject(ctx, &s3.GetObjectInput{Bucket: &s.bucket, Key: &key})
	if err != nil {
		return nil, unavailable(key, err)
	}
	defer func() { _ = res.Body.Close() }() // read to its end or already an error
	packed, err = io.ReadAll(res.Body)
	return packed, unavailable(key, err)
}

// unavailable wraps a failed call, which another try may mend: a job whose result
// could not be stored is run again.
func unavailable(key string, err error) error {
	if err == nil {
		return nil
	}
	return errs.Wrap(fmt.Errorf("blob %s: %w", key, err), errs.ServiceUnavailable, errs.ServiceUnavailable.Text())
}

// URL returns a link to the object that anybody can open for so long.
func (s *Store) URL(ctx context.Context, key string, lifetime time.Duration) (string, error) {
	req, err := s.sign.PresignGetObject(ctx, &s3.GetObjectInput{Bucket: &s.bucket, Key: &key},
		s3.WithPresignExpires(lifetime))
	if err != nil {
		return "", fmt.Errorf("blob %s: %w", key, err)
	}
	return req.URL, nil
}

// Pack compresses bytes as Put and small rows hold them.
func Pack(raw []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(raw)/3 + 64)
	w := gzip.NewWriter(&b)
	_, _ = w.Write(raw) // a bytes.Buffer never fails
	_ = w.Close()
	return b.Bytes()
}

// Unpack is the reverse of Pack.
func Unpack(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	raw, err := io.ReadAll(io.LimitReader(r, maxUnpacked))
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	return raw, nil
}
