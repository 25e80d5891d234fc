package blob

import (
	"bytes"
	"crypto/md5" //nolint:gosec // the protocol's ETag, not a protection
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/johannesboyne/gofakes3"

	"github.com/quarryapi/quarry/internal/serve/local/durable"
)

const (
	partsDir = "parts"
	// headSize is what the head of an object's file takes. S3 allows keys of 1 KB
	// and 2 KB of metadata.
	headSize = 8 << 10
)

// head leads an object's file as JSON, filled up with zeros to headSize.
type head struct {
	Key  string            `json:"key"`
	Meta map[string]string `json:"meta"`
	MD5  []byte            `json:"md5"`
	Size int64             `json:"size"`
}

// files is the backend: a file for each object, named by the key's hash, so that
// no key escapes the folder, is too long for it or clashes with another's path. A
// file is written under another name and renamed when complete.
type files struct {
	dir, bucket string
	// commit makes a condition and the rename one step.
	commit sync.Mutex
}

func (f *files) path(key string) string {
	sum := sha256.Sum256([]byte(key))
	name := hex.EncodeToString(sum[:])
	return filepath.Join(f.dir, name[:2], name[2:])
}

// PutObject stores an object.
func (f *files) PutObject(bucket, key string, meta map[string]string, input io.Reader, size int64, conditions *gofakes3.PutConditions) (gofakes3.PutObjectResult, error) {
	var none gofakes3.PutObjectResult
	if err := f.check(bucket); err != nil {
		return none, err
	}
	part, err := os.CreateTemp(filepath.Join(f.dir, partsDir), "")
	if err != nil {
		return none, err
	}
	defer os.Remove(part.Name()) // finds nothing after the rename
	defer part.Close()
	if err := fill(part, head{Key: key, Meta: meta, Size: size}, input); err != nil {
		return none, err
	}

	f.commit.Lock()
	defer f.commit.Unlock()
	if conditions != nil {
		if err := f.hold(bucket, key, conditions); err != nil {
			return none, err
		}
	}
	return none, durable.Rename(part.Name(), f.path(key))
}

// fill writes the content behind the place of the head, then the head, and waits
// until both are on disk.
func fill(file *os.File, h head, content io.Reader) error {
	hash := md5.New() //nolint:gosec // as above
	body := io.NewOffsetWriter(file, headSize)
	n, err := io.Copy(io.MultiWriter(body, hash), content)
	if err != nil {
		return err
	}
	if n != h.Size {
		return gofakes3.ErrIncompleteBody
	}
	h.MD5 = hash.Sum(nil)
	encoded, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if len(encoded) > headSize {
		return gofakes3.ErrMetadataTooLarge
	}
	if _, err := file.WriteAt(append(encoded, make([]byte, headSize-len(encoded))...), 0); err != nil {
		return err
	}
	return file.Sync()
}

// hold returns an error when the conditions of a PUT do not hold.
func (f *files) hold(bucket, key string, conditions *gofakes3.PutConditions) error {
	var info gofakes3.ConditionalObjectInfo
	object, err := f.HeadObject(bucket, key)
	if err == nil {
		info = gofakes3.ConditionalObjectInfo{Exists: true, Hash: object.Hash}
	} else if !gofakes3.HasErrorCode(err, gofakes3.ErrNoSuchKey) {
		return err
	}
	return gofakes3.CheckPutConditions(conditions, &info)
}

// GetObject opens an object, or a part of it; the caller closes its contents.
func (f *files) GetObject(bucket, key string, wanted *gofakes3.ObjectRangeRequest) (*gofakes3.Object, error) {
	if err := f.check(bucket); err != nil {
		return nil, err
	}
	file, err := os.Open(f.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, gofakes3.KeyNotFound(key)
	}
	if err != nil {
		return nil, err
	}
	object, err := open(file, key, wanted)
	if err != nil {
		_ = file.Close()
	}
	return object, err
}

func open(file *os.File, key string, wanted *gofakes3.ObjectRangeRequest) (*gofakes3.Object, error) {
	h, err := readHead(file)
	if err != nil {
		return nil, err
	}
	part, err := wanted.Range(h.Size)
	if err != nil {
		return nil, err
	}
	offset, length := int64(headSize), h.Size
	if part != nil {
		offset, length = offset+part.Start, part.Length
	}
	return &gofakes3.Object{
		Name: key, Metadata: h.Meta, Size: h.Size, Hash: h.MD5, Range: part,
		Contents: contents{io.NewSectionReader(file, offset, length), file},
	}, nil
}

func readHead(file *os.File) (h head, err error) {
	encoded := make([]byte, headSize)
	if _, err = file.ReadAt(encoded, 0); err == nil {
		err = json.Unmarshal(bytes.TrimRight(encoded, "\x00"), &h)
	}
	if err != nil {
		err = fmt.Errorf("%s: read the head: %w", file.Name(), err)
	}
	return h, err
}

// contents reads a part of a file and closes all of it.
type contents struct {
	io.Reader
	io.Closer
}

// HeadObject describes an object.
func (f *files) HeadObject(bucket, key string) (*gofakes3.Object, error) {
	object, err := f.GetObject(bucket, key, nil)
	if err != nil {
		return nil, err
	}
	return object, object.Contents.Close()
}

// DeleteObject removes an object; one that is not there is no error.
func (f *files) DeleteObject(bucket, key string) (gofakes3.ObjectDeleteResult, error) {
	var done gofakes3.ObjectDeleteResult
	if err := f.check(bucket); err != nil {
		return done, err
	}
	if err := os.Remove(f.path(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return done, err
	}
	return done, nil
}

// DeleteMulti removes several objects.
func (f *files) DeleteMulti(bucket string, keys ...string) (gofakes3.MultiDeleteResult, error) {
	var result gofakes3.MultiDeleteResult
	for _, key := range keys {
		if _, err := f.DeleteObject(bucket, key); err != nil {
			return result, err
		}
		result.Deleted = append(result.Deleted, gofakes3.ObjectID{Key: key})
	}
	return result, nil
}

// CopyObject stores an object under another key.
func (f *files) CopyObject(srcBucket, srcKey, dstBucket, dstKey string, meta map[string]string) (gofakes3.CopyObjectResult, error) {
	return gofakes3.CopyObject(f, srcBucket, srcKey, dstBucket, dstKey, meta)
}
