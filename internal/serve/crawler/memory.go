package crawler

import (
	"crypto/sha256"
	"sync"

	"github.com/quarryapi/quarry/internal/serve/store"
)

// mostMemory is how many URLs are remembered, of all crawls: some 40 bytes each.
const mostMemory = 400_000

// memory remembers URLs that have a row, so that those that are on every page of a site are not looked for with each
// of them. A row never changes while its crawl is kept, so what is remembered is never wrong; what is not remembered is
// looked for. It is safe for concurrent use.
type memory struct {
	mu      sync.Mutex
	numbers map[[16]byte]int64
}

func newMemory() *memory { return &memory{numbers: map[[16]byte]int64{}} }

// digest is what a URL of a crawl is remembered by: long enough that no two are taken for one.
func digest(crawl, name string) (d [16]byte) {
	sum := sha256.Sum256([]byte(crawl + " " + name))
	copy(d[:], sum[:])
	return d
}

// number is that of a URL's row.
func (m *memory) number(crawl, name string) (number int64, known bool) {
	d := digest(crawl, name)
	m.mu.Lock()
	defer m.mu.Unlock()
	number, known = m.numbers[d]
	return number, known
}

// add remembers rows that were read or written, and forgets all others when those are too many.
func (m *memory) add(crawl string, rows []store.SeenURL) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.numbers)+len(rows) > mostMemory {
		clear(m.numbers)
	}
	for _, r := range rows {
		m.numbers[digest(crawl, r.URL)] = r.Number
	}
}
