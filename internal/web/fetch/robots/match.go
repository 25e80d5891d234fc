package robots

import "strings"

// normalize gives paths and patterns one spelling (RFC 9309, section 2.2.2):
// unreserved characters are plain, all else that is encoded has upper-case digits,
// and octets that no URL carries plainly are encoded. In a path a star and a dollar
// sign are encoded, so that only a pattern's are special.
func normalize(s string, pattern bool) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		c, encoded := s[i], false
		if c == '%' && i+2 < len(s) {
			hi, lo := unhex(s[i+1]), unhex(s[i+2])
			if hi < 16 && lo < 16 {
				c, encoded = hi<<4|lo, true
				i += 2
			}
		}
		special := c == '*' || c == '$'
		keep := !encoded && c > ' ' && c < 0x7f
		switch {
		case encoded:
			keep = isUnreserved(c)
		case special && pattern:
			keep = c == '*' || i == len(s)-1
		case special:
			keep = false
		}
		if keep {
			b.WriteByte(c)
		} else {
			writeEncoded(&b, c)
		}
	}
	return b.String()
}

// encode writes a file with what is encoded in capitals and no octet above ASCII.
// The parser would do so itself, but it spoils the digits of what it capitalises
// (%7e becomes % 0x17 E).
func encode(body []byte) string {
	var b strings.Builder
	b.Grow(len(body))
	for i := 0; i < len(body); i++ {
		c := body[i]
		switch {
		case c >= 0x80:
			writeEncoded(&b, c)
		case c == '%' && i+2 < len(body) && unhex(body[i+1]) < 16 && unhex(body[i+2]) < 16:
			writeEncoded(&b, unhex(body[i+1])<<4|unhex(body[i+2]))
			i += 2
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func writeEncoded(b *strings.Builder, c byte) {
	const hex = "0123456789ABCDEF"
	b.WriteByte('%')
	b.WriteByte(hex[c>>4])
	b.WriteByte(hex[c&15])
}

// matches reports whether a pattern matches the beginning of a path: a star is any
// text, a dollar sign at the end is the path's end. Taking the first place where
// each part fits is enough, so the time is linear and a hostile pattern costs no
// more than a long one.
func matches(path, pattern string) bool {
	pattern, anchored := strings.CutSuffix(pattern, "$")
	part, rest, more := strings.Cut(pattern, "*")
	path, found := strings.CutPrefix(path, part)
	for found && more {
		part, rest, more = strings.Cut(rest, "*")
		if anchored && !more {
			return strings.HasSuffix(path, part)
		}
		_, path, found = strings.Cut(path, part)
	}
	return found && (!anchored || path == "")
}

func isUnreserved(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || strings.IndexByte("-._~", c) >= 0
}

// unhex returns 16 for what is not a hexadecimal digit.
func unhex(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	}
	return 16
}
