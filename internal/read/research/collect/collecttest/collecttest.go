// Package collecttest has a cache of documents in memory, and the suite that every cache
// passes. It is for tests only.
package collecttest

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/research/collect"
)

// Cache is a collect.DocumentCache in memory. Time stands still in it: no document is
// ever too old. It is safe for concurrent use, but for Err.
type Cache struct {
	// Err is returned by all calls, which work nevertheless.
	Err error

	mu   sync.Mutex
	kept map[string]json.RawMessage // by organization and URL
	orgs map[string]bool
}

// Find implements collect.DocumentCache.
func (c *Cache) Find(_ context.Context, org string, urls []string, _ time.Duration) (map[string]json.RawMessage, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked(org)
	found := map[string]json.RawMessage{}
	for _, url := range urls {
		if body, ok := c.kept[org+" "+url]; ok {
			found[url] = body
		}
	}
	return found, c.Err
}

// Put implements collect.DocumentCache.
func (c *Cache) Put(_ context.Context, org, url string, body json.RawMessage) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked(org)
	if c.kept == nil {
		c.kept = map[string]json.RawMessage{}
	}
	c.kept[org+" "+url] = body
	return c.Err
}

func (c *Cache) asked(org string) {
	if c.orgs == nil {
		c.orgs = map[string]bool{}
	}
	c.orgs[org] = true
}

// Organizations are those of all calls, in order.
func (c *Cache) Organizations() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Sorted(maps.Keys(c.orgs))
}

// Run holds an empty cache to its contract.
func Run(t *testing.T, cache collect.DocumentCache) {
	t.Helper()
	for _, put := range [][2]string{{"http://a.test/", `"first"`}, {"http://a.test/", `"again"`}, {"http://b.test/", `{"n":1}`}} {
		if err := cache.Put(t.Context(), "org_1", put[0], json.RawMessage(put[1])); err != nil {
			t.Fatalf("putting %s under %s: got error %v", put[1], put[0], err)
		}
	}
	urls := []string{"http://a.test/", "http://b.test/", "http://c.test/"}
	for org, want := range map[string]map[string]json.RawMessage{
		"org_1": {"http://a.test/": json.RawMessage(`"again"`), "http://b.test/": json.RawMessage(`{"n":1}`)},
		"org_2": {},
	} {
		got, err := cache.Find(t.Context(), org, urls, time.Hour)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("finding as %s: got error %v, and a result that differs (-want +got):\n%s", org, err, diff)
		}
	}
}
