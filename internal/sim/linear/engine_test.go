package linear_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/dynamotest"
)

func TestMain(m *testing.M) { os.Exit(dynamotest.Main(m)) }

// mortal is an engine with a file that is killed now and then, and another started on the
// file. Calls that are under way fail, and nobody knows whether they were done.
type mortal struct {
	mu       sync.RWMutex
	path     string
	engine   *dynamotest.Process
	lives    int
	ended    bool
	problems []error
}

func newMortal(t *testing.T) *mortal {
	t.Helper()
	m := &mortal{path: filepath.Join(t.TempDir(), "tables.db")}
	var err error
	if m.engine, err = dynamotest.StartProcess(t.Context(), m.path); err != nil {
		t.Fatalf("starting the engine: got error %v", err)
	}
	t.Cleanup(func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.ended = true
		m.engine.Kill()
		if m.lives == 0 || len(m.problems) > 0 {
			t.Errorf("got %d restarts of the engine with errors %v, want some without", m.lives, m.problems)
		}
	})
	return m
}

// die kills the engine, and starts another on its file.
func (m *mortal) die(ctx context.Context) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ended {
		return
	}
	m.engine.Kill()
	next, err := dynamotest.StartProcess(ctx, m.path)
	if err != nil {
		m.problems = append(m.problems, err)
		return
	}
	m.engine, m.lives = next, m.lives+1
}

// Do makes a call of the engine that lives now.
func (m *mortal) Do(r *http.Request) (*http.Response, error) {
	m.mu.RLock()
	engine := m.engine
	m.mu.RUnlock()
	return engine.Do(r)
}

// clock stands still until it is moved.
type clock struct {
	mu sync.Mutex
	at time.Time
}

// Now is the clock's time.
func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Move sets the clock forward.
func (c *clock) Move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// TestEngineDies: what was answered survives an engine that is killed, and what was not is
// done whole or not at all.
func TestEngineDies(t *testing.T) {
	t.Parallel()
	for _, shards := range []int{1, 4} {
		model, ops := walletHistory(t, setting{shards: shards, seed: 7, mortal: newMortal(t)})
		inOrder(t, model, ops)
	}
}
