package infrarun

import (
	"cmp"
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/miekg/dns"

	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/kinds/infra/provider"
	"github.com/quarryapi/quarry/internal/web/egress"
)

// maxNetworks is how many addresses of each kind are looked up.
const maxNetworks = 2

// gatherHosting collects evidence and concludes from it; the evidence is shown, so that
// readers can judge for themselves.
func (s *snapshot) gatherHosting(ctx context.Context) infra.Hosting {
	h := infra.NewHosting(signal.Of(dnsSource, nil))
	ns := s.names.get(ctx, s.registrable, dns.TypeNS)
	for _, record := range ns.records() {
		if rr, ok := record.RR.(*dns.NS); ok {
			if name := provider.Nameserver(bare(rr.Ns)); name != "" {
				h.Evidence = append(h.Evidence, infra.Evidence{Fact: "dnsProvider", Name: name, From: "ns", Value: bare(rr.Ns)})
			}
		}
	}
	slices.SortFunc(h.Evidence, func(a, b infra.Evidence) int { return strings.Compare(a.Value, b.Value) })

	site := s.site.get(ctx)
	failed := ns.err
	if site.host != "" {
		failed = cmp.Or(failed, s.siteEvidence(ctx, &h, site.host))
	}
	conclude(&h)
	switch {
	case failed != nil && len(h.Evidence) == 0 && len(h.Networks) == 0:
		h.Outcome = signal.Of(dnsSource, failed)
	case failed != nil:
		h.Reason = signal.Of(dnsSource, failed).Reason
	case len(h.Evidence) == 0 && len(h.Networks) == 0:
		h.Outcome = signal.None(dnsSource, "No evidence shows who operates the domain's servers.")
	}
	return h
}

// siteEvidence looks at the aliases and addresses of the site and at its headers. The
// error is of addresses and networks that could not be looked up.
func (s *snapshot) siteEvidence(ctx context.Context, h *infra.Hosting, host string) error {
	v4, v6 := s.names.get(ctx, host, dns.TypeA), s.names.get(ctx, host, dns.TypeAAAA)
	www := s.names.get(ctx, "www."+s.domain, dns.TypeA)
	seen := map[string]bool{}
	for _, alias := range append(v4.aliases(), www.aliases()...) {
		if owner, ok := provider.Alias(alias); ok && !seen[alias] {
			h.Evidence = append(h.Evidence, infra.Evidence{Fact: string(owner.Role), Name: owner.Name, From: "cname", Value: alias})
		}
		seen[alias] = true
	}
	if v := s.page.get(ctx); v.page != nil {
		for _, sign := range provider.Headers(v.page.Header) {
			value := strings.ToValidUTF8(sign.Value[:min(len(sign.Value), 200)], "")
			h.Evidence = append(h.Evidence, infra.Evidence{Fact: string(sign.Role), Name: sign.Name, From: "header", Value: sign.Header + ": " + value})
		}
	}
	failed := s.networks(ctx, h, v4.addresses(), v6.addresses())
	for _, n := range h.Networks {
		if owner, ok := provider.Network(n.ASN); ok {
			value := strings.TrimSpace(fmt.Sprintf("AS%d %s", n.ASN, n.Name))
			e := infra.Evidence{Fact: string(owner.Role), Name: owner.Name, From: "asn", Value: value}
			if !slices.Contains(h.Evidence, e) {
				h.Evidence = append(h.Evidence, e)
			}
		}
	}
	return cmp.Or(v4.err, failed)
}

// conclude takes the first evidence of each fact: aliases and headers say more than
// networks, since companies build on the networks of others.
func conclude(h *infra.Hosting) {
	for fact, into := range map[string]*string{"provider": &h.Provider, "cdn": &h.CDN, "dnsProvider": &h.DNSProvider} {
		if i := slices.IndexFunc(h.Evidence, func(e infra.Evidence) bool { return e.Fact == fact }); i >= 0 {
			*into = h.Evidence[i].Name
		}
	}
}

// networks asks Team Cymru, whose answers are TXT records, for the first addresses.
func (s *snapshot) networks(ctx context.Context, h *infra.Hosting, lists ...[]string) error {
	var addresses []netip.Addr
	for _, list := range lists {
		slices.Sort(list)
		for _, a := range list[:min(len(list), maxNetworks)] {
			if addr, err := netip.ParseAddr(a); err == nil && isRouted(addr) {
				addresses = append(addresses, addr)
				s.names.ask(ctx, originName(addr), dns.TypeTXT)
			}
		}
	}
	var failed error
	for _, addr := range addresses {
		texts, r := s.names.texts(ctx, originName(addr))
		if r.err != nil {
			failed = r.err
			continue
		}
		for _, text := range texts[:min(len(texts), 1)] {
			if n, ok := originOf(addr, text); ok {
				n.Name = s.networkName(ctx, n.ASN)
				h.Networks = append(h.Networks, n)
			}
		}
	}
	return failed
}

// isRouted leaves out addresses that belong to nobody, but keeps those for
// documentation, which nobody routes and the sample web is made of.
func isRouted(addr netip.Addr) bool {
	for _, block := range []string{"192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"} {
		if netip.MustParsePrefix(block).Contains(addr) {
			return true
		}
	}
	return egress.Allowed(addr)
}

// originName is where the network of an address is looked up: 10.2.0.192.origin.asn.cymru.com.
func originName(addr netip.Addr) string {
	if addr.Is4() {
		b := addr.As4()
		return fmt.Sprintf("%d.%d.%d.%d.origin.asn.cymru.com", b[3], b[2], b[1], b[0])
	}
	const digits = "0123456789abcdef"
	b := addr.As16()
	var name strings.Builder
	for _, octet := range slices.Backward(b[:]) {
		name.Write([]byte{digits[octet&15], '.', digits[octet>>4], '.'})
	}
	return name.String() + "origin6.asn.cymru.com"
}

// originOf reads "24940 213230 | 192.0.2.0/24 | DE | ripencc | 2011-03-22". Of several
// systems that announce a network the first is taken.
func originOf(addr netip.Addr, text string) (infra.Network, bool) {
	fields := fieldsOf(text)
	if len(fields) < 4 {
		return infra.Network{}, false
	}
	number, _, _ := strings.Cut(fields[0], " ")
	asn, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return infra.Network{}, false
	}
	return infra.Network{Address: addr.String(), ASN: asn, Prefix: fields[1], Country: fields[2], Registry: fields[3]}, true
}

// networkName reads "24940 | DE | ripencc | 2002-06-03 | HETZNER-AS, DE"; empty when it
// is not given.
func (s *snapshot) networkName(ctx context.Context, asn int64) string {
	texts, _ := s.names.texts(ctx, fmt.Sprintf("AS%d.asn.cymru.com", asn))
	for _, text := range texts {
		if fields := fieldsOf(text); len(fields) >= 5 {
			name := fields[4]
			if i := strings.LastIndex(name, ", "); i > 0 && len(name)-i == 4 { // the country again
				name = name[:i]
			}
			return name
		}
	}
	return ""
}

// fieldsOf parts an answer of Team Cymru.
func fieldsOf(text string) []string {
	fields := strings.Split(text, "|")
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	return fields
}
