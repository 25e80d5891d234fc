package infrarun

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/miekg/dns"

	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/infra"
)

// services are the SRV records that are looked for.
func services() []string {
	return []string{
		"_autodiscover._tcp", "_caldavs._tcp", "_carddavs._tcp", "_imaps._tcp", "_matrix._tcp", "_sip._tls",
		"_sipfederationtls._tcp", "_submission._tcp", "_xmpp-client._tcp", "_xmpp-server._tcp",
	}
}

// questions are the types that make up the signal, each with the name it is asked at:
// what belongs to a zone is asked at its top.
func (s *snapshot) questions() map[string]question {
	return map[string]question{
		"a": {s.domain, dns.TypeA}, "aaaa": {s.domain, dns.TypeAAAA}, "mx": {s.domain, dns.TypeMX}, "txt": {s.domain, dns.TypeTXT},
		"https": {s.domain, dns.TypeHTTPS}, "ns": {s.registrable, dns.TypeNS}, "soa": {s.registrable, dns.TypeSOA},
		"ds": {s.registrable, dns.TypeDS}, "dnskey": {s.registrable, dns.TypeDNSKEY},
	}
}

// gatherDNS asks for all records. A type that fails is named and the others are returned.
func (s *snapshot) gatherDNS(ctx context.Context) infra.DNS {
	questions := s.questions()
	for _, q := range questions { // all of them begin before the first is waited for
		s.names.ask(ctx, q.name, q.kind)
	}
	www := s.names.ask(ctx, "www."+s.domain, dns.TypeA)
	for _, service := range services() {
		s.names.ask(ctx, service+"."+s.domain, dns.TypeSRV)
	}
	d := infra.NewDNS(signal.Of(dnsSource, nil))
	replies := map[string]reply{}
	for name, q := range questions {
		replies[name] = s.names.get(ctx, q.name, q.kind)
	}
	caa, caaName := s.caa(ctx)
	replies["caa"] = caa
	fillRecords(&d, replies)
	if len(d.CAA) > 0 {
		d.CAAName = caaName
	}
	if w := www.get(ctx); w.Answer != nil && w.Exists() {
		d.WWW = &infra.WWW{CNAME: w.aliases(), Addresses: w.addresses()}
	}
	for _, service := range services() {
		d.SRV = append(d.SRV, srvOf(service, s.names.get(ctx, service+"."+s.domain, dns.TypeSRV))...)
	}
	d.DNSSEC = dnssecOf(replies["soa"], replies["ds"], replies["dnskey"])
	judge(&d, replies)
	return d
}

// caa climbs from the domain to the registrable one and stops where records are
// (RFC 8659, section 3).
func (s *snapshot) caa(ctx context.Context) (reply, string) {
	name := s.domain
	for {
		r := s.names.get(ctx, name, dns.TypeCAA)
		if r.err != nil || len(r.Records) > 0 || name == s.registrable {
			return r, name
		}
		_, name, _ = strings.Cut(name, ".")
	}
}

// judge says how the signal as a whole went.
func judge(d *infra.DNS, replies map[string]reply) {
	var first error
	unread := 0
	for _, name := range slices.Sorted(maps.Keys(replies)) {
		r := replies[name]
		if r.err != nil {
			d.NotFound = append(d.NotFound, name)
			first = cmp.Or(first, r.err)
			continue
		}
		unread += r.Unread
	}
	switch own := replies["a"]; {
	case len(d.NotFound) == len(replies):
		d.Outcome = signal.Of(dnsSource, first)
	case own.err == nil && !own.Exists():
		d.Outcome = signal.None(dnsSource, noSuchDomain)
	case first != nil:
		d.Reason = signal.Of(dnsSource, first).Reason
	case unread > 0:
		d.Reason = fmt.Sprintf("%d records have an unknown format.", unread)
	}
}

// fillRecords sorts what has no order of its own: equal zones give equal results.
func fillRecords(d *infra.DNS, replies map[string]reply) {
	d.A, d.CNAME, d.AAAA = replies["a"].addresses(), replies["a"].aliases(), replies["aaaa"].addresses()
	d.TXT = replies["txt"].texts()
	for _, list := range [][]string{d.A, d.AAAA, d.TXT} { // resolvers give them in turns
		slices.Sort(list)
	}
	for name, r := range replies {
		for i, record := range r.records() {
			ttl := int64(record.TTL)
			if name != "ds" && name != "dnskey" && (i == 0 || ttl < d.TTL[name]) {
				d.TTL[name] = ttl
			}
			take(d, record.RR)
		}
	}
	slices.Sort(d.NS)
	slices.SortFunc(d.MX, func(a, b infra.MX) int {
		return cmp.Or(cmp.Compare(a.Preference, b.Preference), cmp.Compare(a.Host, b.Host))
	})
	slices.SortFunc(d.CAA, func(a, b infra.CAA) int {
		return cmp.Or(cmp.Compare(a.Tag, b.Tag), cmp.Compare(a.Value, b.Value))
	})
	slices.SortStableFunc(d.HTTPS, func(a, b infra.HTTPS) int { return cmp.Compare(a.Priority, b.Priority) })
}

