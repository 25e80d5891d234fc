package infra

import "github.com/quarryapi/quarry/internal/kind/signal"

// Email is who receives a domain's mail and how senders are checked.
type Email struct {
	signal.Outcome

	Domain   string   `json:"domain" doc:"The domain of the addresses: the one asked for when it has mail servers, else the registrable one."`
	Provider string   `json:"provider,omitempty" doc:"Who receives the mail, by the names of the mail servers; absent when they are not known or there are none."`
	NullMX   bool     `json:"nullMx" doc:"Whether the domain says that it takes no mail (RFC 7505)."`
	Senders  []string `json:"senders" doc:"Services that may send for the domain, by its SPF includes, sorted; includes that are not known are in spf."`
	SPF      *SPF     `json:"spf,omitempty" doc:"Which servers may send; absent without a record."`
	DMARC    *DMARC   `json:"dmarc,omitempty" doc:"What happens to mail that fails; absent without a record."`
	DKIM     []DKIM   `json:"dkim" doc:"Keys for signatures that were found under common selectors (google, selector1, selector2, k1, s1, default, mail): there may be others."`
	MTASTS   *MTASTS  `json:"mtaSts,omitempty" doc:"Whether senders must use TLS (RFC 8461); absent without a record."`
	TLSRPT   *TLSRPT  `json:"tlsRpt,omitempty" doc:"Where failures of TLS are reported to (RFC 8460); absent without a record."`
	BIMI     *BIMI    `json:"bimi,omitempty" doc:"The logo that mail programs may show; absent without a record."`
}

// NewEmail returns Email without facts.
func NewEmail(o signal.Outcome) Email {
	return Email{Outcome: o, Senders: []string{}, DKIM: []DKIM{}}
}

// SPF is a Sender Policy Framework record (RFC 7208).
type SPF struct {
	Record     string   `json:"record" doc:"The record as it is written."`
	All        string   `json:"all" enum:"fail,softfail,neutral,pass,none" doc:"What the record says of all other servers: -all is fail, ~all softfail, ?all neutral, +all pass; none when it says nothing."`
	Includes   []string `json:"includes" doc:"Domains whose records count, too, in their order."`
	Redirect   string   `json:"redirect,omitempty" doc:"The domain whose record counts instead; absent without one."`
	Networks   []string `json:"networks" doc:"Addresses and networks that may send (ip4 and ip6)."`
	Mechanisms []string `json:"mechanisms" doc:"The other mechanisms as they are written: a, mx, exists:…"`
	Lookups    int      `json:"lookups" doc:"Mechanisms of this record alone that need a DNS query; with those of the included ones no more than 10 are allowed."`
	Problems   []string `json:"problems" doc:"What makes the record invalid or of no use."`
}

// DMARC is a policy for mail that fails the checks (RFC 7489).
type DMARC struct {
	Record          string   `json:"record" doc:"The record as it is written."`
	Name            string   `json:"name" doc:"Where it was found: _dmarc. below the domain or the registrable one."`
	Policy          string   `json:"policy" enum:"none,quarantine,reject" doc:"For mail of the domain."`
	SubdomainPolicy string   `json:"subdomainPolicy" enum:"none,quarantine,reject" doc:"For mail of names below it; that of the domain when it is not told."`
	Percent         int      `json:"percent" doc:"The part of the failing mail that the policy is for, 0 to 100."`
	DKIMAlignment   string   `json:"dkimAlignment" enum:"relaxed,strict" doc:"Whether the domain of a signature must be the very one of the sender (strict) or may be one below it."`
	SPFAlignment    string   `json:"spfAlignment" enum:"relaxed,strict" doc:"The same for the domain that SPF was checked for."`
	Reports         []string `json:"reports" doc:"Where summaries are sent to (rua)."`
	FailureReports  []string `json:"failureReports" doc:"Where single failures are sent to (ruf)."`
	Problems        []string `json:"problems" doc:"What makes the record invalid or of no use."`
}

// DKIM is a key for signatures (RFC 6376).
type DKIM struct {
	Selector string   `json:"selector" doc:"The selector that the key was found under."`
	KeyType  string   `json:"keyType" doc:"rsa or ed25519."`
	Bits     int      `json:"bits,omitempty" doc:"Length of the key; absent when it cannot be read or is revoked."`
	Revoked  bool     `json:"revoked" doc:"Whether the key was taken back."`
	Testing  bool     `json:"testing" doc:"Whether the domain says that it is only trying."`
	CNAME    []string `json:"cname" doc:"Names that the record is an alias of: they tell who signs."`
}

// MTASTS says whether senders must use TLS.
type MTASTS struct {
	Record string   `json:"record" doc:"The record as it is written."`
	ID     string   `json:"id" doc:"Changes with the policy."`
	Mode   string   `json:"mode,omitempty" enum:"enforce,testing,none" doc:"Absent when the policy could not be read; problem says why."`
	MX     []string `json:"mx" doc:"Mail servers that the policy allows."`
	MaxAge int64    `json:"maxAge,omitempty" doc:"Seconds for which senders keep the policy; absent when it could not be read."`

	Problem string `json:"problem,omitempty" doc:"Why the policy is of no use; absent when it is."`
}

// TLSRPT is where failures of TLS are reported to.
type TLSRPT struct {
	Record  string   `json:"record" doc:"The record as it is written."`
	Reports []string `json:"reports" doc:"Addresses (rua)."`
}

// BIMI is the logo that mail programs may show.
type BIMI struct {
	Record      string `json:"record" doc:"The record as it is written."`
	Logo        string `json:"logo,omitempty" doc:"URL of the SVG; absent when the domain declines."`
	Certificate string `json:"certificate,omitempty" doc:"URL of the mark certificate; absent without one."`
}

// Verifications are services that had somebody prove control of the domain.
type Verifications struct {
	signal.Outcome

	Items []Verification `json:"items" doc:"In alphabetical order of their tokens."`
}

// Verification is one proof.
type Verification struct {
	Service string `json:"service,omitempty" doc:"Whose it is; absent when the token's name is not known."`
	Token   string `json:"token" example:"google-site-verification" doc:"The name of the token as it is written in the record."`
	Value   string `json:"value" doc:"What follows it."`
}
