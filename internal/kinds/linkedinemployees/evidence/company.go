package evidence

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/companyname"
)

// Company is everything that a company is called.
type Company struct{ names [][]string }

// Called returns a Company of some names; those without letters are left out.
func Called(names ...string) Company {
	var c Company
	for _, name := range names {
		if words := core(name); len(words) > 0 && !slices.ContainsFunc(c.names, func(known []string) bool { return slices.Equal(known, words) }) {
			c.names = append(c.names, words)
		}
	}
	return c
}

// core are the words of a name in lower case, without the company's form at its end.
func core(name string) []string { return companyname.Core(Words(name)) }

// Words are a text's words in lower case. A dot within a word is part of it, as in
// names that are domains, and dots of abbreviations are not: "S.A." is "sa".
func Words(s string) []string {
	s = strings.ToLower(s)
	s = abbreviation.ReplaceAllStringFunc(s, func(a string) string { return strings.ReplaceAll(a, ".", "") + " " })
	words := strings.FieldsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '.' && r != '&' && r != '\'' && r != '’' && r != '+'
	})
	for i, w := range words {
		words[i] = strings.Trim(strings.ReplaceAll(w, "’", "'"), ".'")
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

var abbreviation = pattern.Of(`\b(?:\p{L}\.){2,}`)

// Is reports whether a text is one of the company's names and nothing more: a name
// within a longer one is another company's.
func (c Company) Is(text string) bool {
	words := core(text)
	return len(words) > 0 && slices.ContainsFunc(c.names, func(name []string) bool { return slices.Equal(name, words) })
}

// Standing is what a text says of somebody and the company.
type Standing int

// The standings.
const (
	Nothing Standing = iota // the company is not named
	Present
	Past
)

// longest is how many bytes of a headline are read; LinkedIn takes 220 characters.
const longest = 900

var (
	divided = pattern.Of(`\s+[|·•/–—-]+\s+|\s*[|·•;]\s*|,\s+|\.\s+|\.$|\s+\(|\)`)
	former  = pattern.Of(`(?i)^(?:ex|former|formerly|previously|previous|past|retired|late of|alum|alumn[aiu]s?(?: of)?|was|until \d{4})\b[\s:-]*(?:at\s+|of\s+)?`)
	joint   = pattern.Of(`(?i)\s+(?:at|of|bei|chez|@)\s+|\s*@\s*`)
)

// Read looks for the company in what people say of themselves: "Engineer at Marrowfen |
// Sailor", "CEO - Marrowfen", "ex-Marrowfen". The title is what they are there; empty
// when the text does not have it. What it says of the present goes before the past.
func (c Company) Read(headline string) (title string, s Standing) {
	before := ""
	for _, part := range divided.Split(headline[:min(len(headline), longest)], -1) {
		part = strings.TrimSpace(part)
		said, at := c.part(part, before)
		if at == Present {
			return said, at
		}
		if at == Past {
			s = Past
		}
		before = part
	}
	return "", s
}

// part reads a piece between dividers; before is the piece in front of it.
func (c Company) part(part, before string) (title string, s Standing) {
	bare := former.ReplaceAllString(part, "")
	gone := bare != part
	if c.Is(bare) {
		switch {
		case gone || former.MatchString(before):
			return "", Past
		case joint.MatchString(before) || len(Words(before)) == 0:
			return "", Present
		}
		return before, Present
	}
	for _, at := range joint.FindAllStringIndex(bare, -1) {
		if !c.Is(bare[at[1]:]) {
			continue
		}
		if gone {
			return "", Past
		}
		return strings.TrimSpace(bare[:at[0]]), Present
	}
	return "", Nothing
}
