package egress

import (
	"net/netip"
	"strings"
)

// Inside reports whether an address that somebody else wrote names a host that is none of
// the public web: a private address in any spelling, or a local name. Other ports, and
// what Parse refuses for its form alone, are no sign of that. A name that resolves to a
// private address is not seen here; the dialer sees it.
func Inside(raw string) bool {
	raw = strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' })
	n := schemeLength(raw)
	if n == 0 {
		return false
	}
	authority := strings.TrimLeft(raw[n+1:], `/\`)
	if end := strings.IndexAny(authority, `/\?#`); end >= 0 {
		authority = authority[:end]
	}
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		host = host[:i]
	}
	if host == "" {
		return false
	}
	if addr, err := netip.ParseAddr(host); err == nil { // IPv6 without its brackets
		return !Allowed(addr)
	}
	_, err := canonicalHost(host)
	return err != nil
}
