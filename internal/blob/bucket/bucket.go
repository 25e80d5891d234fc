// Package bucket writes objects to S3, for the functions that store results and
// events. Reading is package blob's.
package bucket

import (
	"bytes"
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/quarryapi/quarry/internal/blob"
)

// Store reads and writes objects of one bucket.
type Store struct {
	*blob.Reader
	s3   *s3.Client
	name string
}

// New returns a Store over a bucket. An empty endpoint is AWS itself.
func New(cfg aws.Config, endpoint, name string) *Store {
	client := s3.NewFromConfig(cfg, func(o *s3.Options) {
		if endpoint != "" {
			o.BaseEndpoint = &endpoint
			o.UsePathStyle = true // engines on loopback have no names for buckets
		}
	})
	return &Store{Reader: blob.NewReader(cfg, endpoint, name), s3: client, name: name}
}

// Put stores packed JSON under key. Objects say that they are gzip, so that a
// browser or curl --compressed that follows a link unpacks them. Errors:
// service_unavailable.
func (s *Store) Put(ctx context.Context, key string, packed []byte) error {
	_, err := s.s3.PutObject(ctx, &s3.PutObjectInput{
		Bucket: &s.name, Key: &key, Body: bytes.NewReader(packed),
		ContentType: new("application/json"), ContentEncoding: new("gzip"),
	})
	return blob.Unavailable(key, err)
}
