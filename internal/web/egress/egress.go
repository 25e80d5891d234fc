// Package egress decides which addresses Quarry may visit: it reads a caller's
// URL into one canonical form, refuses what is not on the public web, and judges
// the addresses that names resolve to. It is light enough for a function that
// must start fast. It never dials or resolves anything and knows nothing of jobs.
package egress

import (
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/pattern"
)

// MaxLength is the longest URL that is accepted, in bytes as written.
const MaxLength = 8192

// Parse reads a caller's URL and returns it in canonical form: lower-case scheme
// and host, IDNA names in ASCII, numeric spellings of IPv4 as dotted decimals,
// no default port, no fragment, path and query percent-encoded and free of dot
// segments. It MUST be the only way from a foreign string to something dialled:
// what it accepts is http or https, without userinfo, on port 80 or 443, and
// names neither a private address nor a local name. A name that only resolves to
// a private address is not seen here; the dialer sees it.
//
// The error is an *errs.Error with the code invalid_url whose message reads as
// what is wrong with the field, without naming the field.
func Parse(raw string) (*url.URL, error) {
	raw = strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' })
	switch {
	case raw == "":
		return nil, refuse("is empty; write an address such as https://example.com/")
	case len(raw) > MaxLength:
		return nil, refusef("has %d bytes; at most %d are allowed", len(raw), MaxLength)
	case strings.ContainsFunc(raw, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return nil, refuse("contains a control character; remove it or percent-encode it")
	}
	scheme, rest, err := splitScheme(raw)
	if err != nil {
		return nil, err
	}
	rest, _, _ = strings.Cut(rest, "#")
	end := strings.IndexAny(rest, `/\?`)
	if end < 0 {
		end = len(rest)
	}
	authority, err := canonicalAuthority(scheme, rest[:end])
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(scheme + "://" + authority + escapeTail(rest[end:]))
	if err != nil {
		return nil, errs.Wrap(err, errs.InvalidURL, "is not a URL that can be read; check its path and query")
	}
	if strings.Contains(u.Path, "/.") {
		u = new(url.URL).ResolveReference(u)
	}
	return u, nil
}

// Resolve reads a reference found at base, such as a Location header or a link,
// and judges the outcome like Parse. Base MUST come from Parse.
func Resolve(base *url.URL, ref string) (*url.URL, error) {
	ref = strings.TrimFunc(ref, func(r rune) bool { return r <= ' ' })
	ref, _, _ = strings.Cut(ref, "#")
	origin := base.Scheme + "://" + base.Host
	slashes := len(ref) - len(strings.TrimLeft(ref, `/\`))
	switch path := base.EscapedPath(); {
	case schemeLength(ref) > 0:
		return Parse(ref)
	case slashes >= 2:
		return Parse(base.Scheme + "://" + ref[slashes:])
	case slashes == 1:
		return Parse(origin + ref)
	case ref == "":
		return Parse(base.String())
	case ref[0] == '?':
		return Parse(origin + path + ref)
	default:
		return Parse(origin + path[:strings.LastIndexByte(path, '/')+1] + ref)
	}
}

// splitScheme returns the lower-case scheme and what follows its slashes.
func splitScheme(raw string) (scheme, rest string, err error) {
	n := schemeLength(raw)
	if n == 0 {
		return "", "", missingScheme(raw)
	}
	scheme, rest = strings.ToLower(raw[:n]), raw[n+1:]
	if scheme != "http" && scheme != "https" {
		// "example.com:443/x" and "localhost:80" begin like a scheme, too.
		if strings.Contains(scheme, ".") || rest != "" && rest[0] >= '0' && rest[0] <= '9' {
			return "", "", missingScheme(raw)
		}
		if credentials.MatchString(rest) {
			return "", "", missingScheme(raw) // user:password@host: the name is no scheme to show
		}
		return "", "", refusef("has the scheme %q; only http and https are fetched", clip(scheme))
	}
	slashes := len(rest) - len(strings.TrimLeft(rest, `/\`))
	if slashes != 2 {
		return "", "", refusef("needs two slashes and a host after the scheme; write %s://example.com/", scheme)
	}
	return scheme, rest[slashes:], nil
}

// schemeLength is the length of the scheme that raw begins with, 0 for none.
func schemeLength(raw string) int {
	for i, c := range []byte(raw) {
		switch {
		case c == ':':
			return i
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return 0
		}
	}
	return 0
}

// credentials matches what begins with a user name or password, its @ as it is or encoded.
// No message shows them.
var credentials = pattern.Of(`^[^/?#\\]*(?:@|%(?:25)*40)`)

func missingScheme(raw string) error {
	rest := strings.TrimLeft(raw, `/\`)
	if credentials.MatchString(rest) {
		return refuse("has no scheme, and may carry a user name or password; write an address such as https://example.com/")
	}
	name := rest[:len(rest)-len(strings.TrimLeftFunc(rest, inName))]
	switch {
	case strings.EqualFold(name, "localhost"):
		return refuse("has no scheme and names localhost, which exists only on private networks; write an address such as https://example.com/")
	case !strings.Contains(strings.Trim(name, "."), "."):
		return refuse("has no scheme and no public host name; write an address such as https://example.com/")
	}
	return refusef("has no scheme; write https://%s", clip(rest))
}

// inName reports whether host names have a letter.
func inName(r rune) bool { return !strings.ContainsRune(`/\?#: @`, r) }

func refuse(issue string) error { return errs.New(errs.InvalidURL, issue) }

func refusef(format string, args ...any) error { return errs.Newf(errs.InvalidURL, format, args...) }

// clip keeps a caller's text short enough for a message.
func clip(s string) string {
	const most = 80
	if len(s) <= most {
		return strings.ToValidUTF8(s, "")
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
