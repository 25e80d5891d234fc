package socialmentionsrun

import (
	"strings"
	"unicode"

	"github.com/quarryapi/quarry/internal/read/mention"
)

// syntax is how a platform's search writes what is not a plain word.
type syntax struct {
	account string // before an account's name
	without string // before what is not wanted
	quote   bool   // also single words, which are searched as beginnings of words otherwise
}

// write is a query in the syntax.
func (s syntax) write(q mention.Query) string {
	var parts []string
	for _, t := range q {
		text := strings.ReplaceAll(t.Text, `"`, " ")
		if t.Account {
			text = s.account + text
		}
		if s.quote || !t.Account && !plain(text) || strings.Contains(text, "/") {
			text = `"` + text + `"`
		}
		if t.Without {
			text = s.without + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

// plain reports whether a text is one word that no search takes for an operator.
func plain(text string) bool {
	switch strings.ToUpper(text) {
	case "AND", "OR", "NOT", "NEAR":
		return false
	}
	return strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) < 0
}
