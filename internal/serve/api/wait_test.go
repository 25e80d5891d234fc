package api_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/local/endings"
	"github.com/quarryapi/quarry/internal/serve/ratelimit"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/serve/token"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

// slow is a store, without an engine, of one job that ends after a time.
type slow struct {
	api.Store
	worker.Jobs

	takes time.Duration
	hub   *endings.Hub // hears of the end, if there is one
	looks atomic.Int64
	ended atomic.Bool
}

func (s *slow) Authorize(context.Context, token.Token, ratelimit.Bucket) (*store.Principal, ratelimit.Position, error) {
	return &store.Principal{Scopes: []string{"api.write"}}, ratelimit.Position{}, nil
}

func (s *slow) Admit(ctx context.Context, a store.Admission) (*job.Job, bool, error) {
	go func() {
		time.Sleep(s.takes) // in a bubble's time
		s.ended.Store(true)
		if s.hub != nil {
			_, _ = s.hub.Jobs(s).Finish(context.WithoutCancel(ctx), a.Job, store.Outcome{})
		}
	}()
	return &job.Job{ID: a.Job.ID, Status: job.Queued}, false, nil
}

func (s *slow) Finish(context.Context, *job.Job, store.Outcome) (bool, error) { return true, nil }

func (s *slow) Job(_ context.Context, _, id string) (*job.Job, error) {
	s.looks.Add(1)
	if s.ended.Load() {
		return &job.Job{ID: id, Status: job.Cancelled}, nil
	}
	return &job.Job{ID: id, Status: job.Running}, nil
}

func (s *slow) Balance(context.Context, string, int, bool) (store.Balance, error) {
	return store.Balance{}, nil
}

// once ends every watch at once, of jobs that have not ended.
type once struct{}

func (once) Watch(string) (<-chan struct{}, func()) {
	c := make(chan struct{})
	close(c)
	return c, func() {}
}

func TestWait(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		takes  time.Duration
		here   bool
		ends   api.Endings
		status int
		waits  time.Duration
		looks  int64
	}{
		"a job that ends here is seen at once":     {takes: 7 * time.Millisecond, here: true, status: 200, waits: 7 * time.Millisecond, looks: 1},
		"also after some looks":                    {takes: 160 * time.Millisecond, here: true, status: 200, waits: 160 * time.Millisecond, looks: 3},
		"a short one elsewhere is found by a look": {takes: 7 * time.Millisecond, status: 200, waits: 50 * time.Millisecond, looks: 1},
		"a long one is waited for no longer":       {takes: time.Hour, here: true, status: 202, waits: 25 * time.Second, looks: 56},
		"a wake that is early is not believed":     {takes: time.Hour, ends: once{}, status: 202, waits: 25 * time.Second, looks: 56},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				hub := &endings.Hub{}
				s := &slow{takes: c.takes}
				deps := api.Deps{
					Store: s, Queue: &storetest.Queue{}, Kinds: []kind.Definition{echo}, Log: slog.New(slog.DiscardHandler), Endings: c.ends,
				}
				if c.here {
					s.hub, deps.Endings = hub, hub
				}
				begin := time.Now()
				r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/public/echo", strings.NewReader(`{"text":"x"}`))
				r.Header.Set("Authorization", "Bearer "+string(token.New()))
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				api.New(deps).Handler().ServeHTTP(w, r)
				if waited := time.Since(begin); w.Code != c.status || waited != c.waits || s.looks.Load() != c.looks {
					t.Errorf("got status %d after %s and %d looks, want %d after %s and %d: %s", w.Code, waited, s.looks.Load(), c.status, c.waits, c.looks, w.Body)
				}
				time.Sleep(c.takes) // a bubble ends when all in it have
				if n := hub.Waiting(); n != 0 {
					t.Errorf("got %d watches left, want 0", n)
				}
			})
		})
	}
}
