package upstream

import (
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/sources"
)

// Set gives one Client for each upstream, so that all kinds of one process share its
// pace and learn together that it is down. It is safe for concurrent use.
type Set struct {
	web      Fetcher
	settings sources.Settings
	now      func() time.Time

	mu      sync.Mutex
	clients map[string]*Client
}

// NewSet returns a Set. A nil now is time.Now.
func NewSet(web Fetcher, settings sources.Settings, now func() time.Time) *Set {
	return &Set{web: web, settings: settings, now: now, clients: map[string]*Client{}}
}

// Client returns the client of an upstream that sources.All names.
func (s *Set) Client(name string) *Client {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.clients[name]
	if !ok {
		c = New(s.web, s.settings.Of(name), s.now)
		s.clients[name] = c
	}
	return c
}
