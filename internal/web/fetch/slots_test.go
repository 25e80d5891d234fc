package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/web/fetch"
)

// TestPerHost lets ten requests to one host go at once and counts how many are
// there together; another host is not held up by them.
func TestPerHost(t *testing.T) {
	t.Parallel()
	var running, most atomic.Int64
	arrived, proceed := make(chan struct{}, 10), make(chan struct{})
	s := setup(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.Host == "other.test" {
			return
		}
		now := running.Add(1)
		defer running.Add(-1)
		for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
		}
		arrived <- struct{}{}
		<-proceed
	}))
	var group sync.WaitGroup
	for i := range 10 {
		group.Go(func() {
			s.get(t, fetch.Request{URL: fmt.Sprintf("http://busy.test/%d", i)})
		})
	}
	<-arrived
	<-arrived
	s.get(t, fetch.Request{URL: "http://other.test/"})

	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.client.Do(ctx, fetch.Request{URL: "http://busy.test/"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting in vain gave %v", err)
	}
	close(proceed)
	group.Wait()
	if most.Load() != 2 {
		t.Errorf("%d at once", most.Load())
	}
}

// TestWaitIsNotCounted has a request whose wait for its turn is longer than its
// time limit.
func TestWaitIsNotCounted(t *testing.T) {
	t.Parallel()
	const limit = time.Second
	arrived, proceed := make(chan struct{}), make(chan struct{})
	s := setup(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/long" {
			close(arrived)
			<-proceed
		}
	}), func(c *fetch.Config) { c.PerHost = 1 })
	var group sync.WaitGroup
	group.Go(func() { s.get(t, fetch.Request{URL: "http://a.test/long"}) })
	<-arrived
	group.Go(func() { s.get(t, fetch.Request{URL: "http://a.test/", Timeout: limit}) })
	time.Sleep(limit + limit/4)
	close(proceed)
	group.Wait()
}

// TestNoLeak ends requests in every way and then counts goroutines.
//
//nolint:paralleltest // counts the goroutines of the whole process
func TestNoLeak(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("requests", func(t *testing.T) {
		s, _ := flaky(t)
		for _, path := range []string{"/503", "/always/reset", "/always/cut", "/always/nonsense", "/"} {
			for range 5 {
				_, _ = s.client.Do(t.Context(), fetch.Request{URL: "http://a.test" + path, NoRetry: true})
			}
		}
		slow := setup(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
		for range 5 {
			_, _ = slow.client.Do(t.Context(), fetch.Request{URL: "http://a.test/", Timeout: 30 * time.Millisecond})
		}
		for name := range compressors {
			_, _ = serve(t, name, compress(t, name, noise(1<<16))).client.Do(t.Context(), fetch.Request{URL: "http://a.test/", MaxBytes: 100})
		}
	})
	for deadline := 0; runtime.NumGoroutine() > before && deadline < 200; deadline++ {
		time.Sleep(10 * time.Millisecond)
	}
	if after := runtime.NumGoroutine(); after > before {
		stacks := make([]byte, 1<<20)
		t.Errorf("%d goroutines before, %d after:\n%s", before, after, stacks[:runtime.Stack(stacks, true)])
	}
}

func BenchmarkDo(b *testing.B) {
	page := noise(64 << 10)
	s := serve(b, "", page)
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		s.get(b, fetch.Request{URL: "http://a.test/"})
	}
}
