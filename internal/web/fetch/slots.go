package fetch

import (
	"context"
	"sync"
)

// slots bounds how many requests to one host run at once. Hosts that nobody
// visits are forgotten.
type slots struct {
	most int

	mu    sync.Mutex
	hosts map[string]*slot
}

type slot struct {
	turns chan struct{} // one element for each request that runs
	users int           // that run or wait
}

func newSlots(most int) *slots {
	return &slots{most: most, hosts: map[string]*slot{}}
}

// enter waits for a turn at a host. The leave function MUST be called once.
func (s *slots) enter(ctx context.Context, host string) (leave func(), err error) {
	s.mu.Lock()
	h := s.hosts[host]
	if h == nil {
		h = &slot{turns: make(chan struct{}, s.most)}
		s.hosts[host] = h
	}
	h.users++
	s.mu.Unlock()

	select {
	case h.turns <- struct{}{}:
		return func() {
			<-h.turns
			s.forget(host, h)
		}, nil
	case <-ctx.Done():
		s.forget(host, h)
		return nil, context.Cause(ctx)
	}
}

func (s *slots) forget(host string, h *slot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h.users--; h.users == 0 {
		delete(s.hosts, host)
	}
}
