package htmltree

import (
	"strings"

	"golang.org/x/net/html"
)

// attributes reads what stands in a tag behind its name, and keeps it if it is asked to. It
// reports whether the tag ends.
func (s *scanner) attributes(keep bool) bool {
	begin := len(s.attrs)
	for s.at < len(s.page) {
		switch c := s.page[s.at]; {
		case class[c]&space != 0:
			s.at++
		case c == '/':
			s.at++
			s.tok.closed = s.at < len(s.page) && s.page[s.at] == '>'
		case c == '>':
			s.at++
			if len(s.attrs) > begin {
				s.tok.attr = s.attrs[begin:len(s.attrs):len(s.attrs)]
			}
			return true
		default:
			key, value := s.attribute()
			if keep {
				begin = s.keep(begin, key, value)
			}
		}
	}
	return false
}

// attribute reads one. An equals sign at the beginning is a part of the key.
func (s *scanner) attribute() (key, value string) {
	begin := s.at
	if s.page[s.at] == '=' {
		s.at++
		s.lowerName(mark | equals)
		key = lower(s.page[begin:s.at])
	} else {
		key = s.lowerName(mark | equals)
	}
	at := s.skipSpace(s.at)
	if at >= len(s.page) || s.page[at] != '=' {
		s.at = at
		return key, ""
	}
	s.at = s.skipSpace(at + 1)
	if s.at >= len(s.page) {
		return key, ""
	}
	switch quote := s.page[s.at]; quote {
	case '>':
	case '"', '\'':
		value = s.quoted(quote)
	default:
		value = s.unquoted()
	}
	return key, value
}

// skipSpace is the index of the next byte from at on that is no white space.
func (s *scanner) skipSpace(at int) int {
	for at < len(s.page) && class[s.page[at]]&space != 0 {
		at++
	}
	return at
}

// quoted reads a value up to its quotation mark. Without one the tag does not end.
func (s *scanner) quoted(quote byte) string {
	begin := s.at + 1
	i := strings.IndexByte(s.page[begin:], quote)
	if i < 0 {
		s.at = len(s.page)
		return ""
	}
	s.at = begin + i + 1
	return s.value(begin, begin+i)
}

func (s *scanner) unquoted() string {
	begin := s.at
	for s.at < len(s.page) && s.page[s.at] != '>' && class[s.page[s.at]]&space == 0 {
		s.at++
	}
	return s.value(begin, s.at)
}

func (s *scanner) value(begin, end int) string {
	if s.nul && strings.IndexByte(s.page[begin:end], 0) >= 0 {
		return unescaped(whole(s.page[begin:end]), true)
	}
	return s.decoded(begin, end, true)
}

// keep adds an attribute to those from begin on, unless there is one of its key already or there
// are too many, and returns where they begin: a full slab is left, and its last tag moves.
func (s *scanner) keep(begin int, key, value string) int {
	own := s.attrs[begin:]
	if len(own) >= maxAttrs {
		return begin
	}
	for i := range own {
		if own[i].Key == key {
			return begin
		}
	}
	if len(s.attrs) == cap(s.attrs) {
		s.attrs = s.memory.attrs.next(fewAttrs, manyAttrs)[:0]
		s.attrs = append(s.attrs, own...)
		begin = 0
	}
	s.memory.seen.keys[ofKey(key)] = true
	s.attrs = append(s.attrs, html.Attribute{Key: key, Val: value})
	return begin
}
