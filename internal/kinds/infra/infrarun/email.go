package infrarun

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/miekg/dns"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/kinds/infra/mailauth"
	"github.com/quarryapi/quarry/internal/kinds/infra/provider"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// selectors are those that DKIM keys are commonly under; a key under another one can
// only be learnt from a mail.
func selectors() []string {
	return []string{"google", "selector1", "selector2", "k1", "s1", "default", "mail"}
}

// gatherEmail reads the records that mail servers read before they trust a message.
func (s *snapshot) gatherEmail(ctx context.Context) infra.Email {
	e := infra.NewEmail(signal.Of(dnsSource, nil))
	domain, mx := s.mailDomain(ctx)
	e.Domain = domain
	for _, name := range s.mailNames(domain) { // all of them begin before the first is waited for
		s.names.ask(ctx, name, dns.TypeTXT)
	}
	sts := start(ctx, func(ctx context.Context) *infra.MTASTS { return s.mtasts(ctx, domain) })
	s.receivers(&e, mx)

	texts, txt := s.names.texts(ctx, domain)
	dmarc, dmarcReply := s.dmarc(ctx, domain)
	e.SPF, e.DMARC = mailauth.SPF(texts), dmarc
	e.Senders = sendersOf(e.SPF)
	for _, selector := range selectors() {
		texts, r := s.names.texts(ctx, selector+"._domainkey."+domain)
		if key := mailauth.DKIM(selector, texts); key != nil {
			key.CNAME = r.aliases()
			e.DKIM = append(e.DKIM, *key)
		}
	}
	reports, _ := s.names.texts(ctx, "_smtp._tls."+domain)
	logo, _ := s.names.texts(ctx, "default._bimi."+domain)
	e.TLSRPT, e.BIMI, e.MTASTS = mailauth.TLSRPT(reports), mailauth.BIMI(logo), sts.get(ctx)

	failure := cmp.Or(mx.err, txt.err, dmarcReply.err)
	nothing := len(mx.records()) == 0 && e.SPF == nil && e.DMARC == nil && len(e.DKIM) == 0
	switch {
	case failure != nil && nothing:
		e.Outcome = signal.Of(dnsSource, failure)
	case failure != nil:
		e.Reason = signal.Of(dnsSource, failure).Reason
	case nothing:
		e.Outcome = signal.None(dnsSource, "The domain has no mail servers and no records about mail.")
	}
	return e
}

// mailDomain is the domain of the addresses: who asks for blog.example.com mostly
// writes to example.com.
func (s *snapshot) mailDomain(ctx context.Context) (string, reply) {
	own := s.names.get(ctx, s.domain, dns.TypeMX)
	if s.domain == s.registrable || len(own.records()) > 0 {
		return s.domain, own
	}
	return s.registrable, s.names.get(ctx, s.registrable, dns.TypeMX)
}

// mailNames are where the TXT records of a domain's mail are.
func (s *snapshot) mailNames(domain string) []string {
	names := []string{domain, "_dmarc." + domain, "_mta-sts." + domain, "_smtp._tls." + domain, "default._bimi." + domain}
	for _, selector := range selectors() {
		names = append(names, selector+"._domainkey."+domain)
	}
	return names
}

// receivers returns who receives the mail.
func (s *snapshot) receivers(e *infra.Email, mx reply) {
	var servers []*dns.MX
	for _, record := range mx.records() {
		if rr, ok := record.RR.(*dns.MX); ok {
			servers = append(servers, rr)
		}
	}
	slices.SortFunc(servers, func(a, b *dns.MX) int {
		return cmp.Or(cmp.Compare(a.Preference, b.Preference), cmp.Compare(a.Mx, b.Mx))
	})
	var hosts []string
	for _, rr := range servers {
		hosts = append(hosts, bare(rr.Mx))
	}
	e.NullMX = len(hosts) == 1 && hosts[0] == "."
	e.Provider = provider.Mail(hosts)
}

// dmarc looks at the domain, and then at the registrable one (RFC 7489, section 6.6.3).
func (s *snapshot) dmarc(ctx context.Context, domain string) (*infra.DMARC, reply) {
	name := "_dmarc." + domain
	texts, r := s.names.texts(ctx, name)
	d := mailauth.DMARC(name, texts)
	if d != nil || r.err != nil || domain == s.registrable {
		return d, r
	}
	name = "_dmarc." + s.registrable
	texts, r = s.names.texts(ctx, name)
	return mailauth.DMARC(name, texts), r
}

// policyTimeout is how long the host of a policy may take.
const policyTimeout = 10 * time.Second

// mtasts reads the record and then the policy, which is a file on a host of its own
// that must be reached by https and must not redirect (RFC 8461, section 3.3).
func (s *snapshot) mtasts(ctx context.Context, domain string) *infra.MTASTS {
	texts, _ := s.names.texts(ctx, "_mta-sts."+domain)
	sts := mailauth.MTASTS(texts)
	if sts == nil {
		return nil
	}
	resp, err := s.web.Do(ctx, fetch.Request{
		URL: "https://mta-sts." + domain + "/.well-known/mta-sts.txt", MaxBytes: 64 << 10, Timeout: policyTimeout, MaxRedirects: fetch.NoRedirects,
	})
	switch {
	case err != nil:
		sts.Problem = cmp.Or(sts.Problem, "The policy could not be fetched: "+signal.Of(siteSource, err).Reason)
	case resp.Status != http.StatusOK:
		sts.Problem = cmp.Or(sts.Problem, errs.Newf(errs.TargetError, "The host of the policy returned %d.", resp.Status).Message)
	default:
		mailauth.Policy(sts, string(resp.Body))
	}
	return sts
}

// sendersOf are the services that an SPF record includes, each once.
func sendersOf(spf *infra.SPF) []string {
	list := []string{}
	if spf == nil {
		return list
	}
	for _, include := range append(spf.Includes, spf.Redirect) {
		if name := provider.Sender(strings.ToLower(include)); name != "" {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// gatherVerifications looks at the registrable domain, too: services mostly have their
// token put there.
func (s *snapshot) gatherVerifications(ctx context.Context) infra.Verifications {
	v := infra.Verifications{Outcome: signal.Of(dnsSource, nil), Items: []infra.Verification{}}
	var failure error
	for _, name := range slices.Compact([]string{s.domain, s.registrable}) {
		texts, r := s.names.texts(ctx, name)
		failure = cmp.Or(failure, r.err)
		for _, text := range texts {
			if service, token, value, ok := provider.Token(text); ok {
				v.Items = append(v.Items, infra.Verification{Service: service, Token: token, Value: value})
			}
		}
	}
	slices.SortFunc(v.Items, func(a, b infra.Verification) int {
		return cmp.Or(cmp.Compare(a.Token, b.Token), cmp.Compare(a.Value, b.Value))
	})
	v.Items = slices.Compact(v.Items)
	switch {
	case failure != nil && len(v.Items) == 0:
		v.Outcome = signal.Of(dnsSource, failure)
	case failure != nil:
		v.Reason = signal.Of(dnsSource, failure).Reason
	case len(v.Items) == 0:
		v.Outcome = signal.None(dnsSource, "No TXT record of the domain is a verification token of a service.")
	}
	return v
}
