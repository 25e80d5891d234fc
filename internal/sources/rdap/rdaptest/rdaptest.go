// Package rdaptest stands for IANA's list of RDAP services, for a registry and for a registrar.
package rdaptest

import (
	"net/http"
	"strings"

	"github.com/quarryapi/quarry/internal/sources/doh/dohtest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

const json = "application/rdap+json"

// IANA stands for IANA's list of RDAP services, which knows one for .test and
// none for other top-level domains but two.
func IANA() site.Site {
	return site.Site{
		Host:     "iana.upstream.test",
		Title:    "IANA",
		About:    "A replay of IANA's list of RDAP services: `.test` and `.zone` have one, `.port` has one that listens where nobody may ask.",
		Upstream: "iana",
		Assets: map[string]http.HandlerFunc{"/rdap/dns.json": func(w http.ResponseWriter, _ *http.Request) {
			site.SendJSON(w, http.StatusOK, map[string]any{
				"version": "1.0", "publication": "2026-02-11T20:00:01Z", "description": "RDAP bootstrap file for Domain Name System registrations",
				"services": [][][]string{
					{{"test", "zone"}, {"http://rdap.upstream.test/v1/"}},
					{{"port"}, {"https://rdap.upstream.test:8443/"}},
				},
			})
		}},
	}
}

// Registry stands for the RDAP service of a thin registry. It knows the sample
// sites. Domains that begin with "quota" are limited, with "down" broken, with "closed"
// refused and with "page" answered with a page; others are not registered.
func Registry(known func() *dohtest.Zones) site.Site {
	return site.Site{
		Host:   "rdap.upstream.test",
		Title:  "RDAP of a registry",
		About:  "A replay of a registry's RDAP service, which IANA's list leads to. Sample sites are registered; `quota…`, `down…`, `closed…` and `page…` fail in four ways.",
		Assets: map[string]http.HandlerFunc{"/v1/domain/{domain}": replay{known}.serve},
	}
}

// Registrar stands for the RDAP service of a registrar, which knows who
// registered a domain and hides most of it.
func Registrar(known func() *dohtest.Zones) site.Site {
	return site.Site{
		Host:   "registrar.upstream.test",
		Title:  "RDAP of a registrar",
		About:  "A replay of a registrar's RDAP service, to which the registry's leads for company.test.",
		Assets: map[string]http.HandlerFunc{"/rdap/domain/{domain}": replay{known}.serveRegistrar},
	}
}

// replay knows the domains of zones.
type replay struct{ zones func() *dohtest.Zones }

func (x replay) serve(w http.ResponseWriter, r *http.Request) {
	domain := strings.ToLower(r.PathValue("domain"))
	switch {
	case site.IsOver(domain):
		w.Header().Set("Retry-After", "5")
		send(w, http.StatusTooManyRequests, fault(429, "Rate Limit Exceeded"))
	case site.IsDown(domain):
		site.Send(w, http.StatusInternalServerError, site.HTML, []byte("<h1>Internal Server Error</h1>\n"))
	case strings.HasPrefix(domain, "closed"):
		site.Send(w, http.StatusForbidden, site.HTML, []byte("<h1>Forbidden</h1>\n"))
	case strings.HasPrefix(domain, "page"):
		site.Send(w, http.StatusOK, site.HTML, []byte("<!doctype html>\n<title>Maintenance</title>\n"))
	case !x.zones().Has(domain+".") || strings.Count(domain, ".") != 1:
		send(w, http.StatusNotFound, fault(404, "Object not found"))
	default:
		send(w, http.StatusOK, x.registryObject(domain))
	}
}

func send(w http.ResponseWriter, status int, object map[string]any) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	object["rdapConformance"] = []string{"rdap_level_0", "icann_rdap_technical_implementation_guide_0", "icann_rdap_response_profile_0"}
	site.SendJSONAs(w, status, json, object)
}

func fault(code int, title string) map[string]any {
	return map[string]any{"errorCode": code, "title": title, "description": []string{title + "."}}
}

