package rdap

import (
	"context"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// fresh is for how long IANA's list is kept; it changes some times a week.
const fresh = 24 * time.Hour

// services keeps IANA's list of RDAP services (RFC 9224).
type services struct {
	iana Caller
	now  func() time.Time

	lock  chan struct{} // holds one element while somebody uses the rest
	bases map[string]string
	until time.Time
}

func newServices(iana Caller, now func() time.Time) *services {
	return &services{iana: iana, now: now, lock: make(chan struct{}, 1)}
}

// of returns the base URL for a domain, which ends in a slash, or ErrNoService.
func (s *services) of(ctx context.Context, domain string) (string, error) {
	bases, err := s.list(ctx)
	if err != nil {
		return "", err
	}
	for name := domain; name != ""; _, name, _ = strings.Cut(name, ".") { // the longest match wins
		if base, ok := bases[name]; ok {
			return base, nil
		}
	}
	return "", ErrNoService
}

// list returns the kept list, or a new one when it is old. An old one is better than
// none.
func (s *services) list(ctx context.Context) (map[string]string, error) {
	select {
	case s.lock <- struct{}{}:
		defer func() { <-s.lock }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if s.bases != nil && s.now().Before(s.until) {
		return s.bases, nil
	}
	resp, err := s.iana.Do(ctx, upstream.Call{Path: "/rdap/dns.json", MaxBytes: 4 << 20})
	var file Bootstrap
	if err == nil {
		err = s.iana.Decode(resp, &file)
	}
	switch {
	case err == nil:
		s.bases, s.until = file.Bases(), s.now().Add(fresh)
	case s.bases == nil:
		return nil, err
	}
	return s.bases, nil
}

// Bootstrap is IANA's file: each service has a list of names and one of base URLs.
type Bootstrap struct {
	Services [][][]string `json:"services"`
}

// Bases returns the base URL of each name, one by https if there is one.
func (b Bootstrap) Bases() map[string]string {
	bases := map[string]string{}
	for _, service := range b.Services {
		if len(service) < 2 {
			continue
		}
		names, urls := service[len(service)-2], service[len(service)-1]
		base := ""
		for _, u := range urls {
			if base == "" || strings.HasPrefix(u, "https://") && !strings.HasPrefix(base, "https://") {
				base = strings.TrimSuffix(u, "/") + "/"
			}
		}
		if base == "" {
			continue
		}
		for _, name := range names {
			bases[strings.ToLower(name)] = base
		}
	}
	return bases
}
