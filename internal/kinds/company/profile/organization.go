package profile

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// organizationTypes end the names of schema.org's types of organizations that have
// a name of their own; Organization covers most.
var organizationTypes = []string{
	"Organization", "Corporation", "LocalBusiness", "Store", "Restaurant", "Hotel", "AutoDealer", "Airline",
	"MedicalClinic", "Dentist", "LegalService", "FinancialService", "RealEstateAgent", "TravelAgency", "ProfessionalService", "Brand",
}

// organizations returns the site's own organizations of its JSON-LD: those whose url
// is on the domain, or that name none. Publishers and authors of articles elsewhere
// drop out.
func organizations(objects []structured.Object, domain string) []structured.Object {
	var own []structured.Object
	for _, o := range objects {
		if !slices.ContainsFunc(organizationTypes, o.Is) {
			continue
		}
		if on, known := onDomain(o["url"], domain); on || !known {
			own = append(own, o)
		}
	}
	return own
}

// onDomain reports whether one of the addresses of a value is on a domain, and whether
// there are any.
func onDomain(v any, domain string) (on, known bool) {
	for _, raw := range structured.Strings(v) {
		u, err := url.Parse(raw)
		if err != nil || u.Host == "" {
			continue
		}
		known = true
		if subject.Registrable(subject.Host(strings.ToLower(u.Hostname()))) == subject.Registrable(domain) {
			return true, true
		}
	}
	return false, known
}

// texts are the statements of a member of JSON-LD objects: strings, or the names of
// objects.
func texts(objects []structured.Object, members ...string) []statement {
	var all []statement
	for _, o := range objects {
		for _, member := range members {
			for _, value := range structured.Named(o[member], "name") {
				all = append(all, statement{strings.Join(strings.Fields(value), " "), jsonLD})
			}
		}
	}
	return all
}

// headcount reads numberOfEmployees: a number, a text, or a QuantitativeValue. A
// range is no number.
func headcount(objects []structured.Object) (int64, bool) {
	for _, o := range objects {
		v := o["numberOfEmployees"]
		if q, ok := v.(map[string]any); ok {
			v = q["value"]
		}
		switch v := v.(type) {
		case float64:
			if v > 0 && v < 1e8 {
				return int64(v), true
			}
		case string:
			n, err := strconv.ParseInt(strings.NewReplacer(",", "", ".", "", " ", "").Replace(v), 10, 64)
			if err == nil && n > 0 {
				return n, true
			}
		}
	}
	return 0, false
}

// schemes are the identifiers that schema.org's organizations carry.
var schemes = [][2]string{{"leiCode", "lei"}, {"duns", "duns"}, {"vatID", "vat"}, {"taxID", "tax"}, {"tickerSymbol", "ticker"}}

func identifiers(objects []structured.Object) map[string][]statement {
	all := map[string][]statement{}
	for _, s := range schemes {
		if found := texts(objects, s[0]); len(found) > 0 {
			all[s[1]] = found
		}
	}
	return all
}

// places reads the addresses of organizations and of their departments and locations.
func places(objects []structured.Object) []company.Place {
	var all []company.Place
	for _, o := range objects {
		all = append(all, addresses(o, "office")...)
		for _, member := range []string{"location", "department", "subOrganization"} {
			for _, part := range members(o[member]) {
				all = append(all, addresses(part, "office")...)
			}
		}
	}
	return all
}

// addresses reads the member address; an object that is itself an address counts.
func addresses(o structured.Object, kind string) []company.Place {
	var all []company.Place
	list := members(o["address"])
	if o.Is("PostalAddress") {
		list = append(list, o)
	}
	for _, a := range list {
		p := company.Place{
			Kind: kind, Street: first(a["streetAddress"]), Locality: first(a["addressLocality"]), Region: first(a["addressRegion"]),
			PostalCode: first(a["postalCode"]), Country: first(a["addressCountry"]), Phone: strings.TrimPrefix(first(o["telephone"]), "tel:"),
		}
		if !o.Is("PostalAddress") && kind == "office" {
			p.Name = first(o["name"])
		}
		if p.Street != "" || p.Locality != "" || p.PostalCode != "" {
			all = append(all, p)
		}
	}
	return all
}

// members returns the objects of a value that is one or a list of them.
func members(v any) []structured.Object {
	switch v := v.(type) {
	case map[string]any:
		return []structured.Object{v}
	case []any:
		var all []structured.Object
		for _, one := range v {
			if o, ok := one.(map[string]any); ok {
				all = append(all, o)
			}
		}
		return all
	}
	return nil
}

// first is the first text of a value, on one line.
func first(v any) string {
	for _, s := range structured.Named(v, "name") {
		return strings.Join(strings.Fields(s), " ")
	}
	return ""
}
