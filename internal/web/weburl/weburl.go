// Package weburl reports what an address of the web leads to: past the redirects by which
// search engines and newsletters count clicks, without what only counts visitors, and
// whether two addresses show the same document. It asks nobody and judges no host:
// package egress does.
package weburl

import (
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/idna"
)

// Clean is an address in the form in which it is fetched and shown: where a tracking
// redirect leads, see Unwrap, the scheme and the host in lower case, without default
// port, without parameters that only count visitors, without the part behind # unless it
// is a route of a script (#/ or #!). Empty for what is no absolute http or https address.
func Clean(raw string) string {
	u := parse(Unwrap(raw))
	if u == nil {
		return ""
	}
	if !strings.HasPrefix(u.Fragment, "/") && !strings.HasPrefix(u.Fragment, "!") {
		u.Fragment, u.RawFragment = "", ""
	}
	u.RawQuery = without(u.RawQuery, isTracker)
	u.ForceQuery = false
	if u.Path == "" {
		u.Path = "/"
	}
	return u.String()
}

// Key is equal for addresses that most likely show the same document: beside what Clean
// does it knows no difference between http and https, with and without www., with and
// without a slash or index.html at the end, and between a page and its AMP variant; the
// order of parameters is none. It is for comparing and not for fetching. Empty for what
// is no absolute http or https address.
func Key(raw string) string {
	u := parse(Clean(unAMP(Unwrap(raw))))
	if u == nil {
		return ""
	}
	key := strings.TrimPrefix(strings.TrimPrefix(u.Host, "www."), "amp.") + pathKey(u)
	if query := sorted(without(u.RawQuery, isNoise)); query != "" {
		key += "?" + query
	}
	if u.Fragment != "" {
		key += "#" + u.Fragment
	}
	return key
}

// Same reports whether two addresses have the same Key.
func Same(a, b string) bool {
	key := Key(a)
	return key != "" && key == Key(b)
}

// Display is an address as people read it: "example.com › docs › start". Empty for what
// is no absolute http or https address.
func Display(raw string) string {
	u := parse(raw)
	if u == nil {
		return ""
	}
	parts := []string{strings.TrimPrefix(u.Host, "www.")}
	for part := range strings.SplitSeq(u.Path, "/") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " › ")
}

// pathKey is a path in one spelling.
func pathKey(u *url.URL) string {
	p := u.Path
	if strings.Contains(strings.ToLower(u.RawPath), "%2f") {
		p = u.EscapedPath() // a slash within a part is another address
	}
	p = strings.TrimSuffix(p, "/")
	switch path.Base(p) {
	case "index.html", "index.htm", "index.php":
		p = path.Dir(p)
	}
	for _, mark := range []string{"/amp", ".amp", "/amp.html", ".amp.html"} {
		p = strings.TrimSuffix(p, mark)
	}
	if rest, ok := strings.CutPrefix(p, "/amp/"); ok {
		p = "/" + rest
	}
	return strings.TrimSuffix(p, "/")
}

// parse reads an absolute address of the web; nil for anything else.
func parse(raw string) *url.URL {
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil || u.Hostname() == "" {
		return nil
	}
	u.Scheme = strings.ToLower(u.Scheme)
	if u.Scheme != "http" && u.Scheme != "https" {
		return nil
	}
	if u.Host = host(u); strings.HasPrefix(u.Host, ":") || u.Host == "" {
		return nil
	}
	return u
}

// host is in lower case, in ASCII, without a default port and the dot of the root.
func host(u *url.URL) string {
	name := strings.ToLower(u.Hostname())
	if ascii, err := idna.Lookup.ToASCII(name); err == nil {
		name = ascii
	}
	name = strings.TrimRight(name, ".")
	if strings.Contains(name, ":") {
		name = "[" + name + "]"
	}
	port := u.Port()
	if port == "" || u.Scheme == "http" && port == "80" || u.Scheme == "https" && port == "443" {
		return name
	}
	return name + ":" + port
}
