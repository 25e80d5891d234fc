package store

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// MaxResultItem is the most bytes of a packed result that a row takes. At 8 KB a
// row and an object in S3 cost the same to write.
const MaxResultItem = 8 << 10

type resultItem struct {
	PK     string `dynamodbav:"pk"`
	SK     string `dynamodbav:"sk"`
	Entity string `dynamodbav:"entity"`
	Body   []byte `dynamodbav:"body"`
	TTL    int64  `dynamodbav:"ttl"`
}

// PutResult stores a small packed result under the job and its fence, and returns
// the name by which Result finds it.
func (s *Store) PutResult(ctx context.Context, j *job.Job, packed []byte) (string, error) {
	k := resultKey(j.OrgID, j.ID, j.Fence)
	_, err := s.put(ctx, resultItem{
		PK: k.pk, SK: k.sk, Entity: "result", Body: packed, TTL: s.now().Add(job.ResultRetention).Unix(),
	}, "")
	return j.ID + "#" + strconv.FormatInt(j.Fence, 10), err
}

// Result reads a packed result by the name that PutResult gave.
func (s *Store) Result(ctx context.Context, org, name string) ([]byte, error) {
	id, fence, _ := strings.Cut(name, "#")
	n, err := strconv.ParseInt(fence, 10, 64)
	if err != nil {
		return nil, errs.Internal(err)
	}
	var row resultItem
	found, err := s.get(ctx, resultKey(org, id, n), &row)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errs.Newf(errs.InternalError, "The result of %s is gone.", id)
	}
	return row.Body, nil
}

type cacheItem struct {
	PK       string     `dynamodbav:"pk"`
	SK       string     `dynamodbav:"sk"`
	Entity   string     `dynamodbav:"entity"`
	Job      string     `dynamodbav:"job"`
	Result   *resultRef `dynamodbav:"result"`
	Meta     string     `dynamodbav:"meta,omitempty"`
	Credits  int64      `dynamodbav:"credits,omitempty"`
	StoredAt int64      `dynamodbav:"storedAt"`
	TTL      int64      `dynamodbav:"ttl"`
}

// CacheEntry is a result that equal calls of one organization may be given again.
type CacheEntry struct {
	Job      string // the job that fetched it
	Result   *job.ResultRef
	Meta     []byte
	Credits  int64 // what its job cost in the end
	StoredAt time.Time
}

// Cached reads an organization's cache entry; found is false when there is none
// as young as maxAge.
func (s *Store) Cached(ctx context.Context, org, hash string, maxAge time.Duration) (e CacheEntry, found bool, err error) {
	var row cacheItem
	found, err = s.get(ctx, cacheKey(org, hash), &row)
	if err != nil || !found || s.now().Sub(fromMillis(row.StoredAt)) > maxAge {
		return CacheEntry{}, false, err
	}
	e = CacheEntry{Job: row.Job, Result: row.Result.ref(), Credits: row.Credits, StoredAt: fromMillis(row.StoredAt)}
	if row.Meta != "" {
		e.Meta = []byte(row.Meta)
	}
	return e, true, nil
}

// PutCache stores a succeeded job's result under its cache key.
func (s *Store) PutCache(ctx context.Context, j *job.Job) error {
	k := cacheKey(j.OrgID, j.CacheKey)
	_, err := s.put(ctx, cacheItem{
		PK: k.pk, SK: k.sk, Entity: "cache", Job: j.ID, Result: newResultRef(j.Result), Meta: string(j.Meta), Credits: j.Quote.Credits - j.Refunded,
		StoredAt: millis(j.CompletedAt), TTL: j.CompletedAt.Add(job.MaxCacheTTL).Unix(),
	}, "")
	return err
}
