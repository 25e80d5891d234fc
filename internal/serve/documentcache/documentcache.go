// Package documentcache keeps documents that an organization's jobs fetched, for its later
// jobs. No organization sees another's. It knows neither what a document says nor who
// reads it.
package documentcache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/store"
)

const (
	// Prefix is what the keys of its objects begin with; the bucket expires them by it.
	Prefix = "documents/"
	// Life is how long a document is kept.
	Life = 7 * 24 * time.Hour
	// atOnce is how many rows are read side by side.
	atOnce = 8
)

// Table is the part of the store that holds documents.
type Table interface {
	PutDocument(ctx context.Context, org, name string, p blob.Parcel, life time.Duration) error
	Document(ctx context.Context, org, name string, maxAge time.Duration) (p blob.Parcel, found bool, err error)
}

// Cache keeps documents. It is safe for concurrent use.
type Cache struct {
	table   Table
	objects blob.Objects
}

// New returns a Cache over a table and objects.
func New(table Table, objects blob.Objects) *Cache { return &Cache{table: table, objects: objects} }

// Put keeps a document of an organization's under a URL, in place of an earlier one.
func (c *Cache) Put(ctx context.Context, org, url string, body json.RawMessage) error {
	sum := sha256.Sum256([]byte(url))
	p, err := blob.Wrap(ctx, c.objects, Prefix+org+"/"+hex.EncodeToString(sum[:]), store.MaxKeptItem, body)
	if err != nil {
		return err
	}
	return c.table.PutDocument(ctx, org, url, p, Life)
}

// Find returns the organization's documents of URLs that are at most so old, by URL. The
// error is of the first that could not be read; what could be read is there beside it.
func (c *Cache) Find(ctx context.Context, org string, urls []string, maxAge time.Duration) (map[string]json.RawMessage, error) {
	var (
		mu    sync.Mutex
		found = map[string]json.RawMessage{}
		group errgroup.Group // without a context: one that fails ends no other
	)
	group.SetLimit(atOnce)
	for _, url := range urls {
		group.Go(func() error {
			body, err := c.one(ctx, org, url, maxAge)
			if body != nil {
				mu.Lock()
				defer mu.Unlock()
				found[url] = body
			}
			return err
		})
	}
	err := group.Wait()
	return found, err
}

// one is nil without a document.
func (c *Cache) one(ctx context.Context, org, url string, maxAge time.Duration) (json.RawMessage, error) {
	p, found, err := c.table.Document(ctx, org, url, min(maxAge, Life))
	if err != nil || !found {
		return nil, err
	}
	return blob.Unwrap(ctx, c.objects, p)
}
