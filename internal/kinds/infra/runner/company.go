package runner

import (
	"slices"
	"strings"
	"unicode"

	infrakind "github.com/quarryapi/quarry/internal/kinds/infra"
)

// nameCompany says which signals name the company.
func (s *snapshot) nameCompany(r *infrakind.Result, company string) {
	r.CompanyName = company
	wanted := essence(company)
	if wanted == "" {
		return
	}
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
		if slices.ContainsFunc(places[signal], func(name string) bool { return essence(name) == wanted }) {
			r.CompanyNameFoundIn = append(r.CompanyNameFoundIn, signal)
		}
	}
}

// legalForms are left out of names when they are compared.
func legalForms() []string {
	return []string{
		"inc", "incorporated", "corp", "corporation", "co", "company", "llc", "llp", "lp", "ltd", "limited", "plc", "gmbh", "ag", "kg", "ug", "se",
		"sa", "sas", "sarl", "srl", "spa", "bv", "nv", "ab", "as", "asa", "aps", "oy", "oyj", "kk", "pty", "pte", "sro", "doo", "the",
	}
}

// essence is a name in lower case without punctuation and legal form.
func essence(name string) string {
	name = strings.NewReplacer(".", "", "'", "", "’", "").Replace(strings.ToLower(name))
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	kept := slices.DeleteFunc(words, func(w string) bool { return slices.Contains(legalForms(), w) })
	return strings.Join(kept, " ")
}
