package egress

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
)

// Hosts maps names to addresses for local runs and tests, where sites live on
// loopback. A mapped name is dialled at exactly the address written for it,
// whatever its URL's port, and opens nothing else: other names, and the mapped
// address written as an address, are judged as ever. The zero value maps nothing.
//
// A mapped name is for whom it is meant: the poster of webhooks, see Opened, and work
// that was asked for with such a name, see Naming. What a page, a redirect or a sitemap
// names is a stranger's, and reaches only what is mapped as open.
type Hosts struct {
	exact     map[string]place
	wildcards []wildcard // longest suffix first
}

// place is where a name leads, and whom it is for.
type place struct {
	addr netip.AddrPort
	whom whom
}

// whom is who may go to a mapped name.
type whom int

const (
	forNamed  whom = iota // work that names it, or another name of its address
	forAll                // pages, too
	forPoster             // nobody but the poster of webhooks
)

type wildcard struct {
	suffix string // with its leading dot
	place
}

// ParseHosts reads entries such as "*.test=127.0.0.1:8099" or
// "shop.test=127.0.0.1:9000"; an element may hold several, separated by commas or
// spaces. Names are those that Parse accepts; addresses are an IP and a port.
// "open:*.test=127.0.0.1:8099" is a web that pages may link to as to the public one,
// "hooks:mine.test=127.0.0.1:3000" a receiver that only webhooks are posted to. The address "none" is for names that
// no host has: "open:*.test=none".
func ParseHosts(entries []string) (Hosts, error) {
	hosts := Hosts{exact: map[string]place{}}
	split := func(r rune) bool { return r == ',' || r == ' ' }
	for _, list := range entries {
		for entry := range strings.FieldsFuncSeq(list, split) {
			whom, entry := forWhom(entry)
			name, isWildcard, addr, err := parseEntry(entry)
			switch {
			case err != nil:
				return Hosts{}, err
			case isWildcard:
				hosts.wildcards = append(hosts.wildcards, wildcard{"." + name, place{addr, whom}})
			default:
				hosts.exact[name] = place{addr, whom}
			}
		}
	}
	slices.SortStableFunc(hosts.wildcards, func(a, b wildcard) int {
		return cmp.Compare(len(b.suffix), len(a.suffix))
	})
	return hosts, nil
}

// forWhom reads the word before an entry.
func forWhom(entry string) (who whom, rest string) {
	if rest, found := strings.CutPrefix(entry, "open:"); found {
		return forAll, rest
	}
	if rest, found := strings.CutPrefix(entry, "hooks:"); found {
		return forPoster, rest
	}
	return forNamed, entry
}

// nowhere stands for an address in entries of names that no host has.
const nowhere = "none"

// parseEntry returns the name without its star.
func parseEntry(entry string) (name string, isWildcard bool, addr netip.AddrPort, err error) {
	written, address, found := strings.Cut(entry, "=")
	if address != nowhere {
		addr, err = netip.ParseAddrPort(address)
	}
	if !found || err != nil || address != nowhere && addr.Port() == 0 {
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

// Lookup returns the address that a name is mapped to, for whomever it is, which is empty for one that no host has. An
// exact name wins over wildcards, a longer wildcard over a shorter one.
func (h Hosts) Lookup(host string) (addr string, ok bool) {
	to, ok := h.find(host)
	if !ok || !to.addr.IsValid() {
		return "", ok
	}
	return to.addr.String(), true
}

// Receiver is the name that webhooks for this machine are posted to, the first by the alphabet, and where it leads.
func (h Hosts) Receiver() (name, addr string, ok bool) {
	for _, name := range slices.Sorted(maps.Keys(h.exact)) {
		if to := h.exact[name]; to.whom == forPoster {
			return name, to.addr.String(), true
		}
	}
	return "", "", false
}

func (h Hosts) find(host string) (place, bool) {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if to, found := h.exact[host]; found {
		return to, true
	}
	for _, w := range h.wildcards {
		if strings.HasSuffix(host, w.suffix) && len(host) > len(w.suffix) {
			return w.place, true
		}
	}
	return place{}, false
}

// Opened is the same map with every name open: as the poster of webhooks has it, which
// goes only where a receiver is registered.
func (h Hosts) Opened() Hosts {
	return h.opening(func(place) bool { return true })
}

// For is the map as work with a context has it: what the context names is open. See Naming.
func (h Hosts) For(ctx context.Context) Hosts {
	var named []netip.AddrPort
	for host := range namedIn(ctx) {
		if to, found := h.find(host); found {
			named = append(named, to.addr)
		}
	}
	return h.opening(func(p place) bool { return p.whom == forNamed && slices.Contains(named, p.addr) })
}

// opening copies the map, with the places that a rule picks open.
func (h Hosts) opening(picks func(place) bool) Hosts {
	opened := Hosts{exact: make(map[string]place, len(h.exact)), wildcards: slices.Clone(h.wildcards)}
	open := func(p place) place {
		if picks(p) {
			p.whom = forAll
		}
		return p
	}
	for name, p := range h.exact {
		opened.exact[name] = open(p)
	}
	for i, w := range opened.wildcards {
		opened.wildcards[i].place = open(w.place)
	}
	return opened
}

// Permits reports whether work with a context may go to a host. One that is not mapped
// may always be tried: its addresses are judged when they are dialled.
func (h Hosts) Permits(ctx context.Context, host string) bool {
	to, mapped := h.find(host)
	if !mapped || to.whom == forAll {
		return true
	}
	if to.whom == forPoster {
		return false
	}
	for name := range namedIn(ctx) {
		if asked, found := h.find(name); found && asked.addr == to.addr {
			return true
		}
	}
	return false
}
