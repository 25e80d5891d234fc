// Package frontier says which URLs of a site belong to a crawl: it brings URLs into one form, holds
// them to a scope, to globs and to a depth, and recognizes URLs that lead nowhere new. It must not
// fetch, nor know where a crawl's URLs are kept.
package frontier

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/net/publicsuffix"

	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/weburl"
)

// Scope is which hosts belong to a crawl.
type Scope string

// The scopes.
const (
	SameHost   Scope = "sameHost"   // that of the first page, with or without www.
	Subdomains Scope = "subdomains" // and what is below it
	Domain     Scope = "domain"     // all of the domain that somebody registered
)

// Reason is why a URL of the site is no page of a crawl; empty for one that is.
type Reason string

// The reasons. URLs of other sites have none: they are not counted.
const (
	In          Reason = ""
	NotIncluded Reason = "notIncluded" // no glob of includePaths matches
	Excluded    Reason = "excluded"    // a glob of excludePaths matches
	TooDeep     Reason = "depth"
	Disallowed  Reason = "robots"
	Trap        Reason = "trap"      // its path repeats itself, or pages like it are all the same
	Duplicate   Reason = "duplicate" // it redirects to a page of the crawl, or names one as its own
	Offsite     Reason = "offsite"   // it redirects to another site
	Dropped     Reason = "dropped"   // a link at the end of a page that has too many
)

// Rules are which URLs are pages of a crawl.
type Rules struct {
	Root        string // the first page
	Limit       int64  // pages
	MaxDepth    int    // links from the first page; negative for any number
	Include     []string
	Exclude     []string
	Scope       Scope
	IgnoreQuery bool
	TidyQuery   bool
}

// Globs checks patterns. It returns the index of the first that is none, or that stands for too many, or −1.
func Globs(patterns []string) int {
	return slices.IndexFunc(patterns, func(p string) bool { return !doublestar.ValidatePattern(p) || spellings(p) > MaxSpellings })
}

// Normal brings a URL into the form by which pages are told apart. It reports false for what is no
// public URL.
func (r *Rules) Normal(raw string) (*url.URL, bool) {
	u, err := egress.Parse(raw)
	if err != nil {
		return nil, false
	}
	if strings.Contains(u.String(), "%") {
		if u, err = egress.Parse(plain(u.String())); err != nil { // an escaped dot can make /..
			return nil, false
		}
	}
	if strings.Contains(u.Path, ";") {
		if u, err = egress.Parse(withoutSession(u).String()); err != nil { // which can leave /.. behind
			return nil, false
		}
	}
	switch {
	case r.IgnoreQuery:
		u.RawQuery = ""
	case u.RawQuery != "" && r.TidyQuery:
		if tidy, err := egress.Parse(weburl.Clean(u.String())); err == nil {
			u = tidy
		}
		u.RawQuery = sorted(u.RawQuery)
	}
	u.RawQuery = withoutSessions(u.RawQuery)
	u.ForceQuery = false
	if u.Path == "" {
		u.Path = "/"
	}
	return u, len(u.String()) <= egress.MaxLength // what is percent-encoded is longer than it was written
}

// plain writes what need not be percent-encoded as it is, and the rest in capitals (RFC 3986, section 6.2.2).
func plain(raw string) string {
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		if raw[i] != '%' || i+2 >= len(raw) {
			b.WriteByte(raw[i])
			continue
		}
		code, err := strconv.ParseUint(raw[i+1:i+3], 16, 8)
		switch c := byte(code); {
		case err != nil:
			b.WriteByte('%')
			continue
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-._~", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteString(strings.ToUpper(raw[i : i+3]))
		}
		i += 2
	}
	return b.String()
}

// Belongs reports whether a host is of the site whose first page is at root.
func (r *Rules) Belongs(root, host string) bool {
	root, host = bare(root), bare(host)
	switch r.Scope {
	case Subdomains:
		return host == root || strings.HasSuffix(host, "."+root) && !isSuffix(root)
	case Domain:
		return registrable(host) == registrable(root)
	case SameHost:
	}
	return host == root
}

// Near reports whether a link may be of the site of the page that has it, whatever the scope is. One to another domain is not, unless its
// host is spelled in a way of which Normal knows more.
func Near(page *url.URL, link string) bool {
	u, err := url.Parse(link)
	if err != nil {
		return true
	}
	host := strings.ToLower(page.Hostname())
	other := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	return host == other || strings.Trim(other, "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" || registrable(host) == registrable(other) ||
		strings.HasSuffix(host, "."+other) || strings.HasSuffix(other, "."+host)
}

// Judge says why a URL of the site, as Normal has it, is no page, or that it is one.
func (r *Rules) Judge(u *url.URL, depth int) Reason {
	path := u.EscapedPath()
	switch {
	case matches(r.Exclude, path):
		return Excluded
	case len(r.Include) > 0 && !matches(r.Include, path):
		return NotIncluded
	case repeats(u.Path):
		return Trap
	case r.MaxDepth >= 0 && depth > r.MaxDepth:
		return TooDeep
	}
	return In
}

// Matches reports whether a glob matches the path of a URL, as it is written there or as it reads: /größe/** and
// /gr%C3%B6%C3%9Fe/** are one. A slash at the end means nothing.
func Matches(glob, path string) bool {
	if !strings.HasPrefix(glob, "/") {
		glob = "/" + glob
	}
	if plain, err := url.PathUnescape(path); err == nil && plain != path && matchesAs(glob, plain) {
		return true
	}
	return matchesAs(glob, path)
}

// matchesAs takes a slash at the end for none, and /** there for no segment, too: doublestar does not behind a *.
func matchesAs(glob, path string) bool {
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	if len(glob) > 1 {
		glob = strings.TrimSuffix(glob, "/")
	}
	before, below := strings.CutSuffix(glob, "/**")
	return doublestar.MatchUnvalidated(glob, path) || below && before != "" && doublestar.MatchUnvalidated(before, path)
}

func matches(globs []string, path string) bool {
	return slices.ContainsFunc(globs, func(g string) bool { return Matches(g, path) })
}

// bare is a host without www., but for one such as www.co.uk, below whose rest are the sites of strangers.
func bare(host string) string {
	if rest := strings.TrimPrefix(host, "www."); !isSuffix(rest) {
		return rest
	}
	return host
}

func isSuffix(host string) bool {
	_, err := publicsuffix.EffectiveTLDPlusOne(host)
	return err != nil
}

func registrable(host string) string {
	name, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return host
	}
	return name
}
