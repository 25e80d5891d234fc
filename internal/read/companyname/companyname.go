// Package companyname compares names of companies, which registers, advertisers and
// people write with and without the legal form. It knows words only: whether two
// companies of one name are the same is not for it to say.
package companyname

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// forms are the legal forms that registers add to names, and others do not.
var forms = map[string]bool{
	"inc": true, "incorporated": true, "ltd": true, "limited": true, "private": true, "pvt": true, "llc": true, "llp": true, "lp": true, "plc": true,
	"corp": true, "corporation": true, "co": true, "company": true, "gmbh": true, "mbh": true, "ag": true, "kg": true, "ug": true, "se": true, "sa": true,
	"sas": true, "sarl": true, "srl": true, "spa": true, "bv": true, "nv": true, "ab": true, "as": true, "asa": true, "aps": true, "oy": true, "oyj": true,
	"oü": true, "ou": true, "pty": true, "pte": true, "sl": true, "sro": true, "doo": true, "kft": true, "kk": true, "ltda": true, "&": true,
}

// Same reports whether two names are one company's: the same words but for case,
// accents, punctuation, an article before them and legal forms behind them. A longer name
// is another company's.
func Same(a, b string) bool {
	one := essence(a)
	return len(one) > 0 && slices.Equal(one, essence(b))
}

// essence are the words of a name without what may be missing.
func essence(name string) []string {
	all := Core(words(name))
	if len(all) > 1 && all[0] == "the" {
		all = all[1:]
	}
	return all
}

// Core are the words of a name, in lower case and without dots, without the legal forms
// at their end. A name that is nothing else keeps its first word.
func Core(words []string) []string {
	for len(words) > 1 && forms[words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	return words
}

// Plain is a name without the legal form at its end, as people write it and look for it.
func Plain(name string) string {
	parts := strings.Fields(name)
	for len(parts) > 1 {
		last := words(parts[len(parts)-1])
		if len(last) != 1 || !forms[last[0]] {
			break
		}
		parts = parts[:len(parts)-1]
	}
	return strings.TrimRight(strings.Join(parts, " "), ",")
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
