package infra

import "github.com/quarryapi/quarry/internal/kind/signal"

// DNS are the records of a domain.
type DNS struct {
	signal.Outcome

	A        []string         `json:"a" doc:"IPv4 addresses of the domain."`
	AAAA     []string         `json:"aaaa" doc:"IPv6 addresses of the domain."`
	CNAME    []string         `json:"cname" doc:"Names that the domain itself is an alias of, step by step; usually empty."`
	WWW      *WWW             `json:"www,omitempty" doc:"The name www. below the domain; absent when it does not exist."`
	NS       []string         `json:"ns" doc:"Name servers of the registrable domain, sorted."`
	MX       []MX             `json:"mx" doc:"Mail servers, preferred ones first."`
	TXT      []string         `json:"txt" doc:"TXT records, sorted, each joined into one string."`
	SOA      *SOA             `json:"soa,omitempty" doc:"Start of authority of the registrable domain; absent when it was not found."`
	CAA      []CAA            `json:"caa" doc:"Who may issue certificates: the records of the domain, or of the nearest parent domain that has some. Empty when anybody may."`
	CAAName  string           `json:"caaName,omitempty" doc:"The name that has the CAA records; absent without any."`
	HTTPS    []HTTPS          `json:"https" doc:"HTTPS records: how browsers should connect."`
	SRV      []SRV            `json:"srv" doc:"Services by SRV record, of those that are commonly used: autodiscover, SIP, XMPP, IMAP, submission, Matrix, CalDAV, CardDAV."`
	DNSSEC   *DNSSEC          `json:"dnssec,omitempty" doc:"Whether responses are signed; absent when that could not be determined."`
	TTL      map[string]int64 `json:"ttl" doc:"Seconds for which resolvers cache the records of a type, as reported by the resolver, so at most the configured ones: a, aaaa, ns, mx, txt, soa, caa, https."`
	NotFound []string         `json:"notFound" doc:"Record types that could not be looked up; reason states why."`
}

// NewDNS returns DNS without records.
func NewDNS(o signal.Outcome) DNS {
	return DNS{
		Outcome: o, A: []string{}, AAAA: []string{}, CNAME: []string{}, NS: []string{}, MX: []MX{}, TXT: []string{},
		CAA: []CAA{}, HTTPS: []HTTPS{}, SRV: []SRV{}, TTL: map[string]int64{}, NotFound: []string{},
	}
}

// WWW is the name www. below a domain.
type WWW struct {
	CNAME     []string `json:"cname" doc:"Names that it is an alias of, step by step."`
	Addresses []string `json:"addresses" doc:"Its IPv4 addresses."`
}

// MX is a mail server.
type MX struct {
	Host       string `json:"host" doc:"Host name; \".\" means that the domain accepts no mail."`
	Preference int    `json:"preference" doc:"Lower values are tried first."`
}

// SOA is a start of authority.
type SOA struct {
	Primary     string `json:"primary" doc:"The first name server."`
	Responsible string `json:"responsible" doc:"E-mail address of the zone's operator."`
	Serial      int64  `json:"serial" doc:"Serial number, increases with each change; often a date."`
	Refresh     int64  `json:"refresh" doc:"Seconds."`
	Retry       int64  `json:"retry" doc:"Seconds."`
	Expire      int64  `json:"expire" doc:"Seconds."`
	Minimum     int64  `json:"minimum" doc:"Seconds for which a missing name is cached."`
}

// CAA is a rule about certificates.
type CAA struct {
	Tag      string `json:"tag" example:"issue" doc:"issue, issuewild, issuemail, iodef and others."`
	Value    string `json:"value" example:"letsencrypt.org" doc:"A certificate authority with its parameters, or an address to report to; \";\" means that nobody may issue."`
	Critical bool   `json:"critical" doc:"Whether an authority that does not know the tag must refuse to issue."`
}

// HTTPS is a record that says how to connect.
type HTTPS struct {
	Priority int      `json:"priority" doc:"0 is an alias to target; lower values are tried first."`
	Target   string   `json:"target" doc:"\".\" means the name itself."`
	ALPN     []string `json:"alpn" doc:"Protocols: h3, h2."`
	IPv4Hint []string `json:"ipv4Hint" doc:"IPv4 addresses to try."`
	IPv6Hint []string `json:"ipv6Hint" doc:"IPv6 addresses to try."`
	ECH      bool     `json:"ech" doc:"Whether the server name of connections can be encrypted."`
}

// SRV is where a service runs.
type SRV struct {
	Service  string `json:"service" example:"_sip._tls" doc:"Service and protocol."`
	Target   string `json:"target" doc:"Host; \".\" means that the service is not available."`
	Port     int    `json:"port" doc:"Port on the host; 0 when the service is not available."`
	Priority int    `json:"priority" doc:"Lower values are tried first."`
	Weight   int    `json:"weight" doc:"Share of the clients among targets of the same priority."`
}

// DNSSEC describes signatures.
type DNSSEC struct {
	Signed     bool     `json:"signed" doc:"Whether the parent zone has a DS record, so that resolvers check signatures."`
	Validated  bool     `json:"validated" doc:"Whether the resolver has validated the signatures."`
	Algorithms []string `json:"algorithms" doc:"Algorithms of the DS records and the keys, sorted: ECDSAP256SHA256."`
	Keys       int      `json:"keys" doc:"DNSKEY records."`
}