func link(rel, href string) map[string]any {
	return map[string]any{"value": href, "rel": rel, "href": href, "type": json}
}

func event(action, date string) map[string]any {
	return map[string]any{"eventAction": action, "eventDate": date}
}

// entity is somebody with a jCard of the given properties.
func entity(role, handle string, properties ...[]any) map[string]any {
	card := append([][]any{{"version", map[string]any{}, "text", "4.0"}}, properties...)
	return map[string]any{"objectClassName": "entity", "handle": handle, "roles": []string{role}, "vcardArray": []any{"vcard", card}}
}

func cardText(name, value string) []any { return []any{name, map[string]any{}, "text", value} }

// registryObject is what the registry knows: all but the registrant, who is one of more.
func (x replay) registryObject(domain string, more ...any) map[string]any {
	upper := strings.ToUpper(domain)
	abuse := entity("abuse", "", cardText("fn", ""), []any{"tel", map[string]any{"type": "voice"}, "uri", "tel:+44.1632960555"}, cardText("email", "abuse@registrar.test"))
	registrar := entity("registrar", "9999", cardText("fn", "Quayside Names Ltd"))
	registrar["publicIds"] = []any{map[string]any{"type": "IANA Registrar ID", "identifier": "9999"}}
	registrar["entities"] = []any{abuse}
	links := []any{link("self", "http://rdap.upstream.test/v1/domain/"+upper)}
	secure := map[string]any{"delegationSigned": false}
	if domain == site.Company {
		links = append(links, link("related", "http://registrar.upstream.test/rdap/domain/"+upper))
		secure = map[string]any{"delegationSigned": true, "dsData": []any{map[string]any{"keyTag": 2371, "algorithm": 13, "digestType": 2, "digest": "1F98"}}}
	}
	return map[string]any{
		"objectClassName": "domain", "handle": "7714_DOMAIN_TEST", "ldhName": upper,
		"links":    links,
		"status":   []string{"client transfer prohibited"},
		"entities": append([]any{registrar}, more...),
		"events": []any{
			event("registration", "2014-02-17T09:12:44Z"), event("expiration", "2031-02-17T09:12:44Z"),
			event("last changed", "2025-11-03T14:20:01Z"), event("last update of RDAP database", "2026-02-20T06:00:00Z"),
		},
		"nameservers": x.nameserverObjects(domain),
		"secureDNS":   secure,
	}
}

func (x replay) nameserverObjects(domain string) []any {
	list := []any{}
	for _, host := range x.zones().Nameservers(domain) {
		list = append(list, map[string]any{"objectClassName": "nameserver", "ldhName": strings.ToUpper(host)})
	}
	return list
}

func (x replay) serveRegistrar(w http.ResponseWriter, r *http.Request) {
	domain := strings.ToLower(r.PathValue("domain"))
	if domain != site.Company {
		send(w, http.StatusNotFound, fault(404, "Not Found"))
		return
	}
	hidden := "REDACTED FOR PRIVACY"
	registrant := entity(
		"registrant", "", cardText("fn", hidden), cardText("org", "Marrowfen Instruments Ltd"),
		[]any{"adr", map[string]any{"cc": "GB"}, "text", []any{"", "", hidden, hidden, "Carrowshire", hidden, ""}},
		cardText("email", "Please use the form at https://registrar.test/contact"),
	)
	registrant["remarks"] = []any{map[string]any{"title": hidden, "type": "object redacted due to authorization", "description": []string{"Some of the data is not shown."}}}
	o := x.registryObject(domain, registrant)
	o["links"] = []any{link("self", "http://registrar.upstream.test/rdap/domain/"+domain)}
	o["redacted"] = []any{
		map[string]any{"name": map[string]any{"description": "Registrant Name"}, "method": "emptyValue"},
		map[string]any{"name": map[string]any{"description": "Registrant Email"}, "method": "replacementValue"},
	}
	send(w, http.StatusOK, o)
}
