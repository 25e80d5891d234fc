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
	Document(ctx context.Context, org, name string, maxAge time.Duration) (blob.Parcel, time.Time, bool, error)
}

// Document is what is kept under a URL.
type Document struct {
	URL      string // canonical
	StoredAt time.Time
	Body     json.RawMessage
}

// Shelf keeps documents. It is safe for concurrent use.
type Shelf struct {
	table   Table
	objects blob.Objects
}

// New returns a Shelf over a table and objects.
func New(table Table, objects blob.Objects) *Shelf { return &Shelf{table: table, objects: objects} }

// Put keeps a document of an organization's in place of an earlier one of its URL.
func (s *Shelf) Put(ctx context.Context, org string, d Document) error {
	sum := sha256.Sum256([]byte(d.URL))
	p, err := blob.Wrap(ctx, s.objects, Prefix+org+"/"+hex.EncodeToString(sum[:]), store.MaxKeptItem, d.Body)
	if err != nil {
		return err
	}
	return s.table.PutDocument(ctx, org, d.URL, p, Life)
}

// Find returns the organization's documents of URLs that are at most so old, by URL. The
// error is of the first that could not be read; what could be read is there beside it.
func (s *Shelf) Find(ctx context.Context, org string, urls []string, maxAge time.Duration) (map[string]Document, error) {
	var (
		mu     sync.Mutex
		found  = map[string]Document{}
		failed error
		group  sync.WaitGroup
		turns  = make(chan struct{}, atOnce)
	)
	for _, url := range urls {
		turns <- struct{}{}
		group.Go(func() {
			defer func() { <-turns }()
			d, ok, err := s.one(ctx, org, url, maxAge)
			mu.Lock()
			defer mu.Unlock()
			if err != nil && failed == nil {
				failed = err
			}
			if ok {
				found[url] = d
			}
		})
	}
	group.Wait()
	return found, failed
}

func (s *Shelf) one(ctx context.Context, org, url string, maxAge time.Duration) (Document, bool, error) {
	p, at, found, err := s.table.Document(ctx, org, url, min(maxAge, Life))
	if err != nil || !found {
		return Document{}, false, err
	}
	body, err := blob.Unwrap(ctx, s.objects, p)
	if err != nil {
		return Document{}, false, err
	}
	return Document{URL: url, StoredAt: at, Body: body}, true, nil
}
