// Package check holds what a language model answered to the material that it was given:
// a citation stands when its quote is there word for word, a statement stands when a
// citation carries it, and everything else is dropped. Nothing that the model wrote is
// believed for its own sake. It must not know the model.
package check

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/answer/choose"
	"github.com/quarryapi/quarry/internal/read/answer/plain"
	"github.com/quarryapi/quarry/internal/read/claims/statement"
	"github.com/quarryapi/quarry/internal/read/retrieval/quote"
	"github.com/quarryapi/quarry/internal/read/retrieval/reading"
	"github.com/quarryapi/quarry/internal/read/retrieval/sentence"
)

// Reply is what a model answered.
type Reply struct {
	Text      string  `json:"text"` // with [n] behind each statement
	Citations []Cited `json:"citations"`
}

// Cited is a quotation as the model gives it.
type Cited struct {
	Index float64 `json:"index"`
	Quote string  `json:"quote"`
}

// Citation is a quotation that is there.
type Citation struct {
	Index int
	Quote string // as it stands in the source
}

// Outcome is what is left.
type Outcome struct {
	Text      string // empty when nothing is
	Citations []Citation
	// DroppedStatements and DroppedCitations count what could not stand.
	DroppedStatements, DroppedCitations int
}

// Bounds of an answer.
const (
	maxText     = 4000 // characters
	maxQuote    = 600
	maxQuotes   = 3 // of one source
	maxReplied  = 8 << 10
	maxCited    = 60
	leastShared = 0.25 // of the words of a statement that its sources or the question have
	// likely is the share of such words, and of function words, from which a statement is in
	// the language of its sources, and has to follow their quotes.
	likely = 0.5
)

// marks are those of citations: [1], [1, 2], and what models write for them.
var marks = pattern.Of(`\s*(?:\[\^?\d{1,3}(?:\s*,\s*\d{1,3})*\]|【\d{1,3}[^】\[\]]{0,20}】)`)

// cited ends a part of a sentence: marks, and what may close it. A citation ends a
// statement, whatever the case of what follows.
var cited = pattern.Of(`(?:\[\d{1,3}\])+[.!?…。！？,;:]*["'”’»)]*`)

// behind are marks that follow the end of a sentence.
var behind = pattern.Of(`([.!?…。！？]+["'”’»)]*)((?: ?\[\d{1,3}\])+)`)

var digits = pattern.Of(`\d+`)

// Checker checks answers. It is safe for concurrent use.
type Checker struct{ plain *plain.Reader }

// New returns a Checker.
func New() *Checker { return &Checker{plain: plain.New()} }

// Check returns what stands of a reply to a question by the material. The text comes
// without markup, addresses and invisible characters; citations are in the order of
// their first mention.
func (c *Checker) Check(question string, reply Reply, given []choose.Material) Outcome {
	var o Outcome
	quotes := o.quotes(reply.Citations, given)
	live := func(index int) bool { return len(quotes[index]) > 0 }
	facts := newFacts(question, given)
	var paragraphs []string
	room := maxText
	for paragraph := range strings.SplitSeq(c.plain.Inert(marked(clip(reply.Text))), "\n\n") {
		var kept []string
		for _, at := range sentence.Spans(paragraph) {
			var parts []string
			ended := true
			for _, said := range partsOf(paragraph[at.Start:at.End]) {
				text, by := stated(said, live)
				length := utf8.RuneCountInString(text) + 2
				if ended = len(by) > 0 && length <= room && facts.carry(text, by) && facts.follow(text, by, quotes); !ended {
					o.DroppedStatements++
					continue
				}
				room -= length
				parts = append(parts, text)
				o.cite(by, quotes)
			}
			if len(parts) > 0 {
				kept = append(kept, closed(strings.Join(parts, " "), ended))
			}
		}
		if len(kept) > 0 {
			paragraphs = append(paragraphs, strings.Join(kept, " "))
		}
	}
	o.Text = strings.Join(paragraphs, "\n\n")
	return o
}

