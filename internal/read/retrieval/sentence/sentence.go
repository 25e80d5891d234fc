// Package sentence finds the sentences of a text. It knows the abbreviations of a few
// large languages, and not what sentences are for.
package sentence

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// Span is the place of a sentence: bytes, without the white space around it.
type Span struct{ Start, End int }

// Spans returns the places of a text's sentences in order. A line break ends a sentence;
// so does a full stop, a question or exclamation mark that is followed by white space
// and by what can begin a sentence, unless it belongs to an abbreviation, a number or
// initials.
func Spans(text string) []Span {
	spans := []Span{}
	start := 0
	add := func(end int) {
		part := text[start:end]
		trimmed := strings.TrimLeftFunc(part, unicode.IsSpace)
		from := start + len(part) - len(trimmed)
		if trimmed = strings.TrimRightFunc(trimmed, unicode.IsSpace); trimmed != "" {
			spans = append(spans, Span{from, from + len(trimmed)})
		}
		start = end
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		end := i + size
		switch {
		case r == '\n':
			add(end)
		case strings.ContainsRune("。！？｡", r):
			end += closers(text[end:])
			add(end)
		case strings.ContainsRune(".!?…।؟۔", r):
			for end < len(text) && strings.IndexByte(".!?", text[end]) >= 0 {
				end++
			}
			end += closers(text[end:])
			if ends(text[start:], i-start, end-start) {
				add(end)
			}
		}
		i = end
	}
	add(len(text))
	return spans
}

// closers is the length of what closes behind the end of a sentence.
func closers(rest string) int {
	for i, r := range rest {
		if !strings.ContainsRune(`"')]»”’」』*_`, r) {
			return i
		}
	}
	return len(rest)
}

// ends reports whether the mark at an index, up to end, ends a sentence that begins with
// text.
func ends(text string, mark, end int) bool {
	rest := text[end:]
	after := strings.TrimLeftFunc(rest[:min(len(rest), 16)], func(r rune) bool { return r != '\n' && unicode.IsSpace(r) })
	switch {
	case after == "":
		return true
	case len(after) == min(len(rest), 16):
		return false // no white space follows: 3.5, a.test
	}
	next, _ := utf8.DecodeRuneInString(after)
	if unicode.IsLower(next) || strings.ContainsRune(",;:", next) {
		return false
	}
	if text[mark] != '.' || end-mark > 1 {
		return true
	}
	before := lastWord(text[:mark])
	switch {
	case before == "":
		return true
	case initial(before), never()[strings.ToLower(before)]:
		return false
	case sometimes()[strings.ToLower(before)], strings.Contains(before, "."):
		return tokens.IsStop(firstWord(rest))
	case ordinal(before):
		return !months()[tokens.Fold(firstWord(rest))]
	}
	return true
}

// lastWord is what stands before the mark, up to white space or an opening bracket.
func lastWord(text string) string {
	const longest = 32
	text = text[max(0, len(text)-longest):]
	at := strings.LastIndexFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`("'[„“*_`, r) })
	if at >= 0 {
		_, size := utf8.DecodeRuneInString(text[at:])
		return text[at+size:]
	}
	return text
}

// firstWord is the first word behind the mark, folded.
func firstWord(rest string) string {
	const longest = 64
	words := tokens.All(strings.ToValidUTF8(rest[:min(len(rest), longest)], ""))
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// initial matches the first letter of a name.
func initial(word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	return size == len(word) && unicode.IsUpper(r) && r != 'I'
}

// ordinal matches a number that can be the day of a date, as in "am 12. März".
func ordinal(word string) bool {
	const digits = 2
	if len(word) > digits {
		return false
	}
	return strings.Trim(word, "0123456789") == ""
}

// never end a sentence: a name or a number follows.
var never = set(`mr mrs ms dr prof st sr jr gen col lt capt sgt rep sen gov rev hon pres
vs no nos vol fig figs eq sec ch pp ed eds approx ca cf viz al
e.g i.e z.b d.h u.a bzw vgl nr bd str sog evtl ggf p.ex av art num pág sig sra dña dott ing m mm mme mlle`)

// sometimes end one: then a word follows that often begins sentences.
var sometimes = set(`inc ltd co corp llc plc bros gmbh dept univ est etc usw u.s u.k u.n e.u a.m p.m b.c a.d ph.d
jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun mio mrd tsd bn m mn`)

// months are names that follow the day's full stop in German and in the Nordic languages.
var months = set(`januar jänner februar märz april mai juni juli august september oktober november dezember
marts maj december mars desember`)

func set(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		words := map[string]bool{}
		for word := range strings.FieldsSeq(list) {
			words[word] = true
			words[tokens.Fold(word)] = true
		}
		return words
	})
}
