// Package mailauth reads the records by which a domain says who may send its mail and
// how it is protected: SPF, DMARC, DKIM, MTA-STS, TLS reports and BIMI. It asks nobody;
// what it gets are texts of DNS records and of a policy file.
package mailauth

import "strings"

// Find returns the texts that begin with a version: "v=spf1", "v=DMARC1". What follows
// the version must be its end, a space or a semicolon.
func Find(texts []string, version string) []string {
	var found []string
	for _, t := range texts {
		t = strings.TrimSpace(t)
		if len(t) < len(version) || !strings.EqualFold(t[:len(version)], version) {
			continue
		}
		if rest := t[len(version):]; rest == "" || strings.ContainsAny(rest[:1], " ;\t") {
			found = append(found, t)
		}
	}
	return found
}

// tags reads a list such as "v=DMARC1; p=none; rua=mailto:a@b". Names are in lower
// case; of a name that comes twice the first counts.
func tags(record string) map[string]string {
	list := map[string]string{}
	for part := range strings.SplitSeq(record, ";") {
		name, value, ok := strings.Cut(part, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if _, again := list[name]; ok && name != "" && !again {
			list[name] = strings.TrimSpace(value)
		}
	}
	return list
}

// addresses splits a list of URIs such as "mailto:a@b, mailto:c@d!10m".
func addresses(list string) []string {
	found := []string{}
	for a := range strings.SplitSeq(list, ",") {
		a = strings.TrimSpace(a)
		if strings.HasPrefix(strings.ToLower(a), "mailto:") {
			a = a[len("mailto:"):]
			a, _, _ = strings.Cut(a, "!") // the largest size of a report
		}
		if a != "" {
			found = append(found, a)
		}
	}
	return found
}
