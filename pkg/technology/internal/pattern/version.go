package pattern

import (
	"strconv"
	"strings"
)

// versionOf fills the version's template with what the groups of a match hold. A
// template is a text with `\1` and so on, and may be a choice, `\1?a:b`: a if it is not
// empty and the expression has groups, or else b. The choice is read after the groups
// are filled in, as the library does it. Unlike there, a group that the expression does
// not have is empty, too.
func (p *Pattern) versionOf(groups []string) string {
	version := p.version
	if version == "" {
		return ""
	}
	for i := range max(len(groups), 9) {
		value := ""
		if i < len(groups) {
			value = groups[i]
		}
		version = strings.ReplaceAll(version, `\`+strconv.Itoa(i+1), value)
	}
	if !strings.Contains(version, "?") {
		return strings.TrimSpace(version)
	}
	_, choice, _ := strings.Cut(version, "?")
	yes, no, ok := strings.Cut(choice, ":")
	if !ok || strings.Contains(choice, "?") || strings.Contains(no, ":") {
		return "" // not as it should be written, or the groups brought more marks
	}
	if yes != "" && len(groups) > 0 {
		return strings.TrimSpace(yes)
	}
	return strings.TrimSpace(no)
}

// MoreSpecific reports whether a version says more than another: it has more parts, or is
// higher with as many.
func MoreSpecific(a, b string) bool {
	as, bs := parts(a), parts(b)
	if len(as) != len(bs) {
		return len(as) > len(bs)
	}
	for i := range as {
		if as[i] != bs[i] {
			return as[i] > bs[i]
		}
	}
	return false
}

// parts are a version's numbers; what is none is 0.
func parts(version string) []int {
	fields := strings.FieldsFunc(version, func(r rune) bool { return r == '.' })
	numbers := make([]int, len(fields))
	for i, f := range fields {
		if n, err := strconv.Atoi(f); err == nil {
			numbers[i] = n
		}
	}
	return numbers
}
