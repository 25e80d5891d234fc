package mention

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Term is one part of a search: a word, a phrase or an account.
type Term struct {
	Text    string // as it was written, without quotes, @ and minus
	Account bool   // it was written with an @
	Without bool   // it was written with a minus: what names it is not wanted

	folded string
}

// Query is a search: all of its terms must be named, and none of those without.
type Query []Term

// Parse reads what people type into a box: words, "a phrase", @account, -without. It
// gives no terms for a text without any letter or digit.
func Parse(s string) Query {
	var q Query
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		var t Term
		if rest, minus := strings.CutPrefix(s, "-"); minus && rest != "" && rest[0] != ' ' {
			t.Without, s = true, rest
		}
		if strings.HasPrefix(s, `"`) {
			t.Text, s, _ = strings.Cut(s[1:], `"`)
		} else {
			t.Text, s = word(s)
			if name, at := strings.CutPrefix(t.Text, "@"); at && name != "" {
				t.Text, t.Account = name, true
			}
		}
		q = q.with(t)
	}
	return q
}

// word divides a text behind its first word.
func word(s string) (first, rest string) {
	i := strings.IndexFunc(s, unicode.IsSpace)
	if i < 0 {
		i = len(s)
	}
	return s[:i], s[i:]
}

// Phrase is the search for a name as a whole.
func Phrase(name string) Query { return Query(nil).with(Term{Text: name}) }

// Account is the search for mentions of an account.
func Account(name string) Query { return Query(nil).with(Term{Text: name, Account: true}) }

// with adds a term unless there is nothing in it to look for.
func (q Query) with(t Term) Query {
	t.Text = strings.Join(strings.Fields(t.Text), " ")
	t.folded = fold(t.Text)
	if strings.IndexFunc(t.folded, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsSymbol(r) }) < 0 {
		return q
	}
	return append(q, t)
}

// Positive reports whether there is something to find, not only to leave out.
func (q Query) Positive() bool {
	return slices.ContainsFunc(q, func(t Term) bool { return !t.Without })
}

// Text is something that may name things, ready to be searched.
type Text struct{ parts []string }

// NewText returns a Text of some parts, such as title and body: no phrase goes from one
// over into the next.
func NewText(parts ...string) Text {
	t := Text{}
	for _, p := range parts {
		if p != "" {
			t.parts = append(t.parts, fold(p))
		}
	}
	return t
}

// In reports whether a text holds all that the query wants.
func (q Query) In(t Text) bool {
	for _, term := range q {
		if slices.ContainsFunc(t.parts, term.in) == term.Without {
			return false
		}
	}
	return q.Positive()
}

func (t Term) in(text string) bool {
	begins, ends := apart(t.folded)
	if !t.Account {
		return find(text, t.folded, begins, ends)
	}
	return find(text, t.folded, addressed, func(after string) bool { return ends(after) && !goesOn(after) })
}

// addressed reports whether a text ends with what makes an account of the name behind
// it: an @ that is not part of a mail address, or Reddit's u/.
func addressed(before string) bool {
	for _, sign := range []string{"@", "u/"} {
		if rest, ok := strings.CutSuffix(before, sign); ok {
			r, _ := utf8.DecodeLastRuneInString(rest)
			return !wordy(r) && r != '.' && r != '-'
		}
	}
	return false
}

// goesOn reports that a name is that of a mail server or the like: @acme.com, @acme-inc.
func goesOn(after string) bool {
	sign, size := utf8.DecodeRuneInString(after)
	next, _ := utf8.DecodeRuneInString(after[size:])
	return (sign == '.' || sign == '-') && wordy(next)
}
