package blob

import "github.com/johannesboyne/gofakes3"

// The backend has one bucket, which is always there.

func (f *files) check(bucket string) error {
	if bucket != f.bucket {
		return gofakes3.BucketNotFound(bucket)
	}
	return nil
}

// BucketExists reports whether it is the one bucket.
func (f *files) BucketExists(name string) (bool, error) { return name == f.bucket, nil }

// ListBuckets names the one bucket.
func (f *files) ListBuckets() ([]gofakes3.BucketInfo, error) {
	return []gofakes3.BucketInfo{{Name: f.bucket}}, nil
}

// CreateBucket refuses: there is one, and it exists.
func (f *files) CreateBucket(name string) error {
	if name == f.bucket {
		return gofakes3.ResourceError(gofakes3.ErrBucketAlreadyExists, name)
	}
	return gofakes3.ErrTooManyBuckets
}

// DeleteBucket refuses.
func (f *files) DeleteBucket(string) error { return gofakes3.ErrMethodNotAllowed }

// ForceDeleteBucket refuses.
func (f *files) ForceDeleteBucket(string) error { return gofakes3.ErrMethodNotAllowed }

// ListBucket refuses: the service finds its objects by the rows that name them.
func (f *files) ListBucket(string, *gofakes3.Prefix, gofakes3.ListBucketPage) (*gofakes3.ObjectList, error) {
	return nil, gofakes3.ErrNotImplemented
}
