package charset

import (
	"bytes"
	"strings"
)

// prescanBytes is how far a declaration is searched. The HTML standard says 1024,
// but pages put scripts before it; browsers, too, heed late ones.
const prescanBytes = 64 << 10

// prescan returns the charset that an XML declaration or a meta element names,
// "" for none. It reads tags only, so it is not misled by text, but by scripts
// that write meta elements, as browsers' prescans are.
func prescan(body []byte) string {
	rest := body[:min(len(body), prescanBytes)]
	if label := xmlLabel(rest); label != "" {
		return label
	}
	for {
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			return ""
		}
		rest = rest[i+1:]
		switch {
		case bytes.HasPrefix(rest, []byte("!--")):
			_, rest, _ = bytes.Cut(rest[1:], []byte("-->"))
		case len(rest) > 4 && bytes.EqualFold(rest[:4], []byte("meta")) && isSpace(rest[4]):
			var label string
			label, rest = metaLabel(rest[4:])
			if label != "" {
				return label
			}
		}
	}
}

// xmlLabel reads the encoding of <?xml version="1.0" encoding="…"?>.
func xmlLabel(head []byte) string {
	head = bytes.TrimLeft(head, " \t\r\n")
	if !bytes.HasPrefix(head, []byte("<?xml")) {
		return ""
	}
	head, _, _ = bytes.Cut(head[:min(len(head), 256)], []byte("?>"))
	_, value, found := strings.Cut(strings.ToLower(string(head)), "encoding")
	value, assigned := strings.CutPrefix(strings.TrimLeft(value, " \t\r\n"), "=")
	if !found || !assigned {
		return ""
	}
	return unquote(value)
}

// metaLabel reads the attributes of one meta element and returns what follows it.
func metaLabel(tag []byte) (label string, rest []byte) {
	var name, value string
	var charset, content, pragma string
	rest = tag
	for {
		name, value, rest = attribute(rest)
		switch name {
		case "":
			if charset == "" && pragma == "content-type" {
				charset = labelWithin(content)
			}
			return charset, rest
		case "charset":
			charset = strings.TrimSpace(value)
		case "content":
			content = value
		case "http-equiv":
			pragma = strings.TrimSpace(value)
		}
	}
}

// attribute reads one attribute in lower case; the name is empty at the tag's end.
func attribute(tag []byte) (name, value string, rest []byte) {
	tag = bytes.TrimLeft(tag, " \t\r\n\f/")
	end := bytes.IndexAny(tag, "= \t\r\n\f/>")
	if end < 0 {
		return "", "", nil
	}
	name = strings.ToLower(string(tag[:end]))
	tag = tag[end:]
	after := bytes.TrimLeft(tag, " \t\r\n\f")
	if len(after) == 0 || after[0] != '=' {
		return name, "", tag
	}
	tag = bytes.TrimLeft(after[1:], " \t\r\n\f")
	if len(tag) > 0 && (tag[0] == '"' || tag[0] == '\'') {
		quoted, rest, _ := bytes.Cut(tag[1:], tag[:1])
		return name, strings.ToLower(string(quoted)), rest
	}
	end = bytes.IndexAny(tag, " \t\r\n\f>")
	if end < 0 {
		return "", "", nil
	}
	return name, strings.ToLower(string(tag[:end])), tag[end:]
}

// labelWithin finds charset=… in a lower-case Content-Type.
func labelWithin(contentType string) string {
	_, value, found := strings.Cut(contentType, "charset")
	value, assigned := strings.CutPrefix(strings.TrimLeft(value, " \t\r\n\f"), "=")
	if !found || !assigned {
		return ""
	}
	return unquote(value)
}

// unquote returns a value that stands in quotes or ends at a space or semicolon.
func unquote(value string) string {
	value = strings.TrimLeft(value, " \t\r\n\f")
	if value != "" && (value[0] == '"' || value[0] == '\'') {
		value, _, _ = strings.Cut(value[1:], value[:1])
		return strings.TrimSpace(value)
	}
	if end := strings.IndexAny(value, "; \t\r\n\f,"); end >= 0 {
		value = value[:end]
	}
	return value
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '/'
}
