package skeleton

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"unicode"

	"github.com/quarryapi/quarry/internal/sources/tree"
)

var (
	// tag is one of an element that texts have, with attributes as programs write them.
	tag = regexp.MustCompile(`(?i)<(?:/\s*)?(?:a|abbr|b|blockquote|br|center|cite|code|dd|del|div|dl|dt|em|font|h[1-6]|hr|i|img|jats:[a-z]+|li|mml:[a-z]+|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td|th|thead|title|tr|tt|u|ul)(?:\s+[a-z][a-z-]*=(?:"[^"<>]*"|'[^'<>]*'))*\s*/?>`)
	// parts of a text: references, percent signs of addresses, numbers, words.
	parts = regexp.MustCompile(`&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);|%[0-9A-Fa-f]{2}|\b[0-9]+(?:[.,][0-9]+)*[KMBkmb]?\b|[\pL\p{Nd}\pM]+`)
	// rounded is a number of a phrase: "5.04M".
	rounded = regexp.MustCompile(`^([0-9][0-9.,]*)([KMBkmb]?)$`)
)

// str replaces the text of a member, an attribute or an element.
func (m *mask) str(name, s string) string {
	trimmed := strings.TrimSpace(s)
	switch {
	case trimmed == "" || m.enumeration(name, trimmed):
		return s
	case strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "["):
		if v, err := tree.ParseJSON([]byte(trimmed)); err == nil { // a document within a text
			m.value(name, v)
			return string(v.Append(nil, ""))
		}
	}
	return m.shown(name, s)
}

// shown replaces a text in which JSON is something that somebody wrote about.
func (m *mask) shown(name, s string) string {
	trimmed := strings.TrimSpace(s)
	switch {
	case trimmed == "" || m.enumeration(name, trimmed):
		return s
	case tag.MatchString(s):
		return m.passage(name, s)
	}
	return m.plain(name, s)
}

// plain replaces a text without tags.
func (m *mask) plain(name, s string) string {
	trimmed := strings.TrimSpace(s)
	if trimmed == "" || m.enumeration(name, trimmed) {
		return s
	}
	return strings.Replace(s, trimmed, m.scalar(trimmed), 1)
}

// scalar replaces a text that holds no document.
func (m *mask) scalar(s string) string {
	if shifted, ok := date(s); ok {
		return shifted
	}
	if numeric.MatchString(s) {
		return number(s)
	}
	if replaced, ok := m.address(s); ok {
		return replaced
	}
	if !strings.ContainsFunc(s, unicode.IsSpace) {
		return m.token(s)
	}
	return m.text(s)
}

// text replaces a text of words, among which are addresses.
func (m *mask) text(s string) string {
	var b strings.Builder
	last := 0
	for _, at := range inText.FindAllStringIndex(s, -1) {
		b.WriteString(m.prose(s[last:at[0]], false))
		b.WriteString(m.embedded(s[at[0]:at[1]]))
		last = at[1]
	}
	b.WriteString(m.prose(s[last:], false))
	return b.String()
}

// embedded replaces an address within a text, where it may stand without a scheme.
func (m *mask) embedded(s string) string {
	if replaced, ok := m.address(s); ok {
		return replaced
	}
	if replaced, ok := m.address("//" + s); ok {
		return strings.TrimPrefix(replaced, "//")
	}
	return m.prose(s, false)
}

// token replaces an id or a part of an address.
func (m *mask) token(s string) string {
	if replaced, ok := m.message(s); ok {
		return replaced
	}
	return m.prose(s, true)
}

// prose replaces words and numbers. Small numbers of ids and of phrases stay; those of
// other texts are parts of telephone numbers, of streets and of whatever people write.
func (m *mask) prose(s string, id bool) string {
	id = id || m.phrase(s)
	return parts.ReplaceAllStringFunc(s, func(part string) string {
		switch part[0] {
		case '&':
			return reference(part)
		case '%':
			return part
		}
		figure := rounded.FindStringSubmatch(part)
		switch {
		case figure == nil:
			return m.word(part)
		case id && numeric.MatchString(figure[1]):
			return number(figure[1]) + figure[2]
		}
		return scattered(part)
	})
}

// phrase reports whether a text consists of words that parsers know and of numbers, and
// is not a telephone number.
func (m *mask) phrase(s string) bool {
	known, count := 0, 0
	for _, part := range parts.FindAllString(s, -1) {
		switch {
		case part[0] == '&' || part[0] == '%':
		case rounded.MatchString(part):
			count += len(part)
		case !m.words[strings.ToLower(part)]:
			return false
		default:
			known++
		}
	}
	const longestClock = 6 // 10:07:34
	return known > 0 || count <= longestClock
}

// scattered replaces all digits.
func scattered(s string) string {
	d := diceOf("scattered", s)
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return rune(d.digit())
		}
		return r
	}, s)
}

// reference keeps a character reference, unless it stands for a letter.
func reference(s string) string {
	r := []rune(html.UnescapeString(s))
	if len(r) != 1 || !inWord(r[0]) {
		return s
	}
	return fmt.Sprintf("&#%d;", replace(diceOf("reference", s), classes, 1, r[0]))
}
