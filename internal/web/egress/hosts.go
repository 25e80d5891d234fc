package egress

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// Hosts maps names to addresses for local runs and tests, where sites live on
// loopback. A mapped name is dialled at exactly the address written for it,
// whatever its URL's port, and opens nothing else: other names, and the mapped
// address written as an address, are judged as ever. The zero value maps nothing.
type Hosts struct {
	exact     map[string]netip.AddrPort
	wildcards []wildcard // longest suffix first
}

type wildcard struct {
	suffix string // with its leading dot
	addr   netip.AddrPort
}

// ParseHosts reads entries such as "*.test=127.0.0.1:8099" or
// "shop.test=127.0.0.1:9000"; an element may hold several, separated by commas or
// spaces. Names are those that Parse accepts; addresses are an IP and a port.
func ParseHosts(entries []string) (Hosts, error) {
	hosts := Hosts{exact: map[string]netip.AddrPort{}}
	split := func(r rune) bool { return r == ',' || r == ' ' }
	for _, list := range entries {
		for entry := range strings.FieldsFuncSeq(list, split) {
			name, isWildcard, addr, err := parseEntry(entry)
			switch {
			case err != nil:
				return Hosts{}, err
			case isWildcard:
				hosts.wildcards = append(hosts.wildcards, wildcard{"." + name, addr})
			default:
				hosts.exact[name] = addr
			}
		}
	}
	slices.SortStableFunc(hosts.wildcards, func(a, b wildcard) int {
		return cmp.Compare(len(b.suffix), len(a.suffix))
	})
	return hosts, nil
}

// parseEntry returns the name without its star.
func parseEntry(entry string) (name string, isWildcard bool, addr netip.AddrPort, err error) {
	written, address, found := strings.Cut(entry, "=")
	addr, err = netip.ParseAddrPort(address)
	if !found || err != nil || addr.Port() == 0 {
		return "", false, addr, fmt.Errorf("host %q: write name=address:port, such as *.test=127.0.0.1:8099", entry)
	}
	name, isWildcard = strings.CutPrefix(strings.ToLower(written), "*.")
	probe := name
	if isWildcard {
		probe = "any." + name
	}
	if canonical, err := canonicalHost(probe); err != nil || canonical != probe {
		return "", false, addr, fmt.Errorf("host %q: %q is not a name that a URL may carry; use one such as shop.test or *.test", entry, written)
	}
	return name, isWildcard, addr, nil
}

// Lookup returns the address that a name is mapped to. An exact name wins over
// wildcards, a longer wildcard over a shorter one.
func (h Hosts) Lookup(host string) (addr string, ok bool) {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if to, found := h.exact[host]; found {
		return to.String(), true
	}
	for _, w := range h.wildcards {
		if strings.HasSuffix(host, w.suffix) && len(host) > len(w.suffix) {
			return w.addr.String(), true
		}
	}
	return "", false
}
