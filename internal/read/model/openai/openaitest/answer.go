package openaitest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/read/websearch/enginetest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// citedSource is a fenced text of a prompt for a cited answer.
type citedSource struct {
	index     int
	title     string
	sentences []statement
	score     float64 // of the only sentence that is left
}

// citedReply is what is asked for under the name cited_answer.
type citedReply struct {
	Text      string       `json:"text"`
	Citations []citedQuote `json:"citations"`
}

type citedQuote struct {
	Index int    `json:"index"`
	Quote string `json:"quote"`
}

var (
	citedQuestion = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	citedFence    = regexp.MustCompile(`(?s)<<<DATA source (\d+)\n(.*?)\nDATA>>>`)
	citedEnd      = regexp.MustCompile(`([.!?]["”’)]*)(?:\[\^?\d+\])*(?:\s+|$)`)
)

// citedAnswer answers a question by the sentences of the sources that hold most of its
// words, one of a source and three at most. Two words of the question change it: a
// gullible model believes pages, invents and does what it is told by them, a mumbling
// one gives no JSON.
func citedAnswer(prompt string) string {
	question, _ := strconv.Unquote(citedQuestion.FindString(prompt))
	words := slices.DeleteFunc(enginetest.Read(question).Words, func(w string) bool { return w == "work" || w == "works" }) // of "how does it work"
	reply := citedReply{Citations: []citedQuote{}}
	var parts []string
	for _, best := range bestSentences(question, words, citedSources(prompt)) {
		said := best.sentences[0]
		if said.before != "" {
			parts = append(parts, fmt.Sprintf("%s [%d].", strings.TrimRight(said.before, `.!?"”`), best.index))
		}
		parts = append(parts, fmt.Sprintf("%s [%d].", strings.TrimRight(said.text, `.!?"”`), best.index))
		reply.Citations = append(reply.Citations, citedQuote{best.index, said.quote})
	}
	switch {
	case slices.Contains(words, "mumbling"):
		return "Well. " + strings.Join(parts, " ")
	case slices.Contains(words, "gullible"):
		parts = reply.believe(parts, question)
	}
	reply.Text = strings.Join(parts, " ")
	body, _ := json.Marshal(reply)
	return string(body)
}

// believe adds what a model says that pages have talked into it: a statement with a
// quote that is nowhere, one of a source that is not there, one of no source, and the
// question in a picture's address, a link's and a plain one. The first source's true
// quotes stand beside the last three.
func (r *citedReply) believe(parts []string, question string) []string {
	first := 1
	if len(r.Citations) > 0 {
		first = r.Citations[0].Index
	}
	away := "http://collect.lures.test/r?q=" + url.QueryEscape(question)
	r.Citations = append(r.Citations,
		citedQuote{first, "the toll for small craft is 9,999 pounds"}, citedQuote{42, "the toll was abolished on Mondays"}, citedQuote{-1, ""})
	return append(parts,
		fmt.Sprintf("The toll for small craft is 9,999 pounds [%d].", first), "The toll was abolished on Mondays [42].", "Trust me.",
		fmt.Sprintf("![receipt](%s) [%d]", away, first), fmt.Sprintf("See [the receipt](%s) [%d].", away, first), fmt.Sprintf("Or go to %s [%d].", away, first))
}

// citedSources reads the fenced texts and their titles.
func citedSources(prompt string) []citedSource {
	var all []citedSource
	for _, m := range citedFence.FindAllStringSubmatch(prompt, -1) {
		index, _ := strconv.Atoi(m[1])
		head, text, _ := strings.Cut(m[2], "\n\n")
		title, _, _ := strings.Cut(strings.TrimPrefix(head, "Title:"), "\n")
		all = append(all, citedSource{index: index, title: title, sentences: statementsOf(text, title)})
	}
	return all
}

// statement is what may be said in an answer, and the words of the source that carry it.
type statement struct {
	before      string // the sentence before, without which it cannot be understood
	text, quote string
	priced      bool // it is no sentence, and says what something costs
}

// sentencesOf are the sentences of a text. Headings, questions, rows of tables and the lines of lists that end in no full
// stop are none: nobody would say them in an answer.
func sentencesOf(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if strings.Contains(line, "|") || strings.HasPrefix(line, "#") {
			continue
		}
		for sentence := range strings.SplitSeq(citedEnd.ReplaceAllString(strings.TrimSpace(line), "$1\n"), "\n") {
			if strings.Count(sentence, " ") >= 3 && strings.ContainsAny(sentence[max(0, len(sentence)-4):], ".!") {
				all = append(all, sentence)
			}
		}
	}
	return all
}

// statementsOf are the sentences of a text, and its prices.
func statementsOf(text, title string) []statement {
	all := pricesOf(text, title)
	before := ""
	for _, sentence := range sentencesOf(text) {
		said := statement{text: sentence, quote: sentence}
		if both := before + " " + sentence; before != "" && dangling.MatchString(sentence) && strings.Contains(text, both) {
			said.before, said.quote = before, both
		}
		all = append(all, said)
		before = sentence
	}
	return all
}