// take adds a record of any type but addresses and texts.
func take(d *infra.DNS, rr dns.RR) {
	switch rr := rr.(type) {
	case *dns.NS:
		d.NS = append(d.NS, bare(rr.Ns))
	case *dns.MX:
		d.MX = append(d.MX, infra.MX{Host: bare(rr.Mx), Preference: int(rr.Preference)})
	case *dns.CAA:
		d.CAA = append(d.CAA, infra.CAA{Tag: strings.ToLower(rr.Tag), Value: rr.Value, Critical: rr.Flag&128 != 0})
	case *dns.HTTPS:
		d.HTTPS = append(d.HTTPS, httpsOf(rr))
	case *dns.SOA:
		d.SOA = &infra.SOA{
			Primary: bare(rr.Ns), Responsible: mailbox(rr.Mbox), Serial: int64(rr.Serial),
			Refresh: int64(rr.Refresh), Retry: int64(rr.Retry), Expire: int64(rr.Expire), Minimum: int64(rr.Minttl),
		}
	}
}

// bare is a name in lower case without its final dot; the root is ".".
func bare(name string) string {
	if name == "." {
		return name
	}
	return strings.ToLower(strings.TrimSuffix(name, "."))
}

// mailbox reads an address whose @ is written as the first dot that is not escaped.
func mailbox(name string) string {
	labels := dns.SplitDomainName(name)
	if len(labels) < 2 {
		return bare(name)
	}
	local := strings.ReplaceAll(labels[0], `\.`, ".")
	return local + "@" + strings.ToLower(strings.Join(labels[1:], "."))
}

// httpsOf leaves out the parameters that say nothing of the infrastructure.
func httpsOf(rr *dns.HTTPS) infra.HTTPS {
	h := infra.HTTPS{Priority: int(rr.Priority), Target: bare(rr.Target), ALPN: []string{}, IPv4Hint: []string{}, IPv6Hint: []string{}}
	for _, value := range rr.Value {
		switch v := value.(type) {
		case *dns.SVCBAlpn:
			h.ALPN = append(h.ALPN, v.Alpn...)
		case *dns.SVCBIPv4Hint:
			for _, ip := range v.Hint {
				h.IPv4Hint = append(h.IPv4Hint, ip.String())
			}
		case *dns.SVCBIPv6Hint:
			for _, ip := range v.Hint {
				h.IPv6Hint = append(h.IPv6Hint, ip.String())
			}
		case *dns.SVCBECHConfig:
			h.ECH = true
		}
	}
	return h
}

// srvOf are the places of a service, in the order in which clients try them.
func srvOf(service string, r reply) []infra.SRV {
	var list []infra.SRV
	for _, record := range r.records() {
		if rr, ok := record.RR.(*dns.SRV); ok {
			list = append(list, infra.SRV{
				Service: service, Target: bare(rr.Target), Port: int(rr.Port), Priority: int(rr.Priority), Weight: int(rr.Weight),
			})
		}
	}
	slices.SortFunc(list, func(a, b infra.SRV) int {
		return cmp.Or(cmp.Compare(a.Priority, b.Priority), cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Target, b.Target))
	})
	return list
}

// dnssecOf reads signatures; nil when the zone above could not be asked.
func dnssecOf(soa, ds, keys reply) *infra.DNSSEC {
	if ds.Answer == nil {
		return nil
	}
	d := &infra.DNSSEC{Signed: len(ds.Records) > 0, Algorithms: []string{}, Keys: len(keys.records())}
	// A resolver that does not validate never sets the flag: false says little then.
	d.Validated = d.Signed && soa.Answer != nil && soa.Authenticated
	found := map[string]bool{}
	for _, record := range append(ds.records(), keys.records()...) {
		switch rr := record.RR.(type) {
		case *dns.DS:
			found[algorithm(rr.Algorithm)] = true
		case *dns.DNSKEY:
			found[algorithm(rr.Algorithm)] = true
		}
	}
	d.Algorithms = append(d.Algorithms, slices.Sorted(maps.Keys(found))...)
	return d
}

// algorithm is the name of an algorithm, or its number when it is newer than the names.
func algorithm(n uint8) string { return cmp.Or(dns.AlgorithmToString[n], fmt.Sprint(n)) }
