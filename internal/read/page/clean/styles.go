package clean

import (
	"strings"
	"unsafe"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// mostSheet is how many bytes of style sheets are read, from the beginning of the page on.
const mostSheet = 256 << 10

// style is the text of a style element.
type style struct {
	text    string
	applies bool // on screens and with scripts; what others say can only show
}

// sheetsOf are the texts of the style elements, at most mostSheet of them. They are parts of the page. Comments, and
// elements whose content is text or no part of the page, have none.
func sheetsOf(source []byte) []style {
	var s sheets
	s.scan(unsafe.String(unsafe.SliceData(source), len(source)), false) //nolint:gosec // nobody writes to a page that was fetched
	return s.all
}

// sheetsIn is sheetsOf for who knows the style elements.
func sheetsIn(styles []dom.Style) []style {
	var s sheets
	for i := range styles {
		switch one := &styles[i]; {
		case one.Noscript:
			s.scan(one.Text, true)
		default:
			attributes := one.Tag[len("<style") : len(one.Tag)-1]
			s.add(attributes, one.Text, false)
		}
	}
	return s.all
}

// sheets are style elements until there are enough of them.
type sheets struct {
	all  []style
	size int
	full bool
}

func (s *sheets) add(attributes, text string, noscript bool) {
	s.size += len(text)
	s.full = s.full || s.size > mostSheet
	if kind := strings.ToLower(attribute(attributes, "type")); s.full || kind != "" && kind != "text/css" {
		return
	}
	media := strings.ToLower(attribute(attributes, "media"))
	s.all = append(s.all, style{text, !noscript && (media == "" || media == "all" || media == "screen")})
}

// scan adds those of a part of a page, which is within a noscript element or not.
func (s *sheets) scan(rest string, noscript bool) {
	if behindStyle(rest) < 0 {
		return
	}
	for !s.full {
		i := strings.IndexByte(rest, '<')
		if i < 0 {
			return
		}
		rest = rest[i+1:]
		if after, found := strings.CutPrefix(rest, "!--"); found {
			rest = behindComment(after)
			continue
		}
		name := tagName(rest)
		if name == "" {
			continue
		}
		attributes, after := tag(rest[len(name):])
		rest = after
		switch name = strings.ToLower(name); name {
		case "noscript", "/noscript":
			noscript = name[0] != '/'
		case "script", "textarea", "title", "iframe", "xmp", "noembed", "noframes":
			_, rest = until(rest, name)
		case "template":
			rest = behindTemplate(rest)
		case "style":
			var text string
			text, rest = until(rest, name)
			s.add(attributes, text, noscript)
		}
	}
}

// behindStyle is an index at the first "<style", or -1. Pages have few of its third letter, and
// many brackets.
func behindStyle(s string) int {
	const begin, end = "<st", "yle"
	for at := 0; ; at++ {
		i := strings.IndexByte(s[at:], end[0])
		if i < 0 {
			return strings.Index(s, "<STYLE")
		}
		at += i
		if at >= len(begin) && len(s)-at >= len(end) && strings.EqualFold(s[at-len(begin):at], begin) && strings.EqualFold(s[at:at+len(end)], end) {
			return at + len(end)
		}
	}
}

// behindComment is what follows a comment.
func behindComment(s string) string {
	if strings.HasPrefix(s, ">") || strings.HasPrefix(s, "->") {
		return s
	}
	for at := 0; ; {
		i := strings.Index(s[at:], "--")
		if i < 0 {
			return ""
		}
		at += i + 1
		if end := strings.TrimPrefix(s[at+1:], "!"); strings.HasPrefix(end, ">") {
			return end[1:]
		}
	}
}

// tagName is the name at the beginning of a tag, as it is written, with the slash of one that ends an element; empty for
// what is no tag.
func tagName(s string) string {
	end := 0
	if strings.HasPrefix(s, "/") {
		end++
	}
	if end == len(s) || s[end]|0x20 < 'a' || s[end]|0x20 > 'z' {
		return ""
	}
	for end < len(s) && strings.IndexByte(" \t\n\r\f/>", s[end]) < 0 {
		end++
	}
	return s[:end]
}

// tag splits the attributes of a tag from what follows it.
func tag(s string) (attributes, after string) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '>':
			return s[:i], s[i+1:]
		case '=':
			for i+1 < len(s) && strings.IndexByte(" \t\n\r\f", s[i+1]) >= 0 {
				i++
			}
			if i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\'') {
				end := strings.IndexByte(s[i+2:], s[i+1])
				if end < 0 {
					return s, ""
				}
				i += 2 + end
			}
		}
	}
	return s, ""
}

// attribute is the value of an attribute among others.
func attribute(all, name string) string {
	for at := 0; ; at += len(name) {
		i := strings.Index(strings.ToLower(all[at:]), name)
		if i < 0 {
			return ""
		}
		at += i
		value, found := strings.CutPrefix(strings.TrimLeft(all[at+len(name):], " \t\r\n\f"), "=")
		if at == 0 || strings.IndexByte(" \t\r\n\f/\"'", all[at-1]) < 0 || !found {
			continue
		}
		value = strings.TrimLeft(value, " \t\r\n\f")
		if value != "" && (value[0] == '"' || value[0] == '\'') {
			value, _, _ = strings.Cut(value[1:], value[:1])
			return strings.TrimSpace(value)
		}
		value, _, _ = strings.Cut(strings.TrimRight(value, "/"), " ")
		return value
	}
}

// until splits the text of an element from what follows it.
func until(s, name string) (text, after string) {
	for at := 0; ; {
		i := strings.Index(s[at:], "</")
		if i < 0 {
			return s, ""
		}
		at += i + 2
		if strings.EqualFold(tagName(s[at:]), name) {
			_, after = tag(s[at+len(name):])
			return s[:at-2], after
		}
	}
}

// behindTemplate is what follows a template, with those in it.
func behindTemplate(s string) string {
	for depth := 1; depth > 0; {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			return ""
		}
		s = s[i+1:]
		name := tagName(s)
		if after, found := strings.CutPrefix(s, "!--"); found {
			s = behindComment(after)
		} else if name != "" {
			_, s = tag(s[len(name):])
		}
		switch strings.ToLower(name) {
		case "template":
			depth++
		case "/template":
			depth--
		case "script", "style", "textarea":
			_, s = until(s, strings.ToLower(name))
		}
	}
	return s
}
