// Package webheader reads the HTTP headers and the file by which a site protects its
// visitors. It fetches nothing.
package webheader

import (
	"bytes"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kinds/infra"
)

// Read fills in what the headers of a page say. Secure tells that it came by https:
// browsers take Strict-Transport-Security from nowhere else.
func Read(into *infra.Headers, h http.Header, secure bool) {
	into.Server, into.PoweredBy = one(h, "Server"), one(h, "X-Powered-By")
	into.CSP = csp(h)
	into.FrameOptions = one(h, "X-Frame-Options")
	into.ContentTypeOpts = one(h, "X-Content-Type-Options")
	into.ReferrerPolicy = one(h, "Referrer-Policy")
	into.Permissions = one(h, "Permissions-Policy")
	into.COOP = one(h, "Cross-Origin-Opener-Policy")
	into.COEP = one(h, "Cross-Origin-Embedder-Policy")
	into.CORP = one(h, "Cross-Origin-Resource-Policy")
	if secure {
		into.HSTS = hsts(h.Get("Strict-Transport-Security"))
	}
	into.Missing = missing(into, secure)
}

// maxValue is the most characters of a header that a result shows.
const maxValue = 4000

// one is a header's values, joined as HTTP has it.
func one(h http.Header, name string) string {
	v := strings.ToValidUTF8(strings.Join(h.Values(name), ", "), "")
	if len(v) > maxValue {
		v = strings.ToValidUTF8(v[:maxValue], "")
	}
	return v
}

func missing(h *infra.Headers, secure bool) []string {
	list := []string{}
	framed := h.FrameOptions != ""
	if h.CSP == nil || h.CSP.ReportOnly {
		list = append(list, "content-security-policy")
	} else if _, ok := h.CSP.Directives["frame-ancestors"]; ok {
		framed = true
	}
	if h.Permissions == "" {
		list = append(list, "permissions-policy")
	}
	if h.ReferrerPolicy == "" {
		list = append(list, "referrer-policy")
	}
	if secure && (h.HSTS == nil || h.HSTS.Problem != "" || h.HSTS.MaxAge == 0) {
		list = append(list, "strict-transport-security")
	}
	if !strings.EqualFold(h.ContentTypeOpts, "nosniff") {
		list = append(list, "x-content-type-options")
	}
	if !framed {
		list = append(list, "x-frame-options")
	}
	return list
}

// hsts reads Strict-Transport-Security (RFC 6797, section 6.1); nil for none.
func hsts(value string) *infra.HSTS {
	if value == "" {
		return nil
	}
	h := &infra.HSTS{Problem: "it has no max-age"}
	for part := range strings.SplitSeq(value, ";") {
		name, v, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "max-age":
			n, err := strconv.ParseInt(strings.Trim(strings.TrimSpace(v), `"`), 10, 64)
			if err != nil || n < 0 {
				h.Problem = "its max-age is not a number of seconds"
				continue
			}
			h.MaxAge, h.Problem = n, ""
		case "includesubdomains":
			h.IncludeSubDomains = true
		case "preload":
			h.Preload = true
		}
	}
	return h
}

// csp reads the policy that is enforced, or else the one that is reported on.
func csp(h http.Header) *infra.CSP {
	value, only := one(h, "Content-Security-Policy"), false
	if value == "" {
		value, only = one(h, "Content-Security-Policy-Report-Only"), true
	}
	if value == "" {
		return nil
	}
	c := &infra.CSP{Value: value, ReportOnly: only, Directives: map[string][]string{}}
	first, _, _ := strings.Cut(value, ",")
	for part := range strings.SplitSeq(first, ";") {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		name := strings.ToLower(words[0])
		if _, again := c.Directives[name]; !again { // browsers ignore the second one, too
			c.Directives[name] = words[1:]
		}
	}
	return c
}

// SecurityTxt reads /.well-known/security.txt; nil when the file is something else: it
// must have a contact (RFC 9116, section 2.5.3).
func SecurityTxt(url, mediaType string, body []byte, now time.Time) *infra.SecurityTxt {
	if !strings.HasPrefix(mediaType, "text/plain") || bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) {
		return nil
	}
	s := &infra.SecurityTxt{URL: url, Contacts: []string{}, Policy: []string{}, Signed: bytes.Contains(body, []byte("-----BEGIN PGP SIGNATURE-----"))}
	for line := range strings.Lines(strings.ToValidUTF8(string(body), "")) {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.ToLower(name) {
		case "contact":
			s.Contacts = append(s.Contacts, value)
		case "policy":
			s.Policy = append(s.Policy, value)
		case "preferred-languages":
			s.Languages = value
		case "expires":
			if at, err := time.Parse(time.RFC3339, strings.ToUpper(value)); err == nil {
				s.Expires, s.Expired = instant.Of(at), at.Before(now)
			}
		}
	}
	s.Contacts = slices.DeleteFunc(s.Contacts, func(c string) bool { return c == "" })
	if len(s.Contacts) == 0 {
		return nil
	}
	return s
}
