package evidence

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/quarryapi/quarry/internal/core/pattern"
)

// Found is a profile as a search engine shows it.
type Found struct {
	Name     string
	Headline string
	Title    string // at the company; empty when the result does not have it
	Standing Standing
}

var (
	suffix     = pattern.Of(`(?i)\s*(?:[|–—-]\s*)?linkedin(?:\s+[\p{L}]+)?\s*(?:\.\.\.|…)?$`)
	behindName = pattern.Of(`\s+[–—-]\s+|\s*\|\s*|,\s+`)
	worked     = pattern.Of(`(?i)(?:^|[·.|]\s*)experience:\s*([^·|]+)`)
)

// Result reads the title and the snippet of a search result that is a profile: "Name -
// Headline - Company | LinkedIn" and "Experience: Company · Location: …". ok is false
// when the title holds no name.
func (c Company) Result(title, snippet string) (f Found, ok bool) {
	title = suffix.ReplaceAllString(strings.TrimSpace(title), "")
	parts := behindName.Split(title, 2)
	if f.Name = strings.TrimSpace(parts[0]); !Name(f.Name) {
		return Found{}, false
	}
	if len(parts) > 1 {
		f.Headline = strings.TrimSpace(parts[1])
		f.Title, f.Standing = c.Read(f.Headline)
	}
	if m := worked.FindStringSubmatch(snippet); m != nil && f.Standing == Nothing && c.Is(m[1]) {
		f.Standing = Present
	}
	return f, true
}

// Name reports whether a text can be a person's name: two to six words of letters.
func Name(s string) bool {
	words := strings.Fields(s)
	if len(words) < 2 || len(words) > 6 || len(s) > 100 {
		return false
	}
	letters := false
	for _, r := range s {
		if unicode.IsDigit(r) || strings.ContainsRune("@|/:;!?<>{}[]*#=+_", r) {
			return false
		}
		letters = letters || unicode.IsLetter(r)
	}
	lower := strings.ToLower(s)
	return letters && !strings.Contains(lower, "linkedin") && !strings.Contains(lower, "profiles")
}

// titles are what stands before or behind names and is none.
var titles = map[string]bool{"dr": true, "prof": true, "mr": true, "mrs": true, "ms": true, "sir": true, "phd": true, "mba": true, "msc": true, "bsc": true, "jr": true, "sr": true}

// Key is a name without its titles and signs, by which two sources mean one person.
func Key(name string) string {
	var kept []string
	for _, w := range Words(name) {
		if !titles[w] {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}

// Around finds a name within a text and returns it with what follows, for a reader to
// judge; empty when the text does not hold it as whole words.
func Around(text, name string) string {
	const after = 80
	expression, err := regexp.Compile(`(?i)(?:^|[^\p{L}\p{M}])(` + strings.ReplaceAll(regexp.QuoteMeta(strings.Join(strings.Fields(name), " ")), " ", `\s+`) + `)(?:[^\p{L}\p{M}]|$)`)
	if err != nil {
		return ""
	}
	at := expression.FindStringSubmatchIndex(text)
	if at == nil {
		return ""
	}
	rest := []rune(text[at[2]:min(len(text), at[3]+4*after)])
	length := len([]rune(text[at[2]:at[3]])) + after
	if len(rest) > length {
		rest = append(rest[:length], '…')
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(rest), "")), " ")
}