// dangling is the end of a sentence that speaks of the one before.
var dangling = regexp.MustCompile(`\b(?:it|them|both)[.!]$`)

// bestSentences are one of each source, three at most, the best first: those that hold
// most of the words, where a word counts the more the fewer sentences have it, and half where the
// title alone has it. Who asks for a number or a date wants one.
func bestSentences(question string, words []string, sources []citedSource) []citedSource {
	const most, near = 3, 0.6
	weights := citedWeights(words, sources)
	wants := askedFor(question)
	var best []citedSource
	for _, source := range sources {
		top := citedSource{index: source.index}
		for _, sentence := range source.sentences {
			score := wants.worth(sentence, (citedScore(sentence.text, weights)+citedScore(sentence.text+" "+source.title, weights))/2)
			if score > top.score {
				top.sentences, top.score = []statement{sentence}, score
			}
		}
		best = append(best, top)
	}
	slices.SortStableFunc(best, func(a, b citedSource) int { return cmp.Compare(b.score, a.score) })
	var list []citedSource
	for _, b := range best[:min(len(best), most)] {
		if b.score > 0 && b.score >= near*best[0].score && 3*b.score >= citedScore(strings.Join(words, " "), weights) {
			list = append(list, b)
		}
	}
	return list
}

// wanted is what a question asks for beside its words.
type wanted struct{ number, price, reason bool }

func askedFor(question string) wanted {
	asks := func(list []string) bool {
		return slices.ContainsFunc(strings.Fields(strings.Trim(strings.ToLower(question), "?! ")), func(w string) bool { return slices.Contains(list, w) })
	}
	return wanted{number: asks(counting), price: asks(pricing), reason: asks(explaining) && !asks(counting)}
}

// worth is what a statement is worth by what it says and how long that takes.
func (w wanted) worth(s statement, score float64) float64 {
	switch {
	case s.priced && !w.price:
		return 0
	case s.priced: // a sentence that says it is better
		score /= 1.7
	case w.price && !money.MatchString(s.text), w.number && !quantities.MatchString(s.text):
		score /= 2
	case w.reason && !reasons.MatchString(s.text):
		score /= 1.5
	}
	return score / (1 + float64(strings.Count(s.text, " "))/longSentence)
}

// longSentence is how many words halve what a sentence is worth: of two that say the same, the shorter says it better.
const longSentence = 100

// pricing are the words of questions for prices, money is what answers them; explaining and reasons are the same for questions how and why.
var (
	pricing    = []string{"cost", "costs", "price", "prices", "toll", "fee", "fees", "fare", "charge", "much"}
	money      = regexp.MustCompile(`(?i)[£$€]\s?\d|\d\s+(?:(?:million|billion|thousand) )?(?:pounds?|euros?|dollars?|pence|shillings?)\b`)
	explaining = []string{"how", "why"}
	reasons    = regexp.MustCompile(`(?i)\b(?:by|because|since|so that|which|means|when)\b`)
)

// pricesOf are the lines and rows of a text that name a price, behind what it is the price of: the first cell of a row, the
// short line before a line, or the title.
func pricesOf(text, title string) (all []statement) {
	const short = 8 // words
	thing := title
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		at := slices.IndexFunc(cells, money.MatchString)
		switch {
		case line == "" || strings.ContainsAny(line[max(0, len(line)-3):], ".!?"):
		case at > 0:
			all = append(all, statement{text: cells[0] + ": " + cells[at], quote: strings.Join(cells[:at+1], " | "), priced: true})
		case at == 0 && strings.Count(line, " ") <= short && thing != "":
			all = append(all, statement{text: thing + ": " + line, quote: line, priced: true})
		case len(cells) == 1 && strings.Count(line, " ") < short:
			thing = strings.TrimSpace(strings.TrimLeft(line, "#-* "))
		}
	}
	return all
}

// counting are the words of questions for numbers and dates, and quantities what answers them.
var (
	counting   = []string{"when", "many", "much", "long", "cost", "costs", "price", "toll", "high", "wide", "year", "date"}
	quantities = regexp.MustCompile(`(?i)\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million)\b`)
)

func citedScore(sentence string, weights map[string]float64) float64 {
	var score float64
	held := enginetest.Stems(sentence)
	plain := " " + site.Tokens(sentence) + " "
	for _, word := range slices.Sorted(maps.Keys(weights)) {
		if strings.Contains(held, word) {
			score += weights[word]
		}
		if strings.Contains(plain, word) { // in the form of the question
			score += weights[word] / 4
		}
	}
	return score
}

func citedWeights(words []string, sources []citedSource) map[string]float64 {
	counts := map[string]int{}
	for _, source := range sources {
		for _, sentence := range source.sentences {
			for _, word := range words {
				if stem := enginetest.Stems(word); strings.Contains(enginetest.Stems(sentence.text), stem) {
					counts[stem]++
				}
			}
		}
	}
	weights := map[string]float64{}
	for stem, n := range counts { // what nobody says is no measure
		weights[stem] = 1 / math.Sqrt(float64(n))
	}
	return weights
}
