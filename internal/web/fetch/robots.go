package fetch

import (
	"context"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch/robots"
)

const (
	robotsAge     = time.Hour        // how long rules hold
	robotsFailAge = 30 * time.Second // how long a failing robots.txt is left alone
	robotsTimeout = 10 * time.Second
	robotsOrigins = 512 // how many are remembered
)

// checkRobots returns an error for a URL that robots.txt disallows.
func (c *Client) checkRobots(ctx context.Context, u *url.URL) error {
	file, err := c.Robots(ctx, u)
	if err != nil {
		return err
	}
	if !file.Allowed(u) {
		refused := errs.Newf(errs.UpstreamBlocked,
			"robots.txt of %s disallows this address; set options.respectRobots to false if you may visit it", u.Host)
		refused.Permanent = true
		return refused
	}
	return nil
}

// fetchRobots reads the robots.txt of an origin. Statuses are distinguished as RFC
// 9309, section 2.3.1, does: 4xx is no rules, 5xx unknown rules. 429 counts as the
// latter, as it says nothing of the file.
func (c *Client) fetchRobots(ctx context.Context, origin string) ([]byte, error) {
	resp, err := c.Do(ctx, Request{
		URL: origin + "/robots.txt", Header: http.Header{"Accept": {"text/plain,*/*;q=0.5"}},
		MaxBytes: robots.MaxBytes, AllowTruncated: true, Timeout: robotsTimeout,
	})
	switch {
	case errs.Is(err, errs.TooManyRedirects):
		return nil, nil
	case err != nil:
		return nil, err
	case resp.Status >= 500 || resp.Status == http.StatusTooManyRequests:
		return nil, errs.Newf(errs.UpstreamBlocked,
			"%s/robots.txt returned status %d, so its rules are unknown; try again later, or set options.respectRobots to false if you may visit the site",
			origin, resp.Status)
	case resp.Status < 200 || resp.Status >= 300:
		return nil, nil
	}
	return resp.Body, nil
}

// sharedRobots takes the rules of an origin from what processes share, or fetches and shares
// them. Only rules are shared: that a site does not serve them is each process's to learn, as
// it does again after half a minute.
func (c *Client) sharedRobots(ctx context.Context, origin string) (*robots.File, error) {
	shared, name := c.shared, "robots/"+origin
	if shared != nil {
		if body, found, err := shared.Page(ctx, name); err == nil && found {
			return robots.Parse(body, c.agent), nil
		}
	}
	body, err := c.fetchRobots(ctx, origin)
	if err != nil {
		return nil, err
	}
	if shared != nil {
		_ = shared.KeepPage(ctx, name, body, robotsAge) // else others fetch it, too
	}
	return robots.Parse(body, c.agent), nil
}

// robotsCache remembers the rules of origins, and the failure to get them.
// Callers who ask for the same origin at once share one fetch.
type robotsCache struct {
	now func() time.Time

	mu      sync.Mutex
	entries map[string]*robotsEntry
}

type robotsEntry struct {
	ready chan struct{} // closed when the rest is set
	file  *robots.File
	err   error
	until time.Time
}

func newRobotsCache(now func() time.Time) *robotsCache {
	return &robotsCache{now: now, entries: map[string]*robotsEntry{}}
}

type robotsLoader func(ctx context.Context, origin string) (*robots.File, error)

func (rc *robotsCache) get(ctx context.Context, origin string, load robotsLoader) (*robots.File, error) {
	for {
		entry, mine := rc.claim(origin)
		if mine {
			rc.fill(ctx, origin, entry, load)
			return entry.file, entry.err
		}
		select {
		case <-entry.ready:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		if !entry.until.IsZero() {
			return entry.file, entry.err
		}
		// The one who fetched was cancelled, which says nothing to others.
	}
}

// claim returns the origin's entry, and whether the caller is to fill it.
func (rc *robotsCache) claim(origin string) (entry *robotsEntry, mine bool) {
	rc.mu.Lock()
	defer rc.mu.Unlock()
	if entry := rc.entries[origin]; entry != nil && !rc.stale(entry) {
		return entry, false
	}
	if len(rc.entries) >= robotsOrigins {
		rc.evict()
	}
	entry = &robotsEntry{ready: make(chan struct{})}
	rc.entries[origin] = entry
	return entry, true
}

// stale reports whether an entry has been filled and is too old.
func (rc *robotsCache) stale(entry *robotsEntry) bool {
	select {
	case <-entry.ready:
		return !rc.now().Before(entry.until)
	default:
		return false
	}
}

// evict drops the stale entries, or else the filled one that ends soonest.
func (rc *robotsCache) evict() {
	var soonest string
	var until time.Time
	for origin, entry := range rc.entries {
		if rc.stale(entry) {
			delete(rc.entries, origin)
			continue
		}
		select {
		case <-entry.ready:
			if soonest == "" || entry.until.Before(until) {
				soonest, until = origin, entry.until
			}
		default:
		}
	}
	if len(rc.entries) >= robotsOrigins {
		delete(rc.entries, soonest)
	}
}

func (rc *robotsCache) fill(ctx context.Context, origin string, entry *robotsEntry, load robotsLoader) {
	defer close(entry.ready)
	entry.file, entry.err = load(ctx, origin)
	switch {
	case entry.err == nil:
		entry.until = rc.now().Add(robotsAge)
	case ctx.Err() == nil:
		entry.until = rc.now().Add(robotsFailAge)
	}
}
