package skeleton

import (
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"
)

var (
	address = regexp.MustCompile(`^(?:[a-z][a-z0-9+.-]*:)?//[^\s<>"]+$`)
	path    = regexp.MustCompile(`^/[^\s<>"]*$`)
	mail    = regexp.MustCompile(`^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$`)
	host    = regexp.MustCompile(`(?i)^(?:[a-z0-9_-]+\.)+[a-z]{2,}\.?$`)
	// within finds addresses in a text. Signs behind them are the text's.
	inText = regexp.MustCompile(`(?i)(?:https?:)?//[^\s<>"'\\)\]]*[^\s<>"'\\)\].,;:!?]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|app|gov|edu|co|de|uk|tv|ly|be|co)\b(?:/[^\s<>"'\\)\]]*[^\s<>"'\\)\].,;:!?])?`)
)

// vocabulary is an address that names something in a format that everybody uses.
var vocabulary = regexp.MustCompile(`^https?://(?:schema\.org|www\.w3\.org|purl\.org|ogp\.me|search\.yahoo\.com/mrss)(?:/[\w./#-]*)?$`)

// inlined keeps the type and the beginning of a file that is written as an address; what
// it shows may be anybody.
func (m *mask) inlined(s string) string {
	head, data, _ := strings.Cut(s, ",")
	const most = 32
	return m.stays(head) + "," + m.prose(data[:min(len(data), most)], true)
}

// address replaces an address, a path, a host or an e-mail address; ok is false for
// another text. Schemes, the fixed parts of paths, the names in queries and the ends of
// names of files stay.
func (m *mask) address(s string) (replaced string, ok bool) {
	switch {
	case mail.MatchString(s):
		name, domain, _ := strings.Cut(s, "@")
		return m.token(name) + "@" + m.host(domain), true
	case vocabulary.MatchString(s):
		return m.stays(s), true
	case strings.HasPrefix(s, "data:"):
		return m.inlined(s), true
	case host.MatchString(s):
		return m.host(s), true
	case path.MatchString(s) && !strings.HasPrefix(s, "//"):
		return m.location(s), true
	case !address.MatchString(s):
		if _, err := netip.ParseAddr(s); err == nil {
			return m.host(s), true
		}
		return "", false
	}
	scheme, rest, _ := strings.Cut(s, "//")
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	authority, port := rest[:end], ""
	if i := strings.LastIndexByte(authority, ':'); i >= 0 && digitsOnly(authority[i+1:]) {
		authority, port = authority[:i], authority[i:]
	}
	return m.stays(scheme) + "//" + m.host(authority) + port + m.location(rest[end:]), true
}

// location replaces what stands behind the host.
func (m *mask) location(s string) string {
	s, fragment, fragmented := strings.Cut(s, "#")
	s, query, asked := strings.Cut(s, "?")
	parts := strings.Split(s, "/")
	for i, part := range parts {
		parts[i] = m.file(part)
	}
	s = strings.Join(parts, "/")
	if asked {
		s += "?" + m.query(query)
	}
	if fragmented {
		s += "#" + m.token(fragment)
	}
	return s
}

var ending = regexp.MustCompile(`\.(?:aspx?|atom|gif|gz|html?|jpe?g|js|json|m3u8|mp4|pdf|php|png|rss|svg|webp|xml)$`)

// file replaces a part of a path. Text in percent signs stays text in percent signs.
func (m *mask) file(part string) string {
	end := m.stays(ending.FindString(part))
	part = strings.TrimSuffix(part, end)
	if plain, err := url.PathUnescape(part); err == nil && plain != part && strings.ContainsFunc(plain, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return url.PathEscape(m.token(plain)) + end
	}
	return m.token(part) + end
}

func (m *mask) query(query string) string {
	separator := "&"
	if strings.Contains(query, "&amp;") {
		separator = "&amp;"
	}
	pairs := strings.Split(query, separator)
	for i, pair := range pairs {
		name, value, valued := strings.Cut(pair, "=")
		if !valued {
			pairs[i] = m.token(name)
			continue
		}
		pairs[i] = m.stays(name) + "=" + m.asked(value)
	}
	return strings.Join(pairs, separator)
}

// asked replaces the value of a name in a query, which may be an address itself.
func (m *mask) asked(value string) string {
	plain, err := url.QueryUnescape(value)
	if err != nil || plain == value {
		return m.token(value)
	}
	return url.QueryEscape(m.scalar(plain))
}

// host replaces a host unless it is the upstream's own. A name stays one of as many
// labels, below a domain that nobody can have.
func (m *mask) host(name string) string {
	lower := strings.ToLower(strings.TrimSuffix(name, "."))
	for _, own := range m.rules.Hosts {
		if lower == own || strings.HasSuffix(lower, "."+own) {
			return m.stays(name)
		}
	}
	if ip, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		d := diceOf("address", name)
		if ip.Is4() {
			return fmt.Sprintf("192.0.2.%d", 1+d.below(254))
		}
		return fmt.Sprintf("2001:db8::%x", 1+d.below(65535))
	}
	labels := strings.Split(strings.TrimSuffix(name, "."), ".")
	for i, label := range labels {
		switch {
		case i > 0 && i == len(labels)-1:
			labels[i] = sameCase(label, "example")
		case strings.EqualFold(label, "www"):
		default:
			labels[i] = m.token(label)
		}
	}
	return strings.Join(labels, ".") + strings.Repeat(".", len(name)-len(strings.TrimSuffix(name, ".")))
}

func sameCase(like, s string) string {
	if like == strings.ToUpper(like) {
		return strings.ToUpper(s)
	}
	return s
}
