package segment

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// Stats counts what a text is made of.
type Stats struct {
	Words, LinkWords, HiddenWords int32
	Chars                         int32 // letters and digits
	Sentences                     int32 // ends of sentences
	Commas                        int32
	Stops                         int32 // words that hold sentences together
	Capitals                      int32 // words that begin with a capital letter
	Shouts                        int32 // words of capital letters alone
	Numbers                       int32 // words of digits alone
	Years                         int32 // four digits that can be a year, or names of months
	Marks                         int32 // | • › » and the like
	Prices                        int32 // signs of currencies
}

func (s *Stats) add(o *Stats) {
	s.Words += o.Words
	s.LinkWords += o.LinkWords
	s.HiddenWords += o.HiddenWords
	s.Chars += o.Chars
	s.Sentences += o.Sentences
	s.Commas += o.Commas
	s.Stops += o.Stops
	s.Capitals += o.Capitals
	s.Shouts += o.Shouts
	s.Numbers += o.Numbers
	s.Years += o.Years
	s.Marks += o.Marks
	s.Prices += o.Prices
}

const hashStart = 2166136261

const hashPrime = 16777619

// kinds of bytes.
const (
	other = iota
	lower
	upper
	digit
	space
	stop
	comma
	mark
	price
	high // of a character beyond ASCII
)

var kinds = func() (k [256]uint8) {
	for c := range k {
		switch {
		case c >= 'a' && c <= 'z' || c == '_':
			k[c] = lower
		case c >= 'A' && c <= 'Z':
			k[c] = upper
		case c >= '0' && c <= '9':
			k[c] = digit
		case c <= ' ':
			k[c] = space
		case c == '.' || c == '!' || c == '?':
			k[c] = stop
		case c == ',' || c == ';':
			k[c] = comma
		case c == '|' || c == '/' || c == '>' || c == '<' || c == '*':
			k[c] = mark
		case c == '$':
			k[c] = price
		case c >= 0x80:
			k[c] = high
		}
	}
	return k
}()

// blank reports whether a text shows nothing.
func blank(s string) bool {
	for i := 0; i < len(s); {
		switch kinds[s[i]] {
		case space:
			i++
		case high:
			r, size := utf8.DecodeRuneInString(s[i:])
			if !unicode.IsSpace(r) && r != zeroWidth && r != byteOrder {
				return false
			}
			i += size
		default:
			return false
		}
	}
	return true
}

// Characters that show nothing and count as no space.
const (
	zeroWidth = 0x200b
	byteOrder = 0xfeff
)

// word is a word that is being read.
type word struct {
	hash                   uint32
	length                 int32
	letters, caps, numbers int32
	first                  uint8
}

// measure reads a text into the block.
func (w *walker) measure(s string, c context) {
	cur := word{hash: hashStart}
	for i := 0; i < len(s); {
		kind, size := kinds[s[i]], 1
		if kind == lower {
			i += cur.run(s[i:])
			continue
		}
		if kind == high {
			var r rune
			r, size = utf8.DecodeRuneInString(s[i:])
			kind = kindOf(r)
			if r >= firstWide && kind == lower && cur.length >= 2 { // scripts without spaces: two characters are a word
				w.end(&cur, c)
			}
		}
		switch kind {
		case lower, upper, digit:
			cur.add(s[i:i+size], kind)
		default:
			if cur.length > 0 {
				w.end(&cur, c)
			}
			w.block.Own.sign(kind, s[i+1:])
		}
		i += size
	}
	if cur.length > 0 {
		w.end(&cur, c)
	}
}

// run adds the small letters of ASCII that a text begins with, of which most texts consist, and
// returns how many there are.
func (w *word) run(s string) int {
	if w.length == 0 {
		w.first = lower
	}
	hash, n := w.hash, 0
	for n < len(s) && kinds[s[n]] == lower {
		hash = (hash ^ uint32(s[n])) * hashPrime
		n++
	}
	w.hash = hash
	w.length += int32(n)
	w.letters += int32(n)
	return n
}

// firstWide is where scripts without spaces begin.
const firstWide = 0x2e80

// add adds a character to the word.
func (w *word) add(char string, kind uint8) {
	if w.length == 0 {
		w.first = kind
	}
	w.length++
	first := char[0]
	switch kind {
	case upper:
		w.caps++
		w.letters++
		if len(char) == 1 {
			first |= 0x20 // in lower case
		}
	case lower:
		w.letters++
	default:
		w.numbers++
	}
	w.hash = (w.hash ^ uint32(first)) * hashPrime
	for i := 1; i < len(char); i++ {
		w.hash = (w.hash ^ uint32(char[i])) * hashPrime
	}
}

// sign counts a character that is no part of a word, with what follows it.
func (s *Stats) sign(kind uint8, rest string) {
	switch kind {
	case stop:
		if rest == "" || kinds[rest[0]] != lower && kinds[rest[0]] != digit && kinds[rest[0]] != upper {
			s.Sentences++
		}
	case comma:
		s.Commas++
	case mark:
		s.Marks++
	case price:
		s.Prices++
	}
}

// end counts a word.
func (w *walker) end(cur *word, c context) {
	own := &w.block.Own
	own.Words++
	own.Chars += cur.length
	if c.link {
		own.LinkWords++
	}
	if c.hidden {
		own.HiddenWords++
	}
	if cur.first == upper {
		own.Capitals++
	}
	if cur.caps == cur.letters && cur.letters > 1 {
		own.Shouts++
	}
	if cur.letters == 0 {
		own.Numbers++
		if cur.numbers == 4 {
			own.Years++
		}
	} else if v := w.stems.of(cur.hash); v != 0 {
		if v&isStop != 0 {
			own.Stops++
		}
		if v&isMonth != 0 {
			own.Years++
		}
		for topics := v >> topicShift; topics != 0; topics &= topics - 1 {
			w.block.Topics[bits.TrailingZeros32(topics)]++
		}
	}
	w.block.Hash = (w.block.Hash ^ cur.hash) * hashPrime
	if w.count < keptWords {
		w.words[w.count] = cur.hash
	}
	w.count++
	*cur = word{hash: hashStart}
}

// kindOf classes a character beyond ASCII.
func kindOf(r rune) uint8 {
	switch {
	case unicode.IsUpper(r):
		return upper
	case unicode.IsLetter(r), unicode.Is(unicode.M, r):
		return lower
	case unicode.IsDigit(r):
		return digit
	case r == '…' || r == '。' || r == '！' || r == '？':
		return stop
	case r == '、' || r == '，':
		return comma
	case r == '€' || r == '£' || r == '¥' || r == '₹':
		return price
	case unicode.IsSpace(r):
		return space
	case r == '•' || r == '›' || r == '»' || r == '·' || r == '→' || r == '←' || r == '©' || r == '‹' || r == '«' || r == '★':
		return mark
	}
	return other
}
