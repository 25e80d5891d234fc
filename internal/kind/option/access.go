package option

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
)

// Access are the options of calls that ask a site for something as their caller: who asks, in which
// language, and by which way. They are embedded in the options of a call that has headers.
type Access struct {
	Cookies   map[string]string `json:"cookies,omitempty" doc:"Cookies by name. At most 50. Sealed. Not beside a header Cookie."`
	UserAgent string            `json:"userAgent,omitempty" doc:"User agent. At most 500 characters. Default: our own. Not beside a header User-Agent."`
	Country   string            `json:"country,omitempty" doc:"ISO 3166, two letters. Chooses Accept-Language, and nothing else: the request comes from the same place."`
	Proxy     string            `json:"proxy,omitempty" doc:"Your own HTTP proxy. As http://[user:password@]host:port, with a public address; it must allow CONNECT. Sealed. Default none."`
}

// Limits of access.
const (
	maxCookies   = 50
	maxUserAgent = 500
)

// PrepareAccess checks what is given and brings it into one form. Error: invalid_request.
func (a *Access) PrepareAccess(headers map[string]string) error {
	sent := func(name string) bool {
		return slices.ContainsFunc(slices.Collect(maps.Keys(headers)), func(h string) bool { return strings.EqualFold(h, name) })
	}
	switch {
	case len(a.Cookies) > maxCookies:
		return errs.Field(errs.InvalidRequest, "options.cookies", fmt.Sprintf("has %d cookies; at most %d are allowed", len(a.Cookies), maxCookies))
	case len(a.Cookies) > 0 && sent("Cookie"):
		return errs.Field(errs.InvalidRequest, "options.cookies", "must not stand beside a header Cookie; put all cookies into one of them")
	case a.UserAgent != "" && sent("User-Agent"):
		return errs.Field(errs.InvalidRequest, "options.userAgent", "must not stand beside a header User-Agent; leave one of them out")
	case len(a.UserAgent) > maxUserAgent || strings.ContainsFunc(a.UserAgent, func(r rune) bool { return r < ' ' || r > '~' }):
		return errs.Field(errs.InvalidRequest, "options.userAgent", fmt.Sprintf("must have at most %d printable ASCII characters", maxUserAgent))
	}
	for _, name := range slices.Sorted(maps.Keys(a.Cookies)) {
		if issue := cookieIssue(name, a.Cookies[name]); issue != "" {
			return errs.Field(errs.InvalidRequest, "options.cookies", issue)
		}
	}
	a.Country = strings.ToUpper(strings.TrimSpace(a.Country))
	if a.Country != "" && languages[a.Country] == "" {
		return errs.Field(errs.InvalidRequest, "options.country", "must be the two letters of a country, such as DE; for one that is not known here set the header Accept-Language")
	}
	if a.Proxy == "" {
		return nil
	}
	_, err := egress.ParseProxy(a.Proxy)
	if err != nil {
		return errs.Field(errs.InvalidRequest, "options.proxy", errs.As(err).Message)
	}
	return nil
}

// cookieIssue says what is wrong with a cookie, without showing it.
func cookieIssue(name, value string) string {
	bad := func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`",;\`, r) }
	switch {
	case name == "" || strings.ContainsFunc(name, bad) || strings.Contains(name, "="):
		return "has a name that no cookie can have; use letters, digits and hyphens"
	case strings.ContainsFunc(strings.Trim(value, `"`), bad):
		return "has a value with a space, a sign that ends cookies or one beyond ASCII; percent-encode it"
	}
	return ""
}

// Sent are the headers that are sent to the site: the caller's, and those that access means.
func (a *Access) Sent(headers map[string]string) map[string]string {
	all := maps.Clone(headers)
	if all == nil {
		all = map[string]string{}
	}
	if len(a.Cookies) > 0 {
		pairs := make([]string, 0, len(a.Cookies))
		for _, name := range slices.Sorted(maps.Keys(a.Cookies)) {
			pairs = append(pairs, name+"="+a.Cookies[name])
		}
		all["Cookie"] = strings.Join(pairs, "; ")
	}
	if a.UserAgent != "" {
		all["User-Agent"] = a.UserAgent
	}
	if _, given := all["Accept-Language"]; !given && a.Country != "" {
		all["Accept-Language"] = languages[a.Country]
	}
	return all
}

// Way is the proxy to go through, nil for none.
func (a *Access) Way() (*url.URL, error) {
	if a.Proxy == "" {
		return nil, nil
	}
	return egress.ParseProxy(a.Proxy)
}
