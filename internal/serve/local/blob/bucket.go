package blob

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/johannesboyne/gofakes3"
)

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

// ListBucket names the objects with a prefix, in the order of their keys. It reads the head of every object: who
// exports or deletes an organization asks for it, and nobody else.
func (f *files) ListBucket(name string, prefix *gofakes3.Prefix, page gofakes3.ListBucketPage) (*gofakes3.ObjectList, error) {
	if err := f.check(name); err != nil {
		return nil, err
	}
	list := gofakes3.NewObjectList()
	err := walk(f.dir, func(path string, _ fs.DirEntry) error {
		file, err := os.Open(path) //nolint:gosec // below the operator's own folder
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		defer file.Close()
		h, err := readHead(file)
		if err == nil && (prefix == nil || strings.HasPrefix(h.Key, prefix.Prefix)) && (!page.HasMarker || h.Key > page.Marker) {
			list.Add(&gofakes3.Content{Key: h.Key, Size: h.Size})
		}
		return err
	})
	slices.SortFunc(list.Contents, func(a, b *gofakes3.Content) int { return strings.Compare(a.Key, b.Key) })
	if most := int(page.MaxKeys); most > 0 && len(list.Contents) > most {
		list.Contents, list.IsTruncated = list.Contents[:most], true
		list.NextMarker = list.Contents[most-1].Key
	}
	return list, err
}