// partsOf cuts a sentence behind each of its citations.
func partsOf(sentence string) []string {
	var parts []string
	for sentence != "" {
		end := len(sentence)
		if at := cited.FindStringIndex(sentence); at != nil {
			end = at[1]
		}
		if part := strings.TrimSpace(sentence[:end]); part != "" {
			parts = append(parts, part)
		}
		sentence = sentence[end:]
	}
	return parts
}

// closed ends a sentence whose last part could not stand.
func closed(sentence string, whole bool) string {
	if whole {
		return sentence
	}
	sentence = strings.TrimRight(sentence, ",;: ")
	if strings.HasSuffix(sentence, "]") {
		sentence += "."
	}
	return sentence
}

func clip(text string) string { return text[:min(len(text), maxReplied)] }

// marked brings marks into the form [1][2] before markdown is read, to which [^1] is a
// footnote, and those behind the end of a sentence before it.
func marked(text string) string {
	text = marks.ReplaceAllStringFunc(text, func(mark string) string {
		var b strings.Builder
		b.WriteString(mark[:len(mark)-len(strings.TrimLeft(mark, " \t\n"))])
		numbers, _, _ := strings.Cut(mark, "†") // 【3†source】
		for _, n := range digits.FindAllString(numbers, -1) {
			b.WriteString("[" + n + "]")
		}
		return b.String()
	})
	return behind.ReplaceAllString(text, "$2$1")
}

// quoted is a quotation that is there.
type quoted struct {
	text      string                 // as it stands in the source
	sentences []*statement.Statement // that it is part of
}

// quotes are the quotations that are there, by source.
func (o *Outcome) quotes(cited []Cited, given []choose.Material) map[int][]quoted {
	kept := map[int][]quoted{}
	for i, c := range cited {
		index := int(c.Index)
		exact, ok := located(c.Quote, index, given)
		if !ok || float64(index) != c.Index || i >= maxCited {
			o.DroppedCitations++
			continue
		}
		known := slices.ContainsFunc(kept[index], func(q quoted) bool { return q.text == exact.text })
		if !known && len(kept[index]) < maxQuotes {
			kept[index] = append(kept[index], exact)
		}
	}
	return kept
}

// located finds a quotation within one passage of a source.
func located(said string, index int, given []choose.Material) (exact quoted, ok bool) {
	said = plain.Visible(said)
	if utf8.RuneCountInString(said) > maxQuote || strings.Contains(said, "://") {
		return quoted{}, false
	}
	for _, m := range given {
		if m.Index != index {
			continue
		}
		for _, p := range m.Passages {
			if exact, ok := quote.Find(p, said); ok {
				return quoted{strings.Join(strings.Fields(exact), " "), around(p, exact)}, true
			}
		}
	}
	return quoted{}, false
}

// around are the sentences of a passage that a quotation is part of: what stands before it
// may be the "never" that belongs to it.
func around(passage, exact string) []*statement.Statement {
	text := reading.Of(passage).Plain
	within := reading.Of(exact).Plain
	start := strings.Index(text, within)
	if start < 0 {
		return []*statement.Statement{statement.Read(within)}
	}
	var list []*statement.Statement
	for _, at := range sentence.Spans(text) {
		if at.Start < start+len(within) && start < at.End {
			list = append(list, statement.Read(text[at.Start:at.End]))
		}
	}
	return list
}

// stated is a sentence without the marks that lead nowhere, and the sources that the
// others name.
func stated(sentence string, live func(int) bool) (statement string, by []int) {
	statement = marks.ReplaceAllStringFunc(sentence, func(mark string) string {
		index, err := strconv.Atoi(digits.FindString(mark))
		if err != nil || !live(index) {
			return ""
		}
		if !slices.Contains(by, index) {
			by = append(by, index)
		}
		return mark
	})
	return strings.TrimSpace(statement), by
}

// cite adds the quotations of sources that are mentioned for the first time.
func (o *Outcome) cite(sources []int, quotes map[int][]quoted) {
	for _, index := range sources {
		if slices.ContainsFunc(o.Citations, func(c Citation) bool { return c.Index == index }) {
			continue
		}
		for _, q := range quotes[index] {
			o.Citations = append(o.Citations, Citation{Index: index, Quote: q.text})
		}
	}
}
