// Package result keeps what jobs give: small results in the table, large ones in
// blobs, and beside those over 4 MB a cut copy for answers. It knows the rules of
// size and nothing of kinds.
package result

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/store"
)

const (
	// MaxInline is the most bytes of result that an answer carries. A Lambda's
	// answer may have 6 MB in all.
	MaxInline = 4 << 20
	// MaxEvent is the most bytes of result that a webhook carries.
	MaxEvent = 256 << 10
	// urlLifetime is how long a link to a whole result works.
	urlLifetime = time.Hour
)

// Table is the part of the store that holds small results.
type Table interface {
	PutResult(ctx context.Context, j *job.Job, packed []byte) (string, error)
	Result(ctx context.Context, org, name string) ([]byte, error)
}

// Objects holds large results, for who reads them.
type Objects interface {
	Get(ctx context.Context, key string) ([]byte, error)
	URL(ctx context.Context, key string, lifetime time.Duration) (string, error)
}

// Blobs holds large results, for who writes them too.
type Blobs interface {
	Objects
	Put(ctx context.Context, key string, packed []byte) error
}

// Reader loads results.
type Reader struct {
	table   Table
	objects Objects
}

// NewReader returns a Reader over a table and objects.
func NewReader(table Table, objects Objects) *Reader {
	return &Reader{table: table, objects: objects}
}

// Results saves and loads results.
type Results struct {
	*Reader
	blobs Blobs
}

// New returns Results over a table and blobs.
func New(table Table, blobs Blobs) *Results {
	return &Results{Reader: NewReader(table, blobs), blobs: blobs}
}

// Save stores the JSON of a claimed job's result.
func (r *Results) Save(ctx context.Context, j *job.Job, value json.RawMessage) (*job.ResultRef, error) {
	ref := &job.ResultRef{Size: len(value)}
	packed := blob.Pack(value)
	if len(packed) <= store.MaxResultItem && len(value) <= MaxInline {
		name, err := r.table.PutResult(ctx, j, packed)
		ref.Item = name
		return ref, err
	}
	base := "results/" + j.OrgID + "/" + j.ID + "/" + strconv.FormatInt(j.Fence, 10)
	ref.Key = base + ".json"
	if err := r.blobs.Put(ctx, ref.Key, packed); err != nil {
		return nil, err
	}
	if len(value) > MaxInline {
		cut, err := Cut(value, MaxInline)
		if err != nil {
			return nil, err
		}
		ref.InlineKey = base + ".cut.json"
		if err := r.blobs.Put(ctx, ref.InlineKey, blob.Pack(cut)); err != nil {
			return nil, err
		}
	}
	return ref, nil
}

// Load reads the JSON that an answer carries: the whole result, or its cut copy
// when ref.Truncated.
func (r *Reader) Load(ctx context.Context, org string, ref *job.ResultRef) (json.RawMessage, error) {
	packed, err := r.packed(ctx, org, ref)
	if err != nil {
		return nil, err
	}
	raw, err := blob.Unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("result of %s: %w", org, err)
	}
	return raw, nil
}

// Whole reads the JSON of the whole result, however large it is.
func (r *Reader) Whole(ctx context.Context, org string, ref *job.ResultRef) (json.RawMessage, error) {
	whole := *ref
	whole.InlineKey = ""
	return r.Load(ctx, org, &whole)
}

func (r *Reader) packed(ctx context.Context, org string, ref *job.ResultRef) ([]byte, error) {
	switch {
	case ref.Item != "":
		return r.table.Result(ctx, org, ref.Item)
	case ref.InlineKey != "":
		return r.objects.Get(ctx, ref.InlineKey)
	default:
		return r.objects.Get(ctx, ref.Key)
	}
}

// URL returns a link to the whole of a result that lies in a blob, good for an
// hour, or "" for a small one.
func (r *Reader) URL(ctx context.Context, ref *job.ResultRef) (string, error) {
	if ref.Key == "" {
		return "", nil
	}
	return r.objects.URL(ctx, ref.Key, urlLifetime)
}
