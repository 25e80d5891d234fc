package egress

import (
	"context"
	"net"
	"net/netip"
)

// Lookup asks the machine's own resolver where a name leads. What is dialled later is
// checked again: an answer is good for a warning, never for trust.
func Lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
}
