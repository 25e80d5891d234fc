package infra

import (
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kind/signal"
)

// Hosting is who runs a domain's web site and DNS.
type Hosting struct {
	signal.Outcome

	Provider    string     `json:"provider,omitempty" doc:"The operator of the site's servers; absent when not known, which is frequent behind a CDN."`
	CDN         string     `json:"cdn,omitempty" doc:"The CDN that delivers the site; absent when none is detected."`
	DNSProvider string     `json:"dnsProvider,omitempty" doc:"The operator of the name servers; absent when not known."`
	Networks    []Network  `json:"networks" doc:"Networks of the site's first addresses, by Team Cymru."`
	Evidence    []Evidence `json:"evidence" doc:"The evidence for each of these names."`
}

// NewHosting returns Hosting without facts.
func NewHosting(o signal.Outcome) Hosting {
	return Hosting{Outcome: o, Networks: []Network{}, Evidence: []Evidence{}}
}

// Network is where an address belongs.
type Network struct {
	Address  string `json:"address" doc:"An address of the site."`
	ASN      int64  `json:"asn" doc:"Number of the autonomous system."`
	Name     string `json:"name,omitempty" doc:"Name of the autonomous system; absent when it could not be looked up."`
	Prefix   string `json:"prefix" example:"192.0.2.0/24" doc:"The announced network prefix."`
	Country  string `json:"country,omitempty" doc:"Country in which the network is registered, as ISO 3166-1 alpha-2, which may differ from the location of the servers. Absent when not disclosed."`
	Registry string `json:"registry,omitempty" doc:"The regional registry: ripencc, arin, apnic, lacnic, afrinic."`
}

// Evidence is what a conclusion rests on.
type Evidence struct {
	Fact  string `json:"fact" enum:"provider,cdn,dnsProvider" doc:"The conclusion that the evidence supports."`
	Name  string `json:"name" doc:"The name that was concluded."`
	From  string `json:"from" enum:"ns,cname,asn,header" doc:"The kind of evidence."`
	Value string `json:"value" doc:"The name server, the alias, the network or the header."`
}

// TLS is how connections to the site are made.
type TLS struct {
	signal.Outcome

	Host        string       `json:"host,omitempty" doc:"The host of the connection; absent when there was none."`
	Valid       *bool        `json:"valid,omitempty" doc:"Whether the certificate is valid for the host: not expired, for its name, from a trusted authority. Absent when there was no handshake."`
	Problem     string       `json:"problem,omitempty" enum:"expired,not_yet_valid,wrong_name,self_signed,incomplete_chain,unknown_authority,invalid" doc:"Why the certificate is not valid; absent when it is."`
	Protocol    string       `json:"protocol,omitempty" example:"TLS 1.3" doc:"The negotiated TLS version; absent without a handshake."`
	CipherSuite string       `json:"cipherSuite,omitempty" doc:"Absent without a handshake."`
	ALPN        string       `json:"alpn,omitempty" example:"h2" doc:"The negotiated protocol, h2 or http/1.1; absent when the server chose none."`
	Stapled     bool         `json:"stapled" doc:"Whether the server sent a proof that the certificate is not revoked (OCSP stapling)."`
	Certificate *Certificate `json:"certificate,omitempty" doc:"The server's own certificate; absent without a handshake."`
	Chain       []ChainLink  `json:"chain" doc:"All certificates that the server sent, its own first."`
	Root        string       `json:"root,omitempty" doc:"The trusted root of the chain; absent when valid is not true."`
}

// Certificate describes the server's certificate.
type Certificate struct {
	Subject            Name         `json:"subject" doc:"The subject that it was issued to."`
	Issuer             Name         `json:"issuer" doc:"The issuer."`
	Names              []string     `json:"names" doc:"Names that it is valid for (SAN), in their order, at most 200."`
	NamesTotal         int          `json:"namesTotal" doc:"Number of names that it is valid for."`
	SerialNumber       string       `json:"serialNumber" doc:"Serial number in hexadecimal."`
	NotBefore          instant.Time `json:"notBefore" doc:"When it becomes valid."`
	NotAfter           instant.Time `json:"notAfter" doc:"When it expires."`
	DaysLeft           int          `json:"daysLeft" doc:"Whole days until it expires; negative when it has expired."`
	KeyType            string       `json:"keyType" example:"ECDSA P-256" doc:"Type and size of its key."`
	SignatureAlgorithm string       `json:"signatureAlgorithm" example:"SHA256-RSA" doc:"Algorithm of its signature."`
	SHA256             string       `json:"sha256" doc:"SHA-256 fingerprint, in hexadecimal."`
	Validation         string       `json:"validation,omitempty" enum:"domain,organization,individual,extended" doc:"How the holder was validated; absent when the certificate does not state it."`
}

// Name is whom a certificate names.
type Name struct {
	CommonName   string `json:"commonName,omitempty" doc:"Absent when the certificate has none."`
	Organization string `json:"organization,omitempty" doc:"Absent when the certificate has none, as with domain validation."`
	Country      string `json:"country,omitempty" doc:"ISO 3166-1 alpha-2; absent when the certificate has none."`
}

// ChainLink is one certificate of a chain.
type ChainLink struct {
	Subject  string       `json:"subject" doc:"Common name, otherwise organization."`
	Issuer   string       `json:"issuer" doc:"Common name, otherwise organization."`
	NotAfter instant.Time `json:"notAfter" doc:"When it expires."`
	KeyType  string       `json:"keyType" doc:"Type and size of its key."`
}

// Technologies are what a page is made with.
type Technologies struct {
	signal.Outcome

	URL   string       `json:"url,omitempty" doc:"The page, after redirects; absent when it could not be read."`
	Items []Technology `json:"items" doc:"Technologies in alphabetical order. Those found in DNS are included even when the page could not be read."`
}

// Technology is one of them.
type Technology struct {
	Name       string   `json:"name" doc:"Name of the technology."`
	Version    string   `json:"version,omitempty" doc:"Absent when not disclosed."`
	Categories []string `json:"categories" example:"[\"CMS\",\"Blogs\"]" doc:"Categories of the technology."`
	Website    string   `json:"website,omitempty" doc:"Website of the technology; absent when not known."`
	From       string   `json:"from" enum:"page,dns" doc:"Where it was detected: the page with its headers, or the domain's DNS records."`
}
