package weburl

import (
	"encoding/base64"
	"slices"
	"strings"
)

// wrapper is a redirect that a service puts before the addresses of others.
type wrapper struct {
	hosts  []string // with all names below them
	paths  []string
	params []string // the first that holds an address counts
	decode func(string) string
}

// wrappers are the redirects that are known. A Google of any country is google.
func wrappers() []wrapper {
	return []wrapper{
		{hosts: []string{"google"}, paths: []string{"/url"}, params: []string{"q", "url"}},
		{hosts: []string{"google"}, paths: []string{"/imgres"}, params: []string{"imgrefurl"}},
		{hosts: []string{"duckduckgo.com"}, paths: []string{"/l/", "/l"}, params: []string{"uddg"}},
		{hosts: []string{"bing.com"}, paths: []string{"/ck/a"}, params: []string{"u"}, decode: bing},
		{hosts: []string{"bing.com"}, paths: []string{"/news/apiclick.aspx"}, params: []string{"url"}},
		{hosts: []string{"facebook.com", "instagram.com"}, paths: []string{"/l.php", "/"}, params: []string{"u"}},
		{hosts: []string{"youtube.com"}, paths: []string{"/redirect"}, params: []string{"q"}},
		{hosts: []string{"linkedin.com"}, paths: []string{"/redir/redirect", "/safety/go"}, params: []string{"url"}},
	}
}

// deepest is how many redirects within each other are taken off.
const deepest = 4

// Unwrap is where a tracking redirect leads: google.com/url?q=, duckduckgo.com/l/?uddg=,
// bing.com/ck/a?u=a1…, and a few more. Any other address is its own.
func Unwrap(raw string) string {
	raw = strings.TrimSpace(raw)
	if strings.HasPrefix(raw, "//") {
		raw = "https:" + raw
	}
	for range deepest {
		inner := unwrapOnce(raw)
		if inner == "" {
			return raw
		}
		raw = inner
	}
	return raw
}

func unwrapOnce(raw string) string {
	u := parse(raw)
	if u == nil || u.RawQuery == "" {
		return ""
	}
	query := u.Query()
	for _, w := range wrappers() {
		if !slices.Contains(w.paths, u.Path) || !slices.ContainsFunc(w.hosts, func(h string) bool { return below(u.Hostname(), h) }) {
			continue
		}
		for _, param := range w.params {
			inner := query.Get(param)
			if w.decode != nil {
				inner = w.decode(inner)
			}
			if parse(inner) != nil {
				return inner
			}
		}
	}
	return ""
}

// bing's parameter is "a1" and the address in Base64.
func bing(value string) string {
	encoded, ok := strings.CutPrefix(value, "a1")
	if !ok {
		return ""
	}
	inner, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(encoded, "="))
	if err != nil {
		return ""
	}
	return string(inner)
}

// below reports whether a host is of a domain. Google has one in most countries, so its
// name alone stands for google.com, google.de, google.co.uk and news.google.com.
func below(host, domain string) bool {
	if domain != "google" {
		return host == domain || strings.HasSuffix(host, "."+domain)
	}
	parts := strings.Split(host, ".")
	at := slices.Index(parts, domain)
	if at < 0 {
		return false
	}
	suffix := parts[at+1:]
	return len(suffix) == 1 || len(suffix) == 2 && (suffix[0] == "co" || suffix[0] == "com")
}

// unAMP is the page behind Google's viewers of AMP pages:
// google.com/amp/s/HOST/PATH and HOST.cdn.ampproject.org/c/s/HOST/PATH.
func unAMP(raw string) string {
	u := parse(raw)
	if u == nil {
		return raw
	}
	rest, found := "", false
	switch {
	case below(u.Hostname(), "google"):
		rest, found = strings.CutPrefix(u.EscapedPath(), "/amp/")
	case below(u.Hostname(), "cdn.ampproject.org"):
		for _, kind := range []string{"/c/", "/v/", "/i/"} {
			if after, ok := strings.CutPrefix(u.EscapedPath(), kind); ok {
				rest, found = after, true
			}
		}
	}
	if !found {
		return raw
	}
	scheme := "http://"
	if secure, ok := strings.CutPrefix(rest, "s/"); ok {
		rest, scheme = secure, "https://"
	}
	inner := scheme + rest
	if u.RawQuery != "" {
		inner += "?" + u.RawQuery
	}
	if name, _, _ := strings.Cut(rest, "/"); !strings.Contains(name, ".") {
		return raw
	}
	return inner
}

// IsAd reports whether an address is one that only advertisements have: the counters of
// search engines and of advertising networks.
func IsAd(raw string) bool {
	u := parse(raw)
	if u == nil {
		return false
	}
	name := u.Hostname()
	switch {
	case below(name, "google"):
		return u.Path == "/aclk" || strings.HasPrefix(u.Path, "/pagead/")
	case below(name, "duckduckgo.com"):
		return u.Path == "/y.js"
	case below(name, "bing.com"):
		return u.Path == "/aclk" || u.Path == "/aclick"
	}
	return below(name, "googleadservices.com") || below(name, "doubleclick.net") || below(name, "googlesyndication.com")
}
