package websearch

import (
	"math"
	"strings"
	"unicode"
)

// Score is how well a result fits a query, from 0 to 1: six tenths by its place among the
// engine's results, and four by the share of the query's words that its title, its snippet and its
// address have. Engines' own figures, where they have any, cannot be compared with each other.
func Score(words []string, r Result, place int) float64 {
	const byPlace, byWords, fall = 0.6, 0.4, 0.15
	score := byPlace / (1 + fall*float64(place))
	if len(words) == 0 {
		return round(score + byWords)
	}
	text := " " + strings.Join(Words(r.Title+" "+r.Snippet+" "+r.URL), " ") + " "
	found := 0
	for _, w := range words {
		if strings.Contains(text, " "+w) {
			found++
		}
	}
	return round(score + byWords*float64(found)/float64(len(words)))
}

// Words are the distinct words of a text in lower case, in their order.
func Words(text string) []string {
	var words []string
	seen := map[string]bool{}
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !seen[w] {
			seen[w] = true
			words = append(words, w)
		}
	}
	return words
}

func round(score float64) float64 { return math.Round(score*1000) / 1000 }
