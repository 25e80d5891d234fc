// Package certlogtest stands for crt.sh and Cert Spotter, which know the same certificates.
package certlogtest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// loggedCertificate is one that public logs hold.
type loggedCertificate struct {
	names  []string
	issuer int // in logIssuers
	age    int // days since it was issued; it lasts for 90
}

type logIssuer struct{ id, country, organization, name string }

func logIssuers() []logIssuer {
	return []logIssuer{
		{"295809", "US", "Let's Encrypt", "E7"},
		{"286236", "US", `"Amazon, Registry Services"`, "Amazon RSA 2048 M02"},
	}
}

// loggedCertificates are those of company.test. One has expired.
func loggedCertificates() []loggedCertificate {
	return []loggedCertificate{
		{[]string{"company.test", "www.company.test"}, 0, 12},
		{[]string{"company.test", "www.company.test"}, 0, 71},
		{[]string{"company.test", "www.company.test"}, 0, 130},
		{[]string{"shop.company.test"}, 1, 40},
		{[]string{"*.staging.company.test", "staging.company.test", "partner.example"}, 0, 33},
		{[]string{"api.company.test", "gauges.api.company.test"}, 0, 5},
		{[]string{"mta-sts.company.test"}, 0, 25},
	}
}

func (c loggedCertificate) serial() string {
	sum := sha256.Sum256([]byte(fmt.Sprint(c.names, c.age)))
	return "04" + hex.EncodeToString(sum[:17])
}

// CrtSh stands for crt.sh, which knows certificates of company.test. Domains
// that begin with "quota" are limited, with "down" answered as by a proxy whose server
// is away, and with "page" with a page.
func CrtSh() site.Site {
	return site.Site{
		Host:     "crtsh.upstream.test",
		Title:    "crt.sh",
		About:    "A replay of crt.sh. It knows certificates of company.test; `quota…`, `down…` and `page…` fail in three ways, and other domains have none.",
		Upstream: "crtsh",
		Assets:   map[string]http.HandlerFunc{"/": serveCrtsh(time.Now)},
	}
}

func serveCrtsh(now func() time.Time) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		pattern := strings.ToLower(q.Get("q"))
		domain := strings.TrimPrefix(pattern, "%.")
		switch {
		case site.IsOver(domain):
			site.Send(w, http.StatusTooManyRequests, site.HTML, []byte("<h1>429 Too Many Requests</h1>\n"))
		case site.IsDown(domain):
			site.Send(w, http.StatusBadGateway, site.HTML, []byte("<html>\n<head><title>502 Bad Gateway</title></head>\n</html>\n"))
		case strings.HasPrefix(domain, "page") || q.Get("output") != "json":
			site.Send(w, http.StatusOK, site.HTML, []byte("<!DOCTYPE html>\n<TITLE>crt.sh | Error</TITLE>\n"))
		default:
			site.SendJSON(w, http.StatusOK, crtshRows(domain, pattern != domain, q.Get("exclude") == "expired", now().UTC()))
		}
	}
}

// crtshRows are the certificates that name the domain itself, or names below it.
func crtshRows(domain string, below, onlyValid bool, now time.Time) []any {
	rows := []any{}
	for i, c := range loggedCertificates() {
		from := now.Truncate(24*time.Hour).AddDate(0, 0, -c.age)
		until := from.AddDate(0, 0, 90).Add(-time.Second)
		matches := slices.ContainsFunc(c.names, func(n string) bool {
			return !below && n == domain || below && strings.HasSuffix(n, "."+domain)
		})
		if !matches || onlyValid && until.Before(now) {
			continue
		}
		issuer := logIssuers()[c.issuer]
		id, _ := strconv.Atoi(issuer.id)
		const layout = "2006-01-02T15:04:05"
		rows = append(rows, map[string]any{
			"issuer_ca_id": id, "issuer_name": "C=" + issuer.country + ", O=" + issuer.organization + ", CN=" + issuer.name,
			"common_name": c.names[0], "name_value": strings.Join(c.names, "\n"), "id": 17_000_000_000 + i*1_000_003,
			"entry_timestamp": from.Add(time.Hour).Format(layout) + ".417", "not_before": from.Format(layout), "not_after": until.Format(layout),
			"serial_number": c.serial(), "result_count": 2,
		})
	}
	return rows
}

// CertSpotter stands for Cert Spotter, with the certificates of crt.sh in pages
// of three. Domains that begin with "quota" are limited, and with "down" answered with
// an error.
func CertSpotter() site.Site {
	return site.Site{
		Host:     "certspotter.upstream.test",
		Title:    "Cert Spotter",
		About:    "A replay of the API of Cert Spotter, which knows what crt.sh knows and answers for it when that is away.",
		Upstream: "certspotter",
		Assets:   map[string]http.HandlerFunc{"/v1/issuances": serveIssuances(time.Now)},
	}
}

func serveIssuances(now func() time.Time) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		domain := strings.ToLower(q.Get("domain"))
		switch {
		case domain == "":
			site.SendJSON(w, http.StatusBadRequest, map[string]string{"code": "missing_argument", "message": "You must specify the domain parameter"})
		case site.IsOver(domain):
			w.Header().Set("Retry-After", "5")
			site.SendJSON(w, http.StatusTooManyRequests, map[string]string{"code": "rate_limited", "message": "You have exceeded the domain search rate limit for the Cert Spotter API."})
		case site.IsDown(domain):
			site.SendJSON(w, http.StatusServiceUnavailable, map[string]string{"code": "server_error", "message": "An internal error occurred"})
		default:
			after, _ := strconv.Atoi(q.Get("after"))
			site.SendJSON(w, http.StatusOK, issuances(domain, q["expand"], after, site.IsTrue(q.Get("include_subdomains")), now().UTC()))
		}
	}
}

// issuances is a page of those after an id. What was not asked to be expanded is left out.
func issuances(domain string, expand []string, after int, below bool, now time.Time) []any {
	const page = 3
	list := []any{}
	for i, c := range loggedCertificates() {
		from := now.Truncate(24*time.Hour).AddDate(0, 0, -c.age)
		until := from.AddDate(0, 0, 90).Add(-time.Second)
		matches := slices.ContainsFunc(c.names, func(n string) bool { return n == domain || below && strings.HasSuffix(n, "."+domain) })
		if i+1 <= after || !matches || until.Before(now) || len(list) == page {
			continue
		}
		entry := map[string]any{
			"id": strconv.Itoa(i + 1), "tbs_sha256": c.serial(), "cert_sha256": c.serial(), "pubkey_sha256": c.serial(),
			"not_before": from.Format(time.RFC3339), "not_after": until.Format(time.RFC3339), "revoked": false,
		}
		if slices.Contains(expand, "dns_names") {
			entry["dns_names"] = c.names
		}
		if slices.Contains(expand, "issuer") {
			issuer := logIssuers()[c.issuer]
			organization := strings.Trim(issuer.organization, `"`)
			entry["issuer"] = map[string]any{
				"friendly_name": organization, "operator": map[string]string{"name": organization}, "pubkey_sha256": issuer.id,
				"name": "C=" + issuer.country + ", O=" + issuer.organization + ", CN=" + issuer.name,
			}
		}
		list = append(list, entry)
	}
	return list
}
