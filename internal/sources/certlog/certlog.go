// Package certlog holds what certificate transparency logs have about a domain, whoever
// searches them, and sums it up. It neither asks anybody nor knows any format of an answer.
package certlog

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"
)

// Certificate is one that a log holds.
type Certificate struct {
	Names     []string // as the log has them: host names, also with "*.", sometimes e-mail addresses
	Issuer    string   // its organization, or else its common name
	Authority string   // the issuing certificate's common name
	Serial    string   // in hexadecimal; empty when it is unknown
	NotBefore time.Time
	NotAfter  time.Time
}

// Summary is what the certificates of a domain say together.
type Summary struct {
	Total   int           // certificates that name the domain or names below it
	Names   []string      // distinct, sorted, in lower case
	Issuers []Count       // the most frequent first
	Recent  []Certificate // the newest first, see Recent; their Names are those of the domain
}

// Count is how many certificates somebody issued.
type Count struct {
	Name         string
	Certificates int
}

// Sum looks at the certificates that name domain or a name below it, and keeps the
// newest of them, recent at most.
func Sum(domain string, certificates []Certificate, recent int) Summary {
	var s Summary
	names, issuers := map[string]bool{}, map[string]int{}
	for _, c := range certificates {
		c.Names = within(domain, c.Names)
		if len(c.Names) == 0 {
			continue
		}
		s.Total++
		s.Recent = append(s.Recent, c)
		for _, name := range c.Names {
			names[name] = true
		}
		if c.Issuer != "" {
			issuers[c.Issuer]++
		}
	}
	for name := range names {
		s.Names = append(s.Names, name)
	}
	slices.SortFunc(s.Names, byHierarchy)
	for name, n := range issuers {
		s.Issuers = append(s.Issuers, Count{name, n})
	}
	slices.SortFunc(s.Issuers, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Certificates, a.Certificates), cmp.Compare(a.Name, b.Name))
	})
	slices.SortStableFunc(s.Recent, func(a, b Certificate) int {
		return cmp.Or(b.NotBefore.Compare(a.NotBefore), cmp.Compare(a.Serial, b.Serial))
	})
	s.Recent = s.Recent[:min(recent, len(s.Recent))]
	return s
}

// within returns the distinct host names of a domain, in lower case, in their order.
func within(domain string, names []string) []string {
	var own []string
	for _, name := range names {
		name = strings.ToLower(strings.TrimSuffix(strings.TrimSpace(name), "."))
		inside := name == domain || strings.HasSuffix(name, "."+domain)
		if inside && !strings.ContainsAny(name, "@ ") && !slices.Contains(own, name) {
			own = append(own, name)
		}
	}
	return own
}

// byHierarchy puts a name before those below it: label by label from the right.
func byHierarchy(a, b string) int {
	la, lb := strings.Split(a, "."), strings.Split(b, ".")
	slices.Reverse(la)
	slices.Reverse(lb)
	return slices.Compare(la, lb)
}

// DN returns the first value of an attribute of a distinguished name in either of its
// written forms: `C=US, O="Marsh, Reed & Co", CN=R1` and `C=US,O=Marsh\, Reed & Co`.
func DN(name, attribute string) string {
	for part := range parts(name) {
		key, value, _ := strings.Cut(part, "=")
		if strings.EqualFold(strings.TrimSpace(key), attribute) {
			return plain(value)
		}
	}
	return ""
}

// parts gives the attributes of a distinguished name.
func parts(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		begin, quoted := 0, false
		for i := 0; i < len(name); i++ {
			switch c := name[i]; {
			case c == '\\':
				i++
			case c == '"':
				quoted = !quoted
			case c == ',' && !quoted:
				if !yield(name[begin:i]) {
					return
				}
				begin = i + 1
			}
		}
		yield(name[begin:])
	}
}

// plain undoes quotation marks and escapes.
func plain(value string) string {
	value = strings.TrimSpace(value)
	if len(value) > 1 && value[0] == '"' && value[len(value)-1] == '"' {
		value = value[1 : len(value)-1]
	}
	var out strings.Builder
	for i := 0; i < len(value); i++ {
		if value[i] == '\\' && i+1 < len(value) {
			i++
		}
		out.WriteByte(value[i])
	}
	return out.String()
}
