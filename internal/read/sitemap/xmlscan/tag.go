package xmlscan

import "bytes"

// tag reads a tag whose "<" or "</" has been read. A tag that another one begins in
// is none; what begins there is the next.
func (s *Scanner) tag(kind Kind) (Tag, bool) {
	length, ok := s.tagLength()
	if !ok {
		return Tag{}, false
	}
	raw := s.buf[s.pos : s.pos+length]
	s.pos += length + 1
	t := Tag{Kind: kind}
	if kind == Start && bytes.HasSuffix(raw, []byte("/")) {
		t.Empty, raw = true, raw[:length-1]
	}
	i := 0
	for i < len(raw) && !isSpace(raw[i]) && raw[i] != '/' {
		i++
	}
	t.Name, t.attrs = raw[:i], raw[i:]
	if prefix, name, ok := bytes.Cut(t.Name, []byte(":")); ok {
		t.Prefix, t.Name = prefix, name
	}
	for i, c := range t.Name {
		if 'A' <= c && c <= 'Z' {
			t.Name[i] = c | 0x20
		}
	}
	return t, true
}

// tagLength looks for the ">" that ends the tag, past quotation marks.
func (s *Scanner) tagLength() (int, bool) {
	var quote, last byte // last is what stands before, white space aside
	for i := 0; ; {
		for ; s.pos+i < s.end; i++ {
			c := s.buf[s.pos+i]
			switch {
			case c == '<':
				s.fault("has a broken tag")
				s.pos += i
				return 0, false
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '>':
				return i, true
			case (c == '"' || c == '\'') && last == '=':
				quote = c
			}
			if !isSpace(c) {
				last = c
			}
		}
		if !s.fill() {
			s.fault("has a tag without an end")
			s.pos = s.end
			return 0, false
		}
	}
}

// Attr returns an attribute's value by its name without a prefix, in lower case; ""
// when it is not there.
func (t Tag) Attr(name string) string {
	rest := t.attrs
	for {
		before, after, ok := bytes.Cut(rest, []byte("="))
		if !ok {
			return ""
		}
		fields := bytes.Fields(before)
		after = bytes.TrimLeft(after, " \t\r\n")
		var value []byte
		value, rest = splitValue(after)
		if len(fields) == 0 {
			continue
		}
		key := fields[len(fields)-1]
		if i := bytes.IndexByte(key, ':'); i >= 0 {
			key = key[i+1:]
		}
		if bytes.EqualFold(key, []byte(name)) {
			text, _ := unescape(nil, value)
			return string(text)
		}
	}
}

// splitValue cuts a value off, with or without quotation marks.
func splitValue(s []byte) (value, rest []byte) {
	if len(s) > 0 && (s[0] == '"' || s[0] == '\'') {
		if end := bytes.IndexByte(s[1:], s[0]); end >= 0 {
			return s[1 : 1+end], s[end+2:]
		}
		return s[1:], nil
	}
	if end := bytes.IndexAny(s, " \t\r\n"); end >= 0 {
		return s[:end], s[end:]
	}
	return s, nil
}

func isNameStart(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == ':' || c >= 0x80
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
