package mention

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Domain is a name of the DNS in lower case and ASCII; names below it belong to it.
type Domain string

// Has reports whether a host is the domain or below it.
func (d Domain) Has(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	return host == string(d) || strings.HasSuffix(host, "."+string(d))
}

// Linked reports whether an address leads to the domain.
func (d Domain) Linked(address string) bool {
	u, err := url.Parse(address)
	return err == nil && d.Has(u.Hostname())
}

// Written reports whether a text has the domain, in ASCII or in its own script, as a name
// of its own or as the end of a longer one: not within another word, and not as the
// beginning of another domain.
func (d Domain) Written(text string) bool {
	text = strings.ToLower(text)
	if shown, err := idna.ToUnicode(string(d)); err == nil && shown != string(d) && written(text, shown) {
		return true
	}
	return written(text, string(d))
}

func written(text, name string) bool {
	return find(text, name, func(before string) bool {
		r, _ := utf8.DecodeLastRuneInString(before)
		return !named(r)
	}, func(after string) bool {
		r, size := utf8.DecodeRuneInString(after)
		if r == '.' {
			r, _ = utf8.DecodeRuneInString(after[size:])
		}
		return !named(r)
	})
}

// named matches what can be part of a domain's name. Scripts that write domains between
// their words without a space cannot.
func named(r rune) bool {
	return r == '-' || r == '_' || r >= '0' && r <= '9' || unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
}
