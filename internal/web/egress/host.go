package egress

import (
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// maxName is the longest name that DNS can hold, in bytes (RFC 1035, section 2.3.4).
const maxName = 253

// names maps a name as browsers do (UTS 46, not transitional). Hyphens and
// underscores are not policed: names such as r3---sn-x.example and my_blog.example exist.
var names = idna.New(
	idna.MapForLookup(),
	idna.Transitional(false),
	idna.BidiRule(),
	idna.CheckHyphens(false),
	idna.StrictDomainName(false),
)

// localNames are the suffixes that never name a site on the public web: RFC 6761,
// RFC 7686 (onion), RFC 8375 (home.arpa), ICANN's internal, and those that ICANN
// withholds because private networks use them.
var localNames = []string{
	"localhost", "localdomain", "local", "internal", "home.arpa", "onion", "invalid",
	"intranet", "private", "corp", "home", "lan",
}

// canonicalAuthority checks host and port and returns them as they are written in
// a canonical URL.
func canonicalAuthority(scheme, authority string) (string, error) {
	if credentials.MatchString(authority) {
		return "", refuse("carries a user name or password; remove it, and send it as an Authorization header if it is needed")
	}
	host, port := authority, ""
	if i := strings.LastIndexByte(authority, ':'); i > strings.LastIndexByte(authority, ']') {
		host, port = authority[:i], authority[i+1:]
	}
	host, err := canonicalHost(host)
	if err != nil {
		return "", err
	}
	number, err := portNumber(port)
	if err != nil {
		return "", err
	}
	if number == 0 || number == 80 && scheme == "http" || number == 443 && scheme == "https" {
		return host, nil
	}
	return host + ":" + strconv.Itoa(number), nil
}

// portNumber returns 0 for an empty port.
func portNumber(port string) (int, error) {
	if port == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return 0, refusef("has a port that is not a number: %q", clip(port))
	}
	if !AllowedPort(uint16(n)) {
		return 0, refusef("names port %d; only 80 and 443 are fetched", n)
	}
	return int(n), nil
}

// canonicalHost returns a public name or address in its one spelling, an IPv6
// address in brackets.
func canonicalHost(host string) (string, error) {
	if host == "" {
		return "", refuse("has no host; write an address such as https://example.com/")
	}
	if host[0] == '[' {
		return canonicalIPv6(host)
	}
	name, err := asciiName(host)
	if err != nil {
		return "", err
	}
	if last := name[strings.LastIndexByte(name, '.')+1:]; isNumber(last) {
		return canonicalIPv4(host, name)
	}
	return name, checkName(name)
}

func canonicalIPv6(host string) (string, error) {
	inner, closed := strings.CutSuffix(host[1:], "]")
	addr, err := netip.ParseAddr(inner)
	if !closed || err != nil || !addr.Is6() {
		return "", refusef("has an IPv6 address that cannot be read: %q", clip(host))
	}
	if !Allowed(addr) {
		return "", notPublic(host)
	}
	return "[" + addr.String() + "]", nil
}

func canonicalIPv4(written, name string) (string, error) {
	addr, ok := parseIPv4(name)
	if !ok {
		return "", refusef("has an IPv4 address that cannot be read: %q", clip(written))
	}
	if !Allowed(addr) {
		return "", notPublic(written)
	}
	return addr.String(), nil
}

func notPublic(host string) error {
	return refusef("names %s, which is not an address on the public internet", clip(host))
}

// asciiName maps a name to lower-case ASCII without its trailing dot.
func asciiName(host string) (string, error) {
	name := strings.ToLower(host)
	if strings.Contains(name, "xn--") || strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 }) {
		mapped, err := names.ToASCII(host)
		if err != nil || !utf8.ValidString(host) {
			return "", refusef("has a host name that cannot be read: %q", clip(host))
		}
		name = mapped
	}
	return strings.TrimSuffix(name, "."), nil
}

// checkName refuses what DNS cannot hold and what no public site is called.
func checkName(name string) error {
	if len(name) > maxName {
		return refuse("has a host name longer than 253 characters")
	}
	labels := 0
	for label := range strings.SplitSeq(name, ".") {
		labels++
		if label == "" || len(label) > 63 || !hasOnly(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") {
			return refusef("has a host name that is not valid: %q", clip(name))
		}
	}
	for _, local := range localNames {
		if rest, ok := strings.CutSuffix(name, local); ok && (rest == "" || rest[len(rest)-1] == '.') {
			return refusef("names %s, which exists only on private networks", clip(name))
		}
	}
	if labels == 1 {
		return refusef("names %q, which is not a full public name; write one such as example.com", clip(name))
	}
	return nil
}

// hasOnly reports whether every character of s is in set, which is ASCII.
func hasOnly(s, set string) bool { return strings.Trim(s, set) == "" }

// isNumber reports whether the last label makes the whole host an IPv4 address:
// decimal digits, or 0x and hexadecimal digits (WHATWG URL, "ends in a number").
func isNumber(label string) bool {
	if hex, ok := strings.CutPrefix(label, "0x"); ok {
		return hasOnly(hex, "0123456789abcdef")
	}
	return label != "" && hasOnly(label, "0123456789")
}

// parseIPv4 reads the spellings that resolvers take for an address, as the WHATWG
// URL standard does: one to four parts, each decimal, octal (0…) or hexadecimal
// (0x…), the last filling all bytes that remain.
func parseIPv4(name string) (netip.Addr, bool) {
	parts := strings.Split(name, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var value uint64
	for i, part := range parts {
		n, ok := parsePart(part)
		most := uint64(255)
		if i == len(parts)-1 {
			most = 1<<(8*(5-len(parts))) - 1
		}
		if !ok || n > most {
			return netip.Addr{}, false
		}
		if i == len(parts)-1 {
			value |= n
		} else {
			value |= n << (8 * (3 - i))
		}
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}

func parsePart(part string) (uint64, bool) {
	base := 10
	if hex, ok := strings.CutPrefix(part, "0x"); ok {
		part, base = hex, 16
		if part == "" {
			return 0, true
		}
	} else if len(part) > 1 && part[0] == '0' {
		base = 8
	}
	if !hasOnly(part, "0123456789abcdef") {
		return 0, false // ParseUint would take a sign or an underscore
	}
	n, err := strconv.ParseUint(part, base, 64)
	return n, err == nil
}
