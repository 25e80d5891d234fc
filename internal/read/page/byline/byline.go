// Package byline reads the names of authors out of the lines that name them: "By Ada
// Lane and Bo Reed | 7 October 2020" names two. It must not guess: a line that names no
// one gives no names, and an account's name such as admin is none. It knows text only,
// not where in a page the text stands.
package byline

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/read/page/dates"
)

const (
	maxLine  = 400 // bytes of a line that is read
	maxName  = 80  // bytes of one name
	maxNames = 20
)

// Names returns the names in a line, cleaned, in order and each once. The line may begin
// with words such as "by", and end in a date or a role.
func Names(line string) []string {
	if line == "" || len(line) > maxLine {
		return nil
	}
	line, led := trimLead(collapse(line))
	var names []string
	for part := range parts(cut(line, led)) {
		name := clean(part)
		switch {
		case name == "":
		case len(names) > 0 && isDegree(name):
			names[len(names)-1] += ", " + name
		case len(names) > 0 && isRole(name), !isName(name), slices.Contains(names, name):
		case len(names) < maxNames:
			names = append(names, name)
		}
	}
	return names
}

// Name cleans a text that is one name, such as that of an organization; it is "" when
// the text is none.
func Name(text string) string {
	if len(text) > maxLine {
		return ""
	}
	name := clean(collapse(text))
	if name == "" || !isName(name) {
		return ""
	}
	return name
}

// Lead reports whether a line begins as one that names its author, and has room for a
// name behind it.
func Lead(line string) bool {
	if len(line) > maxLine {
		return false
	}
	rest, led := trimLead(strings.TrimSpace(line))
	return led && rest != ""
}

// collapse removes what is not seen, and opens escapes that were written twice.
func collapse(s string) string {
	if isCollapsed(s) {
		return s
	}
	for range 2 {
		if strings.Contains(s, "&") {
			s = html.UnescapeString(s)
		}
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\u200b', r == '\u00ad', r == '\ufeff', r == '\u200e', r == '\u200f':
			return -1
		case unicode.IsSpace(r), unicode.IsControl(r):
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// isCollapsed spares most lines the work.
func isCollapsed(s string) bool {
	for i := range len(s) {
		if b := s[i]; b < ' ' || b >= 0xe2 || b == 0xc2 || b == '&' || b == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ') {
			return false
		}
	}
	return true
}

// cut ends a line where its names end: at a sign that separates, a number, an address;
// behind a leading word also at the words that go on to the place and the time.
func cut(s string, led bool) string {
	for _, sign := range []string{"|", "•", "·", "—", " – ", " - ", " // ", "»", "›", "<", "(", "[", "…", "→", "://"} {
		if i := strings.Index(s, sign); i > 0 {
			s = s[:i]
		}
	}
	for f := range dates.Find(s, dates.Options{}) {
		s = s[:f.Start]
		break
	}
	end := 0
	words := strings.Fields(s)
	for i, word := range words {
		at := end + strings.Index(s[end:], word)
		if stops(word, led && i > 0) || i+1 < len(words) && dates.IsMonth(word) && isCount(words[i+1]) {
			return s[:at]
		}
		end = at + len(word)
	}
	return s
}

// isCount reports whether a word is a number, perhaps with an ending such as that of 7th.
func isCount(word string) bool {
	word = strings.TrimRight(word, ".,")
	return word != "" && word[0] >= '0' && word[0] <= '9' && len(word) <= 4
}

// stops reports whether a word is no part of a name, and ends one.
func stops(word string, led bool) bool {
	if word[0] == '@' || strings.Contains(word, "@") || strings.HasPrefix(word, "www.") || strings.IndexFunc(word, unicode.IsLetter) < 0 && strings.ContainsAny(word, "0123456789") {
		return true
	}
	word = strings.TrimRight(word, ":,.")
	return stopWords()[strings.ToLower(word)] || led && placeWords()[word]
}

// clean trims one name.
func clean(s string) string {
	s = strings.TrimFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`,;:-–—*/\"“”„»«|_+~`, r)
	})
	if dot := strings.TrimSuffix(s, "."); dot != s && !endsInInitial(dot) {
		s = dot
	}
	s, _ = trimLead(s)
	return trimRole(strings.TrimPrefix(s, "@"))
}

// endsInInitial distinguishes the dot of an abbreviation, as in "Joe S.", from that of a sentence.
func endsInInitial(s string) bool {
	last := s[strings.LastIndexAny(s, " .")+1:]
	return utf8.RuneCountInString(last) <= 2
}

// isName distinguishes names from what else such lines hold: accounts that every site has,
// sentences, addresses, counts.
func isName(s string) bool {
	letters := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
		}
		if strings.ContainsRune("{}<>[]=?!;$%©", r) {
			return false
		}
	}
	if letters < 2 || len(s) > maxName || strings.Count(s, " ") > 7 || strings.HasPrefix(s, "/") || strings.Contains(s, "://") {
		return false
	}
	return !isAccount(strings.ToLower(s))
}
