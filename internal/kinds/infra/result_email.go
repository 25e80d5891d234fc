package infra

import "github.com/quarryapi/quarry/internal/kind/signal"

// Email is who receives a domain's mail and how senders are checked.
type Email struct {
	signal.Outcome

	Domain   string   `json:"domain" doc:"The domain of the e-mail addresses: the requested one when it has mail servers, otherwise the registrable one."`
	Provider string   `json:"provider,omitempty" doc:"The mail provider, by the names of the mail servers; absent when it is not known or there are no mail servers."`
	NullMX   bool     `json:"nullMx" doc:"Whether the domain declares that it accepts no mail (RFC 7505)."`
	Senders  []string `json:"senders" doc:"Services that may send for the domain, by its SPF includes, sorted; unknown includes are in spf."`
	SPF      *SPF     `json:"spf,omitempty" doc:"Which servers may send; absent without a record."`
	DMARC    *DMARC   `json:"dmarc,omitempty" doc:"What receivers should do with mail that fails; absent without a record."`
	DKIM     []DKIM   `json:"dkim" doc:"DKIM keys that were found under common selectors (google, selector1, selector2, k1, s1, default, mail): there may be others."`
	MTASTS   *MTASTS  `json:"mtaSts,omitempty" doc:"Whether senders must use TLS (RFC 8461); absent without a record."`
	TLSRPT   *TLSRPT  `json:"tlsRpt,omitempty" doc:"Where TLS failures are reported to (RFC 8460); absent without a record."`
	BIMI     *BIMI    `json:"bimi,omitempty" doc:"The logo that mail programs may show; absent without a record."`
}

// NewEmail returns Email without facts.
func NewEmail(o signal.Outcome) Email {
	return Email{Outcome: o, Senders: []string{}, DKIM: []DKIM{}}
}

// SPF is a Sender Policy Framework record (RFC 7208).
type SPF struct {
	Record     string   `json:"record" doc:"The record as written."`
	All        string   `json:"all" enum:"fail,softfail,neutral,pass,none" doc:"What the record states about all other servers: -all is fail, ~all softfail, ?all neutral, +all pass; none when it has no statement."`
	Includes   []string `json:"includes" doc:"Domains whose records are included, in their order."`
	Redirect   string   `json:"redirect,omitempty" doc:"The domain whose record is used instead; absent without one."`
	Networks   []string `json:"networks" doc:"Addresses and networks that may send (ip4 and ip6)."`
	Mechanisms []string `json:"mechanisms" doc:"The other mechanisms as written: a, mx, exists:…"`
	Lookups    int      `json:"lookups" doc:"Number of mechanisms of this record alone that need a DNS query; together with those of the included records at most 10 are allowed."`
	Problems   []string `json:"problems" doc:"What makes the record invalid or ineffective."`
}

// DMARC is a policy for mail that fails the checks (RFC 7489).
type DMARC struct {
	Record          string   `json:"record" doc:"The record as written."`
	Name            string   `json:"name" doc:"Name of the record: _dmarc. below the domain or below the registrable domain."`
	Policy          string   `json:"policy" enum:"none,quarantine,reject" doc:"Policy for mail of the domain."`
	SubdomainPolicy string   `json:"subdomainPolicy" enum:"none,quarantine,reject" doc:"Policy for mail of subdomains; the domain's policy when the record has none for them."`
	Percent         int      `json:"percent" doc:"Percentage of failing mail that the policy applies to, 0 to 100."`
	DKIMAlignment   string   `json:"dkimAlignment" enum:"relaxed,strict" doc:"Whether the domain of a signature must equal the sender's domain (strict) or may be a subdomain of it."`
	SPFAlignment    string   `json:"spfAlignment" enum:"relaxed,strict" doc:"The same for the domain that SPF was checked for."`
	Reports         []string `json:"reports" doc:"Addresses for aggregate reports (rua)."`
	FailureReports  []string `json:"failureReports" doc:"Addresses for reports of single failures (ruf)."`
	Problems        []string `json:"problems" doc:"What makes the record invalid or ineffective."`
}

// DKIM is a key for signatures (RFC 6376).
type DKIM struct {
	Selector string   `json:"selector" doc:"The selector under which the key was found."`
	KeyType  string   `json:"keyType" doc:"rsa or ed25519."`
	Bits     int      `json:"bits,omitempty" doc:"Length of the key; absent when it cannot be read or is revoked."`
	Revoked  bool     `json:"revoked" doc:"Whether the key was revoked."`
	Testing  bool     `json:"testing" doc:"Whether the domain is in testing mode."`
	CNAME    []string `json:"cname" doc:"Names that the record is an alias of; they show who signs."`
}

// MTASTS says whether senders must use TLS.
type MTASTS struct {
	Record string   `json:"record" doc:"The record as written."`
	ID     string   `json:"id" doc:"Id of the policy; changes with the policy."`
	Mode   string   `json:"mode,omitempty" enum:"enforce,testing,none" doc:"Absent when the policy could not be read; problem states why."`
	MX     []string `json:"mx" doc:"Mail servers that the policy allows."`
	MaxAge int64    `json:"maxAge,omitempty" doc:"Seconds for which senders cache the policy; absent when it could not be read."`

	Problem string `json:"problem,omitempty" doc:"Why the policy is ineffective; absent when it is effective."`
}

// TLSRPT is where failures of TLS are reported to.
type TLSRPT struct {
	Record  string   `json:"record" doc:"The record as written."`
	Reports []string `json:"reports" doc:"Addresses (rua)."`
}

// BIMI is the logo that mail programs may show.
type BIMI struct {
	Record      string `json:"record" doc:"The record as written."`
	Logo        string `json:"logo,omitempty" doc:"URL of the SVG logo; absent when the domain declines to publish one."`
	Certificate string `json:"certificate,omitempty" doc:"URL of the mark certificate; absent without one."`
}

// Verifications are services that had somebody prove control of the domain.
type Verifications struct {
	signal.Outcome

	Items []Verification `json:"items" doc:"Tokens in alphabetical order."`
}

// Verification is one proof.
type Verification struct {
	Service string `json:"service,omitempty" doc:"The service that owns the token; absent when the token's name is not known."`
	Token   string `json:"token" example:"google-site-verification" doc:"The name of the token as written in the record."`
	Value   string `json:"value" doc:"The value after the name."`
}
