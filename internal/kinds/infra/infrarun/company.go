package infrarun

import (
	"slices"

	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/read/companyname"
)

// nameCompany says which signals name the company.
func (s *snapshot) nameCompany(r *infra.Result, company string) {
	r.CompanyName = company
	places := map[string][]string{}
	if c := r.Registration.Registrant; c != nil {
		places["registration"] = []string{c.Organization, c.Name}
	}
	if c := r.TLS.Certificate; c != nil {
		places["tls"] = []string{c.Subject.Organization}
	}
	for _, n := range r.Hosting.Networks {
		places["hosting"] = append(places["hosting"], n.Name)
	}
	for _, signal := range []string{"registration", "tls", "hosting"} {
		if slices.ContainsFunc(places[signal], func(name string) bool { return companyname.Same(name, company) }) {
			r.CompanyNameFoundIn = append(r.CompanyNameFoundIn, signal)
		}
	}
}
