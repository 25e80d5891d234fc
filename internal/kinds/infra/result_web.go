package infra

import (
	"time"

	"github.com/quarryapi/quarry/internal/kind/signal"
)

// Hosting is who runs a domain's web site and DNS.
type Hosting struct {
	signal.Outcome

	Provider    string     `json:"provider,omitempty" doc:"Who runs the site's servers; absent when it is not known, which it often is behind a CDN."`
	CDN         string     `json:"cdn,omitempty" doc:"The network that delivers the site; absent when none is seen."`
	DNSProvider string     `json:"dnsProvider,omitempty" doc:"Who runs the name servers; absent when it is not known."`
	Networks    []Network  `json:"networks" doc:"Networks of the first addresses of the site, by Team Cymru."`
	Evidence    []Evidence `json:"evidence" doc:"What each name was concluded from."`
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
	Prefix   string `json:"prefix" example:"192.0.2.0/24" doc:"The network as it is announced."`
	Country  string `json:"country,omitempty" doc:"Where the network is registered, as ISO 3166-1 alpha-2; says little of where the servers are. Absent when it is not told."`
	Registry string `json:"registry,omitempty" doc:"The regional registry: ripencc, arin, apnic, lacnic, afrinic."`
}

// Evidence is what a conclusion rests on.
type Evidence struct {
	Fact  string `json:"fact" enum:"provider,cdn,dnsProvider" doc:"Which conclusion it is for."`
	Name  string `json:"name" doc:"The conclusion."`
	From  string `json:"from" enum:"ns,cname,asn,header" doc:"The kind of evidence."`
	Value string `json:"value" doc:"The name server, the alias, the network or the header."`
}

// TLS is how connections to the site are made.
type TLS struct {
	signal.Outcome

	Host        string       `json:"host,omitempty" doc:"The host that was connected to; absent when there was none."`
	Valid       *bool        `json:"valid,omitempty" doc:"Whether the certificate is good for the host: in time, for its name, from an authority that is trusted. Absent when there was no handshake."`
	Problem     string       `json:"problem,omitempty" enum:"expired,not_yet_valid,wrong_name,self_signed,incomplete_chain,unknown_authority,invalid" doc:"Why it is not; absent for a good one."`
	Protocol    string       `json:"protocol,omitempty" example:"TLS 1.3" doc:"The version that was agreed on; absent without a handshake."`
	CipherSuite string       `json:"cipherSuite,omitempty" doc:"Absent without a handshake."`
	ALPN        string       `json:"alpn,omitempty" example:"h2" doc:"The protocol that was agreed on, h2 or http/1.1; absent when the server chose none."`
	Stapled     bool         `json:"stapled" doc:"Whether the server sent a proof that the certificate is not revoked (OCSP)."`
	Certificate *Certificate `json:"certificate,omitempty" doc:"The server's own certificate; absent without a handshake."`
	Chain       []ChainLink  `json:"chain" doc:"All certificates that the server sent, its own first."`
	Root        string       `json:"root,omitempty" doc:"The trusted root that the chain leads to; absent when valid is not true."`
}

// Certificate describes the server's certificate.
type Certificate struct {
	Subject            Name      `json:"subject" doc:"Whom it is for."`
	Issuer             Name      `json:"issuer" doc:"Who signed it."`
	Names              []string  `json:"names" doc:"Names that it is for (SAN), in their order, at most 200."`
	NamesTotal         int       `json:"namesTotal" doc:"How many names it is for."`
	SerialNumber       string    `json:"serialNumber" doc:"In hexadecimal."`
	NotBefore          time.Time `json:"notBefore" doc:"When it begins to hold."`
	NotAfter           time.Time `json:"notAfter" doc:"When it ends."`
	DaysLeft           int       `json:"daysLeft" doc:"Whole days until it ends; negative when it has."`
	KeyType            string    `json:"keyType" example:"ECDSA P-256" doc:"Kind and size of its key."`
	SignatureAlgorithm string    `json:"signatureAlgorithm" example:"SHA256-RSA" doc:"How it was signed."`
	SHA256             string    `json:"sha256" doc:"Fingerprint, in hexadecimal."`
	Validation         string    `json:"validation,omitempty" enum:"domain,organization,individual,extended" doc:"How the holder was checked; absent when the certificate does not say."`
}

// Name is whom a certificate names.
type Name struct {
	CommonName   string `json:"commonName,omitempty" doc:"Absent when the certificate has none."`
	Organization string `json:"organization,omitempty" doc:"Absent when the certificate has none, as of those whose domain alone was checked."`
	Country      string `json:"country,omitempty" doc:"ISO 3166-1 alpha-2; absent when the certificate has none."`
}

// ChainLink is one certificate of a chain.
type ChainLink struct {
	Subject  string    `json:"subject" doc:"Common name, or else organization."`
	Issuer   string    `json:"issuer" doc:"Common name, or else organization."`
	NotAfter time.Time `json:"notAfter" doc:"When it ends."`
	KeyType  string    `json:"keyType" doc:"Kind and size of its key."`
}

// Technologies are what a page is made with.
type Technologies struct {
	signal.Outcome

	URL   string       `json:"url,omitempty" doc:"The page, after redirects; absent when it could not be read."`
	Items []Technology `json:"items" doc:"In alphabetical order. What DNS shows is told even when the page could not be read."`
}

// Technology is one of them.
type Technology struct {
	Name       string   `json:"name" doc:"Its name."`
	Version    string   `json:"version,omitempty" doc:"Absent when it is not told."`
	Categories []string `json:"categories" example:"[\"CMS\",\"Blogs\"]" doc:"What it is for."`
	Website    string   `json:"website,omitempty" doc:"Of the technology; absent when it is not known."`
	From       string   `json:"from" enum:"page,dns" doc:"Where it shows: the page with its headers, or the domain's DNS records."`
}
