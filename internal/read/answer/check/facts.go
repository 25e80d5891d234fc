package check

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarryapi/quarry/internal/read/answer/choose"
	"github.com/quarryapi/quarry/internal/read/claims/statement"
	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// facts are the words and numbers of the material by source, and those of the question.
type facts struct {
	asked    map[string]bool
	question *statement.Statement
	spoken   []string                     // the question's function words
	titles   map[int]*statement.Statement // by source, as all that follows
	bySource map[int]map[string]bool
	function map[int]map[string]bool // words that only the language needs
}

func newFacts(question string, given []choose.Material) facts {
	f := facts{
		asked: set(question), question: statement.Read(question), spoken: functionWords(question),
		titles: map[int]*statement.Statement{}, bySource: map[int]map[string]bool{}, function: map[int]map[string]bool{},
	}
	for _, m := range given {
		f.titles[m.Index], f.function[m.Index] = statement.Read(m.Title), map[string]bool{}
		for _, word := range functionWords(strings.Join(m.Passages, "\n")) {
			f.function[m.Index][word] = true
		}
		f.bySource[m.Index] = set(strings.Join(append(slices.Clone(m.Passages), m.Title, m.Published), "\n"))
	}
	return f
}

// carry reports whether sources can carry a statement: each of its numbers is theirs or
// the question's, and some of its words are. A model that was led astray can cite a true
// quote for a false statement; this finds the crude ones, and follow the others. It is kept
// low enough for answers in another language than the sources'.
func (f facts) carry(said string, sources []int) bool {
	words, shared, ok := f.share(said, sources)
	return ok && words > 0 && float64(shared) >= leastShared*float64(words)
}

// share counts the words of a statement, and those that sources or the question have. It
// is not ok with a number that neither has.
func (f facts) share(said string, sources []int) (words, shared int, ok bool) {
	has := func(key string) bool {
		return f.asked[key] || slices.ContainsFunc(sources, func(s int) bool { return f.bySource[s][key] })
	}
	for _, stem := range stems(marks.ReplaceAllString(said, "")) {
		words++
		number := numberKeys(stem)
		switch {
		case number == nil && has(stem), number != nil && slices.ContainsFunc(number, has):
			shared++
		case number != nil:
			return words, shared, false
		}
	}
	return words, shared, true
}

// follow reports whether a statement in the language of its sources says what their
// quotes say. One in another language shares no words with them that could be compared.
func (f facts) follow(said string, sources []int, quotes map[int][]quoted) bool {
	said = marks.ReplaceAllString(said, "")
	if !f.sameLanguage(said, sources) {
		return true
	}
	var list []*statement.Statement
	beside := []*statement.Statement{f.question}
	for _, s := range sources {
		beside = append(beside, f.titles[s])
		for _, q := range quotes[s] {
			list = append(list, q.sentences...)
		}
	}
	return !rebound(said, list) && statement.Carried(statement.Read(said), list, beside...)
}

// sameLanguage compares function words. A statement is in the language of the question
// when that is the sources', whatever the model made of it.
func (f facts) sameLanguage(said string, sources []int) bool {
	own := functionWords(said)
	if len(own) == 0 && unspaced(said) {
		return false
	}
	if len(own) == 0 {
		words, shared, _ := f.share(said, sources)
		return float64(shared) >= likely*float64(words)
	}
	speaks := func(list []string) bool {
		known := 0
		for _, word := range list {
			if slices.ContainsFunc(sources, func(s int) bool { return f.function[s][word] }) {
				known++
			}
		}
		return len(list) > 0 && float64(known) >= likely*float64(len(list))
	}
	return speaks(own) || speaks(f.spoken)
}

// unspaced matches a text that is in part of a script without spaces between words, in
// which words cannot be compared.
func unspaced(text string) bool {
	const part = 0.1
	letters, without := 0, 0
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) {
			without++
		}
	}
	return float64(without) > part*float64(letters)
}

// functionWords are the words of a text that every text of its language has.
func functionWords(text string) []string {
	return slices.DeleteFunc(tokens.All(text), func(word string) bool { return !tokens.IsStop(word) })
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
