package upstream

import (
	"net/url"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/web/turn"
)

// Upstreams gives the client of an upstream that sources.All names. Set does; who only
// asks takes this.
type Upstreams interface {
	Client(name string) *Client
}

// Set gives one Client for each upstream, so that all kinds of one process share its
// pace and learn together that it is down. It is safe for concurrent use.
type Set struct {
	web      Fetcher
	settings sources.Settings
	now      func() time.Time
	shared   turn.Shared
	proxied  func(*url.URL) Fetcher
	called   Observer

	mu      sync.Mutex
	clients map[string]*Client
}

// NewSet returns a Set. A nil now is time.Now.
func NewSet(web Fetcher, settings sources.Settings, now func() time.Time) *Set {
	if now == nil {
		now = time.Now
	}
	return &Set{web: web, settings: settings, now: now, shared: turn.NewAlone(now), clients: map[string]*Client{}}
}

// Sharing has the processes of an installation hold to one pace together, and learn together
// what is down, and returns the Set. Without it each has its own.
func (s *Set) Sharing(shared turn.Shared) *Set {
	s.shared = shared
	return s
}

// Behind has upstreams with a proxy reached by what through makes for it, and returns
// the Set. Without it their proxies would be passed by, so Client panics.
func (s *Set) Behind(through func(proxy *url.URL) Fetcher) *Set {
	s.proxied = through
	return s
}

// Observing has an Observer see each call that is made, and returns the Set.
func (s *Set) Observing(called Observer) *Set {
	s.called = called
	return s
}

// Client returns the client of an upstream that sources.All names.
func (s *Set) Client(name string) *Client {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.clients[name]
	if !ok {
		about, web := s.settings.Of(name), s.web
		if about.Proxy != nil {
			web = s.proxied(about.Proxy)
		}
		c = newClient(web, about, s.now, s.shared)
		c.called = s.called
		s.clients[name] = c
	}
	return c
}
