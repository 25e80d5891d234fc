package researchrun_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/research"
	"github.com/quarryapi/quarry/internal/kinds/research/researchrun"
	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/read/research/flow"
	"github.com/quarryapi/quarry/internal/serve/documentcache"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// today is the clock of all tests: the topic of the sample web is of 2026.
func today() time.Time { return time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC) }

// memory is a shelf in memory, by organization and URL.
type memory struct {
	mu    sync.Mutex
	kept  map[string]documentcache.Document
	asked []string // organizations
}

func newMemory() *memory { return &memory{kept: map[string]documentcache.Document{}} }

func (m *memory) Find(_ context.Context, org string, urls []string, maxAge time.Duration) (map[string]documentcache.Document, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, org)
	found := map[string]documentcache.Document{}
	for _, u := range urls {
		if d, ok := m.kept[org+" "+u]; ok && today().Sub(d.StoredAt) <= maxAge {
			found[u] = d
		}
	}
	return found, nil
}

func (m *memory) Put(_ context.Context, org string, d documentcache.Document) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, org)
	d.StoredAt = today()
	m.kept[org+" "+d.URL] = d
	return nil
}

// bundle is a runner over a sample web. It reads no PDFs, whose engine takes seconds to
// start.
type bundle struct {
	sample *webclient.Sample
	shelf  *memory
	runs   kindtest.Runs[research.Result]
}

func setup(t *testing.T, m flow.Model, sites ...webtest.Site) *bundle {
	t.Helper()
	sample := webclient.StartAt(t, today, sites...)
	b := &bundle{sample: sample, shelf: newMemory()}
	b.runs = kindtest.Runs[research.Result]{
		Call: research.Spec().Call, Caller: job.Caller{OrgID: "org_1"},
		Runner: researchrun.With(reader.New(sample.Web, reader.Config{Now: today}), sample.Upstreams(t, nil), b.shelf, m, today),
	}
	return b
}

func pretty(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
