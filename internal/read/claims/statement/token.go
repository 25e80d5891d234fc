package statement

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// token is a word of a sentence.
type token struct {
	text    string // folded
	concept string // one form for all words of a meaning
	start   int
	first   bool // of the sentence, or of what is quoted in it
	upper   bool // begins with a capital
	owner   bool // has the ending of an owner: Vance's
	content bool // says something of the subject
	told    bool // would be content, but stands in a clause that says who told it
	negated bool
	placed  bool // stands behind a preposition, and so is neither who acts nor what is acted on
	breaks  bool // a clause begins with it
}

// scan cuts a sentence into words and finds which of them are negated.
func scan(text string) []token {
	var list []token
	first, breaks := true, false
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			switch {
			case strings.ContainsRune(",;:()-–—", r) && (r != '-' || i+1 < len(text) && text[i+1] == ' '):
				breaks = true
			case r == '"' || r == '“':
				first = true
			}
			i += size
			continue
		}
		end := i + wordLength(text[i:])
		for _, word := range pieces(text[i:end]) {
			t := token{text: word, start: i, first: first, upper: unicode.IsUpper(r), breaks: breaks}
			t.owner = strings.HasSuffix(text[i:end], "'s")
			t.concept = concept(word)
			t.content = !tokens.IsStop(word) && !telling()[t.concept] && !negators()[word] && !modal()[word] && !titles()[word]
			t.placed = len(list) > 0 && (prepositions()[list[len(list)-1].text] || list[len(list)-1].placed && list[len(list)-1].upper && t.upper)
			list = append(list, t)
			first, breaks = false, false
		}
		i = end
	}
	attribute(list)
	negate(list)
	return list
}

// attribute takes the content out of short clauses that say who told it: ", the board
// said", "as auditors found", "according to the paper".
func attribute(list []token) {
	const longest = 6
	for start := 0; start < len(list); {
		end := start + 1
		for end < len(list) && !list[end].breaks {
			end++
		}
		clause := list[start:end]
		told := slices.ContainsFunc(clause, func(t token) bool { return telling()[t.concept] })
		if len(clause) < len(list) && len(clause) <= longest && (start > 0 && (told || clause[0].text == "as") || clause[0].text == "according") {
			for i := range clause {
				clause[i].told = clause[i].content
				clause[i].content = false
			}
		}
		start = end
	}
}

// wordLength takes apostrophes between letters and separators between digits with it.
func wordLength(text string) int {
	for i, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			continue
		}
		if r == '\'' || r == '.' || r == ',' {
			before, _ := utf8.DecodeLastRuneInString(text[:i])
			after, _ := utf8.DecodeRuneInString(text[i+1:])
			if r == '\'' && unicode.IsLetter(after) || unicode.IsDigit(before) && unicode.IsDigit(after) {
				continue
			}
		}
		return i
	}
	return len(text)
}

// pieces folds a word. "didn't" and "Vance's" stay one word without their ending; of
// scripts without spaces there are pairs of characters.
func pieces(word string) []string {
	folded := tokens.Fold(word)
	folded = strings.TrimSuffix(folded, "'s")
	if stem, ok := strings.CutSuffix(folded, "n't"); ok {
		return []string{stem, "not"}
	}
	if folded == "cannot" {
		return []string{"can", "not"}
	}
	if r, _ := utf8.DecodeRuneInString(folded); r < 0x0E01 {
		return []string{folded}
	}
	return tokens.All(folded)
}

// plain is a sentence's folded words with spaces between.
func plain(text string) string { return strings.Join(tokens.All(text), " ") }

// reach is how many content words a negation reaches.
const reach = 4

// negate marks the content words that a negation reaches: up to the next clause, and in
// languages that put it behind the verb, those before it too. A denial reaches to the
// end.
func negate(list []token) {
	for i, t := range list {
		switch {
		case denials()[t.concept]:
			mark(list, i, 1, len(list))
		case !negates(list, i):
		case bothWays()[t.text]:
			mark(list, i, -1, reach)
			mark(list, i, 1, reach)
		default:
			mark(list, i, 1, reach)
		}
	}
}

// mark negates content words from a place on.
func mark(list []token, from, step, most int) {
	for i := from + step; i >= 0 && i < len(list) && most > 0; i += step {
		if step > 0 && (list[i].breaks || list[i].text == "but") && most <= reach || step < 0 && list[i+1].breaks {
			return
		}
		if list[i].content {
			list[i].negated = true
			most--
		}
	}
}

// negates leaves out "not only", "no more than", "No. 7" and the like.
func negates(list []token, i int) bool {
	next := ""
	if i+1 < len(list) {
		next = list[i+1].text
	}
	if list[i].concept == "fail" || refusals()[list[i].text] {
		return next == "to"
	}
	if !negators()[list[i].text] {
		return false
	}
	switch list[i].text {
	case "not":
		return next != "only" && next != "just" && next != "least"
	case "no":
		return next != "more" && next != "fewer" && next != "less" && next != "doubt" && strings.Trim(next, "0123456789") != "" || next == "longer"
	}
	return true
}

// proper reports whether capitals mark names: not in titles, in capitals throughout, or in
// languages that write all nouns with them.
func proper(list []token) bool {
	upper, all := 0, 0
	for _, t := range list {
		if t.content && !t.first && unicode.IsLetter(firstRune(t.text)) {
			all++
			if t.upper {
				upper++
			}
		}
	}
	const most = 0.6
	return float64(upper) <= most*float64(all) || all <= 3
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

var (
	be     = words(`is are was were been being be wurde wurden fue fut ete`)
	agents = words(`by von durch por par`)
)

// passive matches "was bought by".
func passive(list []token) bool {
	const near = 4 // words
	last := -near - 1
	for i, t := range list {
		if be()[t.text] {
			last = i
		}
		if agents()[t.text] && i-last <= near {
			return true
		}
	}
	return false
}

// heads finds for words what a sentence speaks of when it speaks of something of theirs:
// "the tower of the chapel", "Northwind's subsidiary", "Northwind Energy".
func heads(list []token) map[string]string {
	m := map[string]string{}
	for i, t := range list {
		if !t.content {
			continue
		}
		next := i + 1
		if next < len(list) && !list[next].breaks && list[next].content && (t.owner || t.upper && list[next].upper) {
			m[t.concept] = list[next].concept
			continue
		}
		at := i - 1
		if at > 0 && tokens.IsStop(list[at].text) && list[at].text != "of" {
			at--
		}
		if at > 0 && list[at].text == "of" && list[at-1].content {
			m[t.concept] = list[at-1].concept
		}
	}
	return m
}
