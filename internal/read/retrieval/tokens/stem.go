package tokens

import (
	"github.com/kljensen/snowball/english"
)

// Stems returns Words in the form in which an index keeps them: English endings taken
// off, so that "rising" finds "rises". Words with other letters than a to z, and
// numbers, stay as they are. Other languages in Latin letters lose some endings too,
// which does no harm as texts and queries are treated alike.
func Stems(text string) []string {
	words := Words(text)
	known := make(map[string]string, len(words)/2)
	for i, word := range words {
		stem, ok := known[word]
		if !ok {
			stem = Stem(word)
			known[word] = stem
		}
		words[i] = stem
	}
	return words
}

// Stem takes the English endings off a folded word.
func Stem(word string) string {
	const shortest, longest = 3, 32
	if len(word) < shortest || len(word) > longest {
		return word
	}
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return word
		}
	}
	return english.Stem(word, false)
}
