// Package query reads what somebody searches for, in the syntax that people know of
// search engines, so that it can be sent to services with a syntax of their own. It knows
// none of them.
package query

import (
	"strings"
	"unicode"
)

// Term is one part of a query.
type Term struct {
	Text   string
	Phrase bool // in quotes: the words stand side by side
	Not    bool // with a minus before it: is not to occur
	Or     bool // may stand in for the term before it
	// Operator is the name before a colon, "site" of site:example.com; empty for words.
	Operator string
}

// Parse returns the terms of a query, in order. It understands everything: what is no
// syntax is a word.
func Parse(text string) []Term {
	var terms []Term
	or := false
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		t := Term{Or: or && len(terms) > 0}
		if after, ok := strings.CutPrefix(rest, "-"); ok && after != "" && !space(after) {
			t.Not, rest = true, after
		}
		t, rest = t.read(rest)
		switch {
		case t.Text == "OR" && !t.Phrase && t.Operator == "" || t.Text == "|":
			or = true
			continue
		case t.Text == "AND" && !t.Phrase && t.Operator == "":
		case strings.ContainsFunc(t.Text, wordly):
			terms = append(terms, t)
		}
		or = false
	}
	return terms
}

// read takes the text of a term off the beginning.
func (t Term) read(rest string) (term Term, after string) {
	if quoted, ok := opening(rest); ok {
		inner, after := closing(quoted)
		t.Text, t.Phrase = clean(inner), true
		return t, after
	}
	end := strings.IndexFunc(rest, unicode.IsSpace)
	if end < 0 {
		end = len(rest)
	}
	word := rest[:end]
	if name, value, ok := strings.Cut(word, ":"); ok && operator(name) && value != "" && !strings.HasPrefix(value, "//") {
		if quoted, ok := opening(rest[len(name)+1:]); ok {
			inner, after := closing(quoted)
			t.Operator, t.Text, t.Phrase = strings.ToLower(name), clean(inner), true
			return t, after
		}
		t.Operator, t.Text = strings.ToLower(name), value
		return t, rest[end:]
	}
	t.Text = strings.Trim(word, `()[]{},;!?"“”`)
	return t, rest[end:]
}

// Words are the query's words and phrases without its syntax: for services that only know
// words.
func Words(text string) string {
	var words []string
	for _, t := range Parse(text) {
		if !t.Not && t.Operator == "" {
			words = append(words, t.Text)
		}
	}
	return strings.Join(words, " ")
}

// opening takes off a quote that begins a phrase.
func opening(s string) (after string, ok bool) {
	s = strings.TrimLeft(s, "([{")
	for _, mark := range []string{`"`, "“", "„"} {
		if after, ok := strings.CutPrefix(s, mark); ok {
			return after, true
		}
	}
	return "", false
}

// closing parts a phrase from what is behind its quote; without one it goes on to the end.
func closing(s string) (inner, after string) {
	i := strings.IndexAny(s, `"”`)
	if i < 0 {
		return s, ""
	}
	after = strings.TrimPrefix(strings.TrimPrefix(s[i:], `"`), "”")
	return s[:i], strings.TrimLeft(after, ")]},;")
}

func clean(s string) string { return strings.Join(strings.Fields(s), " ") }

func space(s string) bool { return strings.IndexFunc(s, unicode.IsSpace) == 0 }

func wordly(r rune) bool { return r == '|' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// operator reports whether a word before a colon can be one: letters only, and short.
func operator(name string) bool {
	const longest = 12
	return name != "" && len(name) <= longest && !strings.ContainsFunc(name, func(r rune) bool { return r > 'z' || !unicode.IsLetter(r) && r != '_' })
}
