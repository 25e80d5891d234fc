// Package provider recognises companies by what domains point at: mail servers, name
// servers, aliases, networks, headers, and the tokens that services ask for in TXT
// records. Its tables are facts that the companies document; it asks nobody.
package provider

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// Role is what a company does for a site.
type Role string

// The roles.
const (
	CDN     Role = "cdn"      // delivers what others keep
	Hosting Role = "provider" // runs the servers
)

// Owner is a company and what it does.
type Owner struct {
	Name string
	Role Role
}

// Mail is who runs mail servers, empty when none of them is known.
func Mail(hosts []string) string {
	for _, host := range hosts {
		if name, ok := suffix(mail(), host); ok {
			return name
		}
	}
	return ""
}

// Nameserver is who runs a name server, empty when it is not known.
func Nameserver(host string) string {
	host = strings.ToLower(host)
	if strings.HasPrefix(host, "ns-") && strings.Contains(host, ".awsdns-") {
		return "Amazon Route 53"
	}
	name, _ := suffix(nameservers(), host)
	return name
}

// Sender is the service whose SPF record a domain includes, empty when it is not known.
func Sender(include string) string {
	name, _ := suffix(senders(), include)
	return name
}

// Alias is who runs the host that a name is an alias of.
func Alias(host string) (Owner, bool) { return suffix(aliases(), host) }

// Network is who runs an autonomous system. Those of access providers are not listed.
func Network(asn int64) (Owner, bool) {
	owner, ok := networks()[asn]
	return owner, ok
}

// Sign is a header by which a company shows itself.
type Sign struct {
	Owner

	Header string // its canonical name
	Value  string
}

// Headers are the companies that show in a response, in the order of their headers.
func Headers(header http.Header) []Sign {
	var signs []Sign
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, rule := range headers {
			value := header.Get(name)
			if strings.EqualFold(rule.header, name) && strings.Contains(strings.ToLower(value), rule.holds) {
				signs = append(signs, Sign{rule.owner, name, value})
			}
		}
	}
	return signs
}

// suffix finds the entry of the longest parent of a name, the name itself included.
func suffix[T any](table map[string]T, name string) (T, bool) {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	for name != "" {
		if entry, ok := table[name]; ok {
			return entry, true
		}
		_, name, _ = strings.Cut(name, ".")
	}
	var none T
	return none, false
}

// Token reads a proof of control from a TXT record: the service, which is empty when
// the token's name is not known, the name and the value. Texts that only look like one
// are none.
func Token(text string) (service, name, value string, ok bool) {
	text = strings.TrimSpace(text)
	if s, rest, known := prefixed(text); known {
		return s, strings.TrimRight(text[:len(text)-len(rest)], "=_-"), rest, true
	}
	i := strings.IndexAny(text, "=: ")
	if i <= 0 {
		return "", "", "", false
	}
	name, value = text[:i], strings.TrimSpace(text[i+1:])
	lower := strings.ToLower(name)
	service, known := proofs()[lower]
	generic := slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(lower, e) })
	return service, name, value, value != "" && (known || generic)
}

// endings are those by which proofs of other services are known.
var endings = []string{"-verification", "-verification-code", "-verify", "-validation"}

// prefixed knows the tokens that no sign parts from their value.
func prefixed(text string) (service, rest string, ok bool) {
	for _, p := range slices.SortedFunc(maps.Keys(prefixes()), func(a, b string) int { return cmp.Compare(len(b), len(a)) }) {
		if len(text) > len(p) && strings.EqualFold(text[:len(p)], p) {
			return prefixes()[p], text[len(p):], true
		}
	}
	return "", "", false
}
