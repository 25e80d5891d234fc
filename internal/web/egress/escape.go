package egress

import "strings"

// Bytes that a path and a query carry as they are. They are what net/url accepts
// as already encoded, so that a canonical URL is sent byte for byte; all else is
// percent-encoded, as browsers do for most of it.
const (
	commonBytes = "-._~!$&()*+,;=:@/[]"
	pathBytes   = commonBytes + "'"
	queryBytes  = commonBytes + "?{}|^`\\"
)

// escapeTail encodes path and query, as written by a caller or a server, and makes
// sure that there is a path. A percent sign without two hexadecimal digits, which
// pages are full of, becomes %25 instead of an error.
func escapeTail(tail string) string {
	path, query, hasQuery := strings.Cut(tail, "?")
	var b strings.Builder
	b.Grow(len(tail) + 1)
	if path == "" {
		path = "/"
	}
	// Browsers read a backslash in a path as a slash.
	escape(&b, strings.ReplaceAll(path, `\`, "/"), pathBytes)
	if hasQuery {
		b.WriteByte('?')
		escape(&b, query, queryBytes)
	}
	return b.String()
}

func escape(b *strings.Builder, s, keep string) {
	const hex = "0123456789ABCDEF"
	for i := range len(s) {
		c := s[i]
		plain := isAlphanumeric(c) || strings.IndexByte(keep, c) >= 0 ||
			c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2])
		if plain {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('%')
		b.WriteByte(hex[c>>4])
		b.WriteByte(hex[c&15])
	}
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}
