package audit

import (
	"net/http"
	"slices"
	"strings"
)

// link is a link of a Link header (RFC 8288).
type link struct {
	target string
	params map[string]string // by lower-case name; the first value of each
}

// rel reports whether it is of a relation.
func (l link) rel(name string) bool {
	return slices.Contains(strings.Fields(strings.ToLower(l.params["rel"])), name)
}

// maxLinks bounds what headers can hold.
const maxLinks = 500

// linkHeaders reads the links of all Link headers. What is no link ends its header.
func linkHeaders(h http.Header) []link {
	var list []link
	for _, header := range h.Values("Link") {
		for header != "" && len(list) < maxLinks {
			header = strings.TrimLeft(header, " \t,")
			rest, ok := strings.CutPrefix(header, "<")
			if !ok {
				break
			}
			target, rest, ok := strings.Cut(rest, ">")
			if !ok {
				break
			}
			l := link{target: strings.TrimSpace(target), params: map[string]string{}}
			header = l.readParams(rest)
			list = append(list, l)
		}
	}
	return list
}

// readParams reads `; rel="a b"; hreflang=de` and returns what is behind it.
func (l link) readParams(s string) string {
	for {
		s = strings.TrimLeft(s, " \t")
		rest, ok := strings.CutPrefix(s, ";")
		if !ok {
			return s
		}
		end := strings.IndexAny(rest, "=;,")
		if end < 0 {
			return ""
		}
		name := strings.ToLower(strings.TrimSpace(rest[:end]))
		s = rest[end:]
		value := ""
		if after, ok := strings.CutPrefix(s, "="); ok {
			value, s = paramValue(strings.TrimLeft(after, " \t"))
		}
		if _, known := l.params[name]; !known && name != "" {
			l.params[name] = value
		}
	}
}

// paramValue reads a token or a quoted text.
func paramValue(s string) (value, rest string) {
	if quoted, ok := strings.CutPrefix(s, `"`); ok {
		value, rest, _ = strings.Cut(quoted, `"`)
		return value, rest
	}
	end := strings.IndexAny(s, ";,")
	if end < 0 {
		return strings.TrimSpace(s), ""
	}
	return strings.TrimSpace(s[:end]), s[end:]
}
