package egress

import (
	"net/netip"
	"sync"

	"code.dny.dev/ssrf"
)

// rule denies every range of IANA's special-purpose registries and everything
// outside 2000::/3 (which takes in v4-mapped, NAT64, ULA, link-local, loopback and
// SRv6 addresses). Added are ranges that reach inward but are not in those registries.
var rule = sync.OnceValue(func() *ssrf.Guardian {
	return ssrf.New(
		ssrf.WithDeniedV4Prefixes(
			netip.MustParsePrefix("168.63.129.16/32"), // Azure's wire server, public by number only
		),
		ssrf.WithDeniedV6Prefixes(
			netip.MustParsePrefix("3ffe::/16"), // the 6bone, returned in 2006 (RFC 3701)
		),
	)
})

// Allowed reports whether an address is on the public internet, by its number
// alone. The dialer asks at every dial.
func Allowed(addr netip.Addr) bool {
	return addr.IsValid() && rule().SafeAddr(addr) == nil && !isISATAP(addr)
}

// AllowedPort reports whether a port is one that web sites use.
func AllowedPort(port uint16) bool { return port == 80 || port == 443 }

// isISATAP finds the addresses that carry any IPv4 address, private ones included,
// in their last four bytes (RFC 5214: …:0:5efe:a.b.c.d and …:200:5efe:a.b.c.d).
func isISATAP(addr netip.Addr) bool {
	if !addr.Is6() {
		return false
	}
	b := addr.As16()
	return b[8]&^2 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe
}
