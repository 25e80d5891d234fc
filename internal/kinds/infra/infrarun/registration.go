package infrarun

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/sources/rdap"
)

// gatherRegistration asks for the registrable domain: registries know no names below.
func (s *snapshot) gatherRegistration(ctx context.Context) infra.Registration {
	d, err := s.registry.Lookup(ctx, s.registrable)
	switch {
	case errors.Is(err, rdap.ErrNoService):
		return infra.NewRegistration(signal.None(rdapSource, infra.NoRDAPService))
	case errors.Is(err, rdap.ErrNotRegistered):
		return infra.NewRegistration(signal.None(rdapSource, "The registry has no domain of this name."))
	case err != nil:
		return infra.NewRegistration(signal.Of(rdapSource, err))
	}
	r := infra.NewRegistration(signal.Of(strings.Join(d.Services, ", "), nil))
	switch {
	case errors.Is(d.Missing, rdap.ErrNotRegistered):
		r.Reason = "The registrar's service does not have the domain; the data is from the registry."
	case d.Missing != nil:
		r.Reason = "The registrar's service failed; the data is from the registry. " + signal.Of(rdapSource, d.Missing).Reason
	}
	r.Registrar = cmp.Or(d.Registrar.Name, d.Registrar.Organization, d.Registrar.Handle)
	r.RegistrarID, r.RegistrarURL = d.Registrar.IANAID, d.Registrar.URL
	r.AbuseEmail, r.AbusePhone = d.Registrar.AbuseEmail, d.Registrar.AbusePhone
	r.CreatedAt, r.UpdatedAt, r.TransferAt, r.ExpiresAt = instant.Of(d.Created), instant.Of(d.Updated), instant.Of(d.Transferred), instant.Of(d.Expires)
	r.Statuses = append(r.Statuses, d.Status...)
	r.Nameservers = append(r.Nameservers, d.Nameservers...)
	r.Redacted = append(r.Redacted, d.Redacted...)
	r.DNSSEC, r.Registrant = d.Signed, contactOf(d.Registrant)
	return r
}

// contactOf is nil when nothing is known but that there is somebody.
func contactOf(c rdap.Contact) *infra.Contact {
	contact := infra.Contact{
		Name: c.Name, Organization: c.Organization, Email: c.Email, Country: c.Country, Region: c.Region, Redacted: c.Redacted,
	}
	if contact == (infra.Contact{}) {
		return nil
	}
	return &contact
}
