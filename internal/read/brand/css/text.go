package css

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// kept are the properties by which a brand shows.
var kept = []string{"color", "background", "background-color", "font", "font-family"}

// declaration joins a value's tokens; ok is false for what is not kept.
func declaration(name string, values []css.Token) (Declaration, bool) {
	d := Declaration{Property: name}
	if !strings.HasPrefix(name, "--") {
		d.Property = strings.ToLower(name)
		if !slices.Contains(kept, d.Property) {
			return d, false
		}
	}
	d.Value = strings.TrimSpace(joined(values))
	if value, mark, found := cutLast(d.Value, "!"); found && strings.EqualFold(strings.TrimSpace(mark), "important") {
		d.Value, d.Important = strings.TrimSpace(value), true
	}
	return d, d.Value != "" && len(d.Value) <= maxValue
}

func cutLast(s, separator string) (before, after string, found bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(separator):], true
}

func joined(tokens []css.Token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.Write(t.Data)
	}
	return b.String()
}

// splitTop splits at separators that are within no parentheses or brackets, and drops
// empty parts.
func splitTop(s string, separator byte) []string {
	var parts []string
	depth, start := 0, 0
	add := func(part string) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	for i := range len(s) {
		switch s[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case separator:
			if depth <= 0 {
				add(s[start:i])
				start = i + 1
			}
		}
	}
	add(s[start:])
	return parts
}

// nested puts selectors into those around them, as CSS Nesting does.
func nested(outer, inner []string) []string {
	var all []string
	for _, o := range outer {
		for _, i := range inner {
			if len(all) >= maxSelectors {
				return all
			}
			full := o + " " + i
			if strings.Contains(i, "&") {
				full = strings.ReplaceAll(i, "&", o)
			}
			if len(full) <= maxValue {
				all = append(all, full)
			}
		}
	}
	return all
}

func unquoted(s string) string {
	return strings.Trim(strings.TrimSpace(s), `"'`)
}
