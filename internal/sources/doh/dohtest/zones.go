package dohtest

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/miekg/dns"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

//go:embed content
var content embed.FS

// Zones are records by the names of their owners, in lower case with the final dot.
type Zones struct {
	records map[string][]dns.RR
	parents map[string]bool // names that have others below them
}

// resolution is what a resolver finds out.
type resolution struct {
	rcode     int
	signed    bool
	answer    []dns.RR
	authority []dns.RR
}

// ZonesOf are those under content and one for each host of a sample site without one.
func ZonesOf(hosts []string) *Zones {
	z := &Zones{records: map[string][]dns.RR{}, parents: map[string]bool{}}
	files := site.Must(fs.Glob(content, "content/*.zone"))
	for _, name := range files {
		z.read(string(site.Must(content.ReadFile(name))))
	}
	for _, host := range hosts {
		if !z.Has(host + ".") {
			z.read(delegation(host))
		}
	}
	z.read("test. 3600 IN SOA a.nic.test. hostmaster.nic.test. 1 1800 900 604800 900\n")
	return z
}

// delegation is the zone of a domain that has nothing but a site.
func delegation(host string) string {
	return fmt.Sprintf(`$ORIGIN %s.
$TTL 300
@   IN SOA ns1.sample.test. hostmaster.sample.test. 7 7200 3600 1209600 300
@   IN NS  ns1.sample.test.
@   IN NS  ns2.sample.test.
@   IN A   192.0.2.20
www IN A   192.0.2.20
`, host)
}

func (z *Zones) read(text string) {
	p := dns.NewZoneParser(strings.NewReader(text), ".", "")
	for rr, ok := p.Next(); ok; rr, ok = p.Next() {
		name := strings.ToLower(rr.Header().Name)
		z.records[name] = append(z.records[name], rr)
		for off, end := dns.NextLabel(name, 0); !end; off, end = dns.NextLabel(name, off) {
			z.parents[name[off:]] = true
		}
	}
	if err := p.Err(); err != nil {
		panic(fmt.Sprintf("dohtest: a zone is misspelt: %v", err))
	}
}

// Has reports whether a name has records, or others below it.
func (z *Zones) Has(name string) bool { return len(z.records[name]) > 0 || z.parents[name] }

// Nameservers are those of a domain, without the final dot.
func (z *Zones) Nameservers(domain string) []string {
	var hosts []string
	for _, rr := range z.records[domain+"."] {
		if ns, ok := rr.(*dns.NS); ok {
			hosts = append(hosts, strings.TrimSuffix(ns.Ns, "."))
		}
	}
	return hosts
}

// maxAliases is how many CNAME records a resolver follows.
const maxAliases = 8

// resolve answers a question as a resolver does: through aliases and wildcards.
func (z *Zones) resolve(name string, kind uint16) resolution {
	r := resolution{signed: true}
	name = strings.ToLower(dns.Fqdn(name))
	for range maxAliases {
		if strings.HasPrefix(name, "servfail") || strings.Contains(name, ".servfail") {
			return resolution{rcode: dns.RcodeServerFailure}
		}
		soa, signed := z.authority(name)
		r.signed = r.signed && signed
		records, found := z.at(name)
		if !found {
			r.rcode, r.authority = dns.RcodeNameError, soa
			return r
		}
		var alias *dns.CNAME
		for _, rr := range records {
			if cname, ok := rr.(*dns.CNAME); ok && kind != dns.TypeCNAME {
				alias = cname
			} else if rr.Header().Rrtype != kind {
				continue
			}
			r.answer = append(r.answer, rr)
		}
		if alias == nil {
			if len(r.answer) == 0 || r.answer[len(r.answer)-1].Header().Rrtype != kind {
				r.authority = soa
			}
			return r
		}
		name = strings.ToLower(alias.Target)
	}
	return resolution{rcode: dns.RcodeServerFailure}
}

// at returns the records of a name, those of a wildcard with the name put in.
func (z *Zones) at(name string) (records []dns.RR, found bool) {
	if z.Has(name) {
		return z.records[name], true
	}
	for off, end := dns.NextLabel(name, 0); !end; off, end = dns.NextLabel(name, off) {
		for _, rr := range z.records["*."+name[off:]] {
			rr = dns.Copy(rr)
			rr.Header().Name = name
			records = append(records, rr)
		}
		if records != nil || z.Has(name[off:]) { // nothing above the closest name that exists counts
			return records, records != nil
		}
	}
	return nil, false
}

// authority finds the zone of a name: its SOA record, and whether it is signed.
func (z *Zones) authority(name string) (soa []dns.RR, signed bool) {
	for off, end := 0, false; !end; off, end = dns.NextLabel(name, off) {
		all := z.records[name[off:]]
		if i := slices.IndexFunc(all, func(rr dns.RR) bool { return rr.Header().Rrtype == dns.TypeSOA }); i >= 0 {
			return all[i : i+1], slices.ContainsFunc(all, func(rr dns.RR) bool { return rr.Header().Rrtype == dns.TypeDNSKEY })
		}
	}
	return nil, false
}
