package egress_test

import (
	"net/netip"
	"testing"

	"github.com/quarryapi/quarry/internal/web/egress"
)

func TestAllowed(t *testing.T) {
	t.Parallel()
	cases := map[string]bool{
		"1.1.1.1":                true,
		"100.63.255.255":         true,
		"100.128.0.0":            true,
		"172.15.255.255":         true,
		"172.32.0.0":             true,
		"198.17.255.255":         true,
		"223.255.255.255":        true,
		"168.63.129.15":          true,
		"2606:4700:4700::1111":   true,
		"2a00:1450:4001::200e":   true,
		"0.1.2.3":                false,
		"100.64.0.0":             false,
		"100.127.255.255":        false,
		"100.100.100.200":        false,
		"168.63.129.16":          false,
		"169.254.170.2":          false,
		"172.16.0.0":             false,
		"192.0.0.1":              false,
		"192.31.196.1":           false,
		"192.52.193.1":           false,
		"192.175.48.1":           false,
		"198.19.255.255":         false,
		"198.51.100.7":           false,
		"203.0.113.7":            false,
		"239.255.255.250":        false,
		"255.255.255.255":        false,
		"::":                     false,
		"::1":                    false,
		"::7f00:1":               false,
		"::ffff:8.8.8.8":         false,
		"::ffff:10.0.0.1":        false,
		"64:ff9b::808:808":       false,
		"64:ff9b:1::808:808":     false,
		"100::1":                 false,
		"2001::1":                false,
		"2001:2::1":              false,
		"2001:db8::1":            false,
		"2002:808:808::1":        false,
		"2620:4f:8000::1":        false,
		"3fff:fff::1":            false,
		"4000::1":                false,
		"5f00::1":                false,
		"fc00::1":                false,
		"fe80::1":                false,
		"fe80::1%eth0":           false,
		"2606:4700:4700::1%eth0": false,
		"fec0::1":                false,
		"ff0e::1":                false,
		"2a00::5efe:0a00:1":      false,
	}
	for text, want := range cases {
		if got := egress.Allowed(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
	if egress.Allowed(netip.Addr{}) {
		t.Error("the zero address is allowed")
	}
}
