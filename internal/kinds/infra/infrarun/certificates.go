package infrarun

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/sources/certlog"
)

const (
	// crtshTimeout is for crt.sh with its one retry, which leaves time for the other.
	crtshTimeout = 22 * time.Second
	// spotterTimeout is for all pages of Cert Spotter.
	spotterTimeout = 15 * time.Second
	// maxLogged is how many names are shown, and maxRecent how many certificates.
	maxLogged = 1000
	maxRecent = 10
)

// gatherCertificates asks crt.sh, and Cert Spotter when that fails.
func (s *snapshot) gatherCertificates(ctx context.Context) infra.Certificates {
	source, more := crtshSource, false
	found, err := s.crtsh.Search(ctx, s.domain, crtshTimeout)
	if err != nil {
		first := signal.Of(crtshSource, err)
		source = spotterSource
		if found, more, err = s.spotter.Search(ctx, s.domain, spotterTimeout); err != nil {
			o := signal.Of(crtshSource+", "+spotterSource, err)
			o.Reason = first.Reason + " " + o.Reason
			return infra.NewCertificates(o)
		}
	}
	sum := certlog.Sum(s.domain, found, maxRecent)
	c := infra.NewCertificates(signal.Of(source, nil))
	if sum.Total == 0 {
		c.Outcome = signal.None(source, "The logs have no unexpired certificate for the domain.")
		return c
	}
	c.Total, c.NamesTotal, c.Truncated = sum.Total, len(sum.Names), more
	c.Names = append(c.Names, sum.Names[:min(len(sum.Names), maxLogged)]...)
	for _, i := range sum.Issuers {
		c.Issuers = append(c.Issuers, infra.IssuerCount(i))
	}
	for _, r := range sum.Recent {
		c.Recent = append(c.Recent, infra.LoggedCertificate{
			Names: r.Names[:min(len(r.Names), maxNames)], Issuer: r.Issuer, SerialNumber: r.Serial, NotBefore: instant.Of(r.NotBefore), NotAfter: instant.Of(r.NotAfter),
		})
	}
	return c
}
