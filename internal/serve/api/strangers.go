package api

import (
	"fmt"
	"net/netip"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/ratelimit"
)

const (
	// unknownTokens is how many tokens that nobody has an address may send in a minute before
	// the database is not asked about its others.
	unknownTokens = 60
	// strangersSize bounds what a process remembers of addresses and of good tokens.
	strangersSize = 4096
)

// strangers slows addresses that try tokens at random, before the database is asked. Tokens
// that this process has seen to be good pass from any address.
type strangers struct {
	mu   sync.Mutex
	tats map[netip.Prefix]time.Time // theoretical arrival times, see package ratelimit
	good map[string]bool            // by the token's hash
}

// admit refuses a token from an address that has sent too many unknown ones. Errors:
// rate_limited.
func (s *strangers) admit(from, hash string, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	interval := ratelimit.Interval(unknownTokens)
	wait := s.tats[network(from)].Sub(ratelimit.Latest(now, interval))
	if wait <= 0 || s.good[hash] {
		return nil
	}
	return &errs.Error{
		Code: errs.RateLimited, RetryAfter: wait,
		Message: fmt.Sprintf("Your address sent too many unknown tokens; wait %d s, and check the token's spelling.", seconds(wait)),
	}
}

// note remembers what the database said of a token.
func (s *strangers) note(from, hash string, known bool, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known {
		s.good = roomy(s.good)
		s.good[hash] = true
		return
	}
	s.tats = roomy(s.tats)
	at := network(from)
	tat := now
	if s.tats[at].After(now) {
		tat = s.tats[at]
	}
	s.tats[at] = tat.Add(ratelimit.Interval(unknownTokens))
	delete(s.good, hash)
}

// roomy is a map with room for another.
func roomy[K comparable, V any](m map[K]V) map[K]V {
	if m == nil || len(m) >= strangersSize {
		return map[K]V{}
	}
	return m
}

// network is who has an address: of IPv6 a household has 64 bits. The address is written with
// its port, or without where API Gateway tells it.
func network(from string) netip.Prefix {
	addr, err := netip.ParseAddr(from)
	if err != nil {
		peer, _ := netip.ParseAddrPort(from) // else the zero address, which is one of its own
		addr = peer.Addr()
	}
	addr = addr.Unmap()
	bits := 32
	if addr.Is6() {
		bits = 64
	}
	prefix, _ := addr.Prefix(bits)
	return prefix
}
