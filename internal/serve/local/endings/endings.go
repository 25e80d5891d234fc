// Package endings wakes handlers that wait for a job which ends in the same process, so
// that they need not look for it. Only that it ended is passed on: what the job is then is
// in the store. It must not know how jobs are run, nor what is waited for.
package endings

import (
	"context"
	"slices"
	"sync"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

// Hub knows who waits for which job. The zero Hub is ready.
type Hub struct {
	mu      sync.Mutex
	waiting map[string][]chan struct{}
}

// Watch returns a channel that is closed when the job ends in this process, and what ends
// the watch, which every watcher MUST call.
func (h *Hub) Watch(jobID string) (ended <-chan struct{}, stop func()) {
	c := make(chan struct{})
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting == nil {
		h.waiting = map[string][]chan struct{}{}
	}
	h.waiting[jobID] = append(h.waiting[jobID], c)
	return c, func() { h.forget(jobID, c) }
}

// Waiting is how many watches there are.
func (h *Hub) Waiting() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, watches := range h.waiting {
		n += len(watches)
	}
	return n
}

func (h *Hub) forget(jobID string, c chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	rest := slices.DeleteFunc(h.waiting[jobID], func(other chan struct{}) bool { return other == c })
	if h.waiting[jobID] = rest; len(rest) == 0 {
		delete(h.waiting, jobID)
	}
}

func (h *Hub) ended(jobID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.waiting[jobID] {
		close(c)
	}
	delete(h.waiting, jobID)
}

// Jobs are the jobs of workers of which the hub hears when they end.
func (h *Hub) Jobs(of worker.Jobs) worker.Jobs { return jobs{of, h} }

type jobs struct {
	worker.Jobs
	hub *Hub
}

// Finish ends a job. One whose result is to be cached has ended for its waiters only when
// that is done, so that a caller who asks again at once gets it from the cache.
func (j jobs) Finish(ctx context.Context, ending *job.Job, o store.Outcome) (bool, error) {
	mine, err := j.Jobs.Finish(ctx, ending, o)
	if mine && (ending.Status != job.Succeeded || ending.CacheKey == "") {
		j.hub.ended(ending.ID)
	}
	return mine, err
}

// PutCache caches the result of a job that has ended.
func (j jobs) PutCache(ctx context.Context, ended *job.Job) error {
	defer j.hub.ended(ended.ID)
	return j.Jobs.PutCache(ctx, ended)
}
