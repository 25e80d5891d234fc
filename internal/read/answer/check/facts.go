package check

import (
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/answer/choose"
	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// facts are the words and numbers of the material by source, and those of the question.
type facts struct {
	asked    map[string]bool
	bySource map[int]map[string]bool
}

func newFacts(question string, given []choose.Material) facts {
	f := facts{asked: set(question), bySource: map[int]map[string]bool{}}
	for _, m := range given {
		f.bySource[m.Index] = set(strings.Join(append(slices.Clone(m.Passages), m.Title, m.Published), "\n"))
	}
	return f
}

// carry reports whether sources can carry a statement: each of its numbers is theirs or
// the question's, and some of its words are. A model that was led astray can cite a true
// quote for a false statement; this finds the crude ones. It is kept low enough for
// answers in another language than the sources'.
func (f facts) carry(statement string, sources []int) bool {
	has := func(key string) bool {
		return f.asked[key] || slices.ContainsFunc(sources, func(s int) bool { return f.bySource[s][key] })
	}
	words, shared := 0, 0
	for _, stem := range stems(marks.ReplaceAllString(statement, "")) {
		words++
		number := numberKeys(stem)
		switch {
		case number == nil && has(stem), number != nil && slices.ContainsFunc(number, has):
			shared++
		case number != nil:
			return false
		}
	}
	return words > 0 && float64(shared) >= leastShared*float64(words)
}

func set(text string) map[string]bool {
	words := map[string]bool{}
	for _, stem := range stems(text) {
		words[stem] = true
		for _, key := range numberKeys(stem) {
			words[key] = true
		}
	}
	return words
}

// stems are those of a text, with the parts of dates such as 14.03.2026 apart.
func stems(text string) []string {
	const parts = 3
	var all []string
	for _, stem := range tokens.Stems(text) {
		date := strings.Split(stem, ".")
		if len(date) == parts && (len(date[0]) == 4 || len(date[2]) == 4) {
			all = append(all, date...)
			continue
		}
		all = append(all, stem)
	}
	return all
}

// separators stand within numbers.
var separators = strings.NewReplacer(".", "", ",", "")

// numberKeys are equal for the ways to write one number: 11,400 and 11.400 and 11400;
// 4.50 and 4,5; 05 and 5; 7, 7% and 7th. They are nil for words.
func numberKeys(word string) []string {
	number := word[:len(word)-len(strings.TrimLeft(word, "0123456789.,"))]
	joined := separators.Replace(number)
	if joined == "" {
		return nil
	}
	joined = strings.TrimLeft(joined, "0")
	keys := []string{"#" + joined}
	if strings.ContainsAny(number, ".,") {
		keys = append(keys, "#"+strings.TrimRight(joined, "0"))
	}
	return keys
}
