package feed

import (
	"bytes"
	"encoding/xml"
	"maps"
	"strconv"
	"strings"
)

// Limits of the entities that a document declares.
const (
	maxEntities = 256
	maxExpanded = 1 << 20 // bytes that all references to them may become
	maxNumber   = 12      // the length of the longest reference by number, with leading zeros
	maxName     = 64      // of an entity
)

// declare makes the entities of a document type's internal subset known to the
// decoder. Files and addresses are not read. When what the document refers to would
// become too long (a "billion laughs"), none is known, and references stay as they are.
func declare(d *xml.Decoder, directive xml.Directive, text []byte) {
	known := declared(string(directive))
	if len(known) == 0 {
		return
	}
	if expanded(text, known) > maxExpanded {
		return
	}
	all := maps.Clone(xml.HTMLEntity)
	maps.Copy(all, known)
	d.Entity = all
}

// expanded is the length of what all references in the text to known entities become.
func expanded(text []byte, known map[string]string) int {
	total := 0
	for total <= maxExpanded {
		i := bytes.IndexByte(text, '&')
		if i < 0 {
			break
		}
		text = text[i+1:]
		if end := bytes.IndexByte(text[:min(len(text), maxName)], ';'); end > 0 {
			total += len(known[string(text[:end])])
		}
	}
	return total
}

// declared reads <!ENTITY name "value"> in their order. A value may refer to entities
// before it; the first declaration of a name counts.
func declared(directive string) map[string]string {
	known := map[string]string{}
	size := 0
	for rest := directive; len(known) < maxEntities; {
		_, after, ok := strings.Cut(rest, "<!ENTITY")
		if !ok {
			break
		}
		rest = after
		name := strings.TrimLeft(after, " \t\r\n")
		i := strings.IndexAny(name, " \t\r\n")
		if i < 1 || i >= maxName || name[0] == '%' {
			continue
		}
		value := strings.TrimLeft(name[i:], " \t\r\n")
		name = name[:i]
		if value == "" || value[0] != '"' && value[0] != '\'' {
			continue // SYSTEM and PUBLIC
		}
		end := strings.IndexByte(value[1:], value[0])
		if end < 0 {
			break
		}
		rest = value[end+2:]
		if _, twice := known[name]; twice {
			continue
		}
		known[name] = expand(value[1:end+1], known)
		if size += len(known[name]); size > maxExpanded {
			return nil
		}
	}
	return known
}

// expand replaces the references in a value, which are all to what is before it.
func expand(value string, known map[string]string) string {
	var b strings.Builder
	for b.Len() <= maxExpanded {
		before, after, ok := strings.Cut(value, "&")
		b.WriteString(before)
		if !ok {
			break
		}
		value = after
		name, _, ok := strings.Cut(after[:min(len(after), maxName)], ";")
		if n, size := reference([]byte("&" + after[:min(len(after), maxNumber)])); size > 0 {
			b.WriteRune(n)
			value = after[size-1:]
		} else if text, is := known[name]; ok && is {
			b.WriteString(text)
			value = after[len(name)+1:]
		} else {
			b.WriteByte('&')
		}
	}
	return b.String()
}

// reference reads &#38; or &#x26; and returns its size; 0 for none.
func reference(text []byte) (r rune, size int) {
	end := bytes.IndexByte(text[:min(len(text), maxNumber)], ';')
	if end < len("&#0") || text[1] != '#' {
		return 0, 0
	}
	digits, base := string(text[2:end]), 10
	if digits[0]|0x20 == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 31)
	if err != nil {
		return 0, 0
	}
	return rune(n), end + 1
}
