package ads

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// legal are the forms of companies that registers add to names, and advertisers do not.
var legal = map[string]bool{
	"inc": true, "incorporated": true, "ltd": true, "limited": true, "private": true, "pvt": true, "llc": true, "llp": true, "lp": true, "plc": true,
	"corp": true, "corporation": true, "co": true, "company": true, "gmbh": true, "mbh": true, "ag": true, "kg": true, "ug": true, "se": true, "sa": true,
	"sas": true, "sarl": true, "srl": true, "spa": true, "bv": true, "nv": true, "ab": true, "as": true, "aps": true, "oy": true, "oyj": true, "pty": true,
	"pte": true, "sl": true, "sro": true, "kft": true, "kk": true, "ltda": true, "&": true,
}

// SameName reports whether two names are one company's: the same words but for case,
// accents, punctuation and legal forms at the end. A longer name is another company's.
func SameName(a, b string) bool {
	words := core(a)
	return len(words) > 0 && slices.Equal(words, core(b))
}

// core are the words of a name without the legal forms at its end; a name that is
// nothing else keeps its first word.
func core(name string) []string {
	words := words(name)
	for len(words) > 1 && legal[words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	return words
}

// words are a name's in lower case and without accents. "S.p.A." is one word.
func words(name string) []string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(name)) {
		switch {
		case r == 'ß':
			b.WriteString("ss")
		case unicode.IsLetter(r), unicode.IsDigit(r):
			b.WriteRune(r)
		case unicode.Is(unicode.Mn, r), r == '.', r == '\'', r == '’':
		case r == '&' || r == '+':
			b.WriteString(" " + string(r) + " ")
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Fields(b.String())
}
