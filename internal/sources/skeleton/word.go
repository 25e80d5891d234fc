package skeleton

import (
	"crypto/sha256"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// dice are throws that follow from a text alone.
type dice struct {
	sum  [sha256.Size]byte
	next int
}

func diceOf(purpose, s string) *dice {
	return &dice{sum: sha256.Sum256([]byte(purpose + "\x00" + s))}
}

// below returns the next number from 0 to n-1.
func (d *dice) below(n int) int {
	if d.next == len(d.sum)/2 {
		d.sum, d.next = sha256.Sum256(d.sum[:]), 0
	}
	i := 2 * d.next
	d.next++
	return (int(d.sum[i])<<8 | int(d.sum[i+1])) % n
}

// digit returns a digit but 0.
func (d *dice) digit() byte { return "123456789"[d.below(9)] }

// byte returns any byte.
func (d *dice) byte() byte {
	d.below(1)
	return d.sum[d.next-1]
}

var hex = regexp.MustCompile(`^(?:[0-9a-f]{8,}|[0-9A-F]{8,})$`)

// word replaces a run of letters and digits by another that is as long, and has letters
// and digits, capitals and accents in the same places. Words that differ in capitals
// only are replaced by such words, too.
func (m *mask) word(w string) string {
	lower := strings.ToLower(w)
	if m.words[lower] || slices.Contains(m.rules.Prefixes, w) {
		return w
	}
	if digitsOnly(w) {
		return number(w)
	}
	for _, prefix := range m.rules.Prefixes {
		if strings.HasPrefix(w, prefix) && len(w) > len(prefix) {
			return prefix + m.word(w[len(prefix):])
		}
	}
	d := diceOf("word", lower)
	pools := classes
	if hex.MatchString(w) && strings.ContainsAny(w, "0123456789") {
		pools = hexadecimal
	}
	var b strings.Builder
	for i, r := range []rune(w) {
		b.WriteRune(replace(d, pools, i, r))
	}
	return b.String()
}

func digitsOnly(s string) bool { return strings.Trim(s, "0123456789") == "" }

// class is a set of runes, and those that take their place: the one at an even place of
// a word is of the first pool, the one at an odd place of the second, which makes words
// that can be read.
type class struct {
	has   func(rune) bool
	pools [2][]rune
}

func within(table *unicode.RangeTable) func(rune) bool {
	return func(r rune) bool { return unicode.Is(table, r) }
}

func between(low, high rune) func(rune) bool {
	return func(r rune) bool { return low <= r && r <= high }
}

func pool(first, second string) [2][]rune { return [2][]rune{[]rune(first), []rune(second)} }

func same(all string) [2][]rune { return pool(all, all) }

// classes are looked through in their order. What is in none, such as a sign or a
// picture, stays.
var classes = []class{
	{between('a', 'z'), pool("bdfgklmnprstvz", "aeiou")},
	{between('A', 'Z'), pool("BDFGKLMNPRSTVZ", "AEIOU")},
	{between('0', '9'), same("123456789")},
	{func(r rune) bool { return r < 0x250 && unicode.IsLower(r) }, same("àâäçèéêëîïñòôöùûüþ")},
	{func(r rune) bool { return r < 0x250 && unicode.IsUpper(r) }, same("ÀÂÄÇÈÉÊËÎÏÑÒÔÖÙÛÜÞ")},
	{within(unicode.Han), same("山川水火木金土石花草海空風雨雪月")},
	{within(unicode.Hiragana), same("あいうえおかきくけこさしすせそたちつてと")},
	{within(unicode.Katakana), same("アイウエオカキクケコサシスセソタチツテト")},
	{within(unicode.Hangul), same("가나다라마바사아자차카타파하")},
	{within(unicode.Arabic), same("ابتجحدرسعفقكلمن")},
	{within(unicode.Hebrew), same("אבגדהוזחטיכלמנ")},
	{func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) && unicode.IsUpper(r) }, same("АБВГДЕИКЛМНОПРСТУ")},
	{within(unicode.Cyrillic), same("абвгдеиклмнопрсту")},
	{func(r rune) bool { return r < 0x10000 && unicode.IsLetter(r) }, same("αβγδεζηθικλμνξοπρστυ")},
	{unicode.IsLetter, same("𝐚𝐛𝐜𝐝𝐞𝐟𝐠𝐡𝐢𝐣𝐤𝐥𝐦𝐧")},
}

var hexadecimal = []class{
	{between('0', '9'), same("0123456789")}, {between('a', 'f'), same("abcdef")}, {between('A', 'F'), same("ABCDEF")},
}

// replace throws for the rune at a place of a word.
func replace(d *dice, all []class, place int, r rune) rune {
	for _, c := range all {
		if c.has(r) {
			pool := c.pools[place%2]
			return pool[d.below(len(pool))]
		}
	}
	return r
}

// inWord reports whether a rune is part of a word, for who takes texts apart.
func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
