package infrarun

import (
	"context"
	"strings"

	"github.com/miekg/dns"

	"github.com/quarryapi/quarry/internal/kind/signal"
)

// place is where the web site of a domain is, as DNS has it.
type place struct {
	exists *bool  // whether the domain is known; nil when DNS does not answer
	host   string // empty when there is none
	why    string // why there is none
}

const noSuchDomain = "There is no domain of this name in DNS."

// locate finds the host of the site: the domain, or www. below it when the domain has
// no address of its own. Without an answer of DNS the domain is tried.
func (s *snapshot) locate(ctx context.Context) place {
	own := s.names.get(ctx, s.domain, dns.TypeA)
	if own.err != nil {
		return place{host: s.domain}
	}
	p := place{exists: new(own.Exists())}
	if !own.Exists() {
		p.why = noSuchDomain
		return p
	}
	if len(own.Records) > 0 || len(s.names.get(ctx, s.domain, dns.TypeAAAA).records()) > 0 {
		p.host = s.domain
		return p
	}
	www := "www." + s.domain
	if !strings.HasPrefix(s.domain, "www.") && len(s.names.get(ctx, www, dns.TypeA).records()) > 0 {
		p.host = www
		return p
	}
	p.why = "The domain has no address, so it has no website."
	return p
}

// nowhere is the outcome of signals of a site that does not exist, and ok is false for
// one that does.
func (p place) nowhere() (o signal.Outcome, ok bool) {
	if p.host != "" {
		return signal.Outcome{}, false
	}
	return signal.None(siteSource, p.why), true
}
