// Package doh asks a resolver for DNS records over HTTPS in the JSON form that
// Cloudflare and Google made common, and reads the dialects of it. It must not know
// what records mean.
package doh

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/miekg/dns"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Caller is the part of upstream.Client that a Client needs.
type Caller interface {
	Do(ctx context.Context, call upstream.Call) (*fetch.Response, error)
}

// Client asks one resolver. It is safe for concurrent use.
type Client struct{ resolver Caller }

// New returns a Client of the upstream "dns".
func New(resolver Caller) *Client { return &Client{resolver} }

// Answer is what a resolver says of one name and type.
type Answer struct {
	Name string
	Type uint16
	// NXDomain says that the name does not exist. Without it a name may still have no
	// records of the type.
	NXDomain bool
	// Authenticated is the AD flag: the resolver has validated the answer by DNSSEC.
	Authenticated bool
	// Records are those of the type that was asked for.
	Records []Record
	// Aliases are the names that CNAME records lead through, the last one is where the
	// records are; lower case, without the final dot.
	Aliases []string
	// Zone is the zone that a negative answer comes from; empty when it is unknown.
	Zone string
	// Unread is how many records of the type could not be read.
	Unread int
}

// Exists reports whether the name is there: an alias of a missing name is.
func (a *Answer) Exists() bool { return !a.NXDomain || len(a.Aliases) > 0 }

// maxBytes is the most that an answer may have: a DNS message has 64 KB.
const maxBytes = 1 << 20

// timeout is for one question; resolvers stop waiting for slow name servers earlier.
const timeout = 8 * time.Second

// Query asks for the records of a type, dns.TypeA and so on. A name that does not
// exist is an answer. Errors: dns_failed (the resolver could not find out),
// parse_failed, and those of upstream.Client.
func (c *Client) Query(ctx context.Context, name string, kind uint16) (*Answer, error) {
	resp, err := c.resolver.Do(ctx, upstream.Call{
		Query:    url.Values{"name": {name}, "type": {dns.TypeToString[kind]}, "do": {"1"}},
		Header:   http.Header{"Accept": {"application/dns-json"}}, // without it Cloudflare expects wire format
		Timeout:  timeout,
		MaxBytes: maxBytes,
	})
	if err != nil {
		return nil, err
	}
	return Parse(resp.Body, name, kind)
}

// failures says what response codes other than 0 and 3 mean.
var failures = map[int]string{
	dns.RcodeServerFailure:  "its name servers fail, or its DNSSEC signatures are wrong",
	dns.RcodeRefused:        "its name servers refuse to answer",
	dns.RcodeFormatError:    "the question was not understood",
	dns.RcodeNotImplemented: "its name servers do not know that type of record",
}

// Parse reads an answer to a question. Errors are those of Query.
func Parse(body []byte, name string, kind uint16) (*Answer, error) {
	m, err := decode(body)
	if err != nil {
		return nil, errs.Wrap(err, errs.ParseFailed, "the DNS resolver returned data in an unknown format").Later()
	}
	a := &Answer{Name: canonical(name), Type: kind, Authenticated: m.AD, NXDomain: *m.Status == dns.RcodeNameError}
	if *m.Status != dns.RcodeSuccess && !a.NXDomain {
		why, known := failures[*m.Status]
		if !known {
			why = "the resolver returned " + dns.RcodeToString[*m.Status]
		}
		return nil, errs.Newf(errs.DNSFailed, "the %s records of %s could not be looked up: %s.", dns.TypeToString[kind], a.Name, why)
	}
	for _, r := range m.Answer {
		a.add(r)
	}
	for _, r := range m.Authority {
		if r.Type == dns.TypeSOA {
			a.Zone = canonical(r.Name)
		}
	}
	return a, nil
}

// add takes a record of the answer: one that was asked for, or a step towards it.
// Signatures come along with do=1 and are left out.
func (a *Answer) add(r rawRecord) {
	if r.Type != a.Type && r.Type != dns.TypeCNAME {
		return
	}
	record, err := r.record()
	if err != nil {
		a.Unread++
		return
	}
	if alias, ok := record.RR.(*dns.CNAME); ok {
		a.Aliases = append(a.Aliases, canonical(alias.Target))
	}
	if r.Type == a.Type {
		a.Records = append(a.Records, record)
	}
}

// canonical is a name in lower case without its final dot; the root is ".".
func canonical(name string) string {
	if name == "." {
		return name
	}
	return strings.ToLower(strings.TrimSuffix(name, "."))
}
