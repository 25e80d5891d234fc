// Package patterntest writes texts that an expression matches, or nearly does, by
// walking through it. It is for tests only.
package patterntest

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
)

// Writer writes texts; the same seed leads to the same texts.
type Writer struct {
	random *rand.Rand
	b      strings.Builder
}

// New returns a Writer.
func New(seed uint64) *Writer {
	return &Writer{random: rand.New(rand.NewPCG(seed, 1))}
}

// enough is the length from which on nothing is repeated needlessly.
const enough = 2 << 10

// Text writes a text that an expression matches as it is written, without limits on how
// often something is repeated. It is empty if Go cannot read the expression.
func (w *Writer) Text(expression string) string {
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return ""
	}
	w.b.Reset()
	w.write(tree)
	return w.b.String()
}

// Near is a Text with a character more, less, or in another case.
func (w *Writer) Near(expression string) string {
	text := []rune(w.Text(expression))
	if len(text) == 0 {
		return ""
	}
	at := w.random.IntN(len(text))
	switch w.random.IntN(3) {
	case 0:
		return string(text[:at]) + string(text[at+1:])
	case 1:
		return string(text[:at]) + string(w.one(fillers)) + string(text[at:])
	default:
		return string(text[:at]) + strings.ToUpper(string(text[at:]))
	}
}

func (w *Writer) write(r *syntax.Regexp) {
	switch r.Op {
	case syntax.OpLiteral:
		w.b.WriteString(string(r.Rune))
	case syntax.OpCharClass:
		w.b.WriteRune(w.of(r.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.b.WriteRune(w.one(fillers))
	case syntax.OpAlternate:
		w.write(r.Sub[w.random.IntN(len(r.Sub))])
	case syntax.OpQuest:
		w.repeat(r.Sub[0], 0, 1)
	case syntax.OpStar:
		w.repeat(r.Sub[0], 0, -1)
	case syntax.OpPlus:
		w.repeat(r.Sub[0], 1, -1)
	case syntax.OpRepeat:
		w.repeat(r.Sub[0], r.Min, r.Max)
	default:
		for _, sub := range r.Sub {
			w.write(sub)
		}
	}
}

// often are how often things are repeated: about what is usual, and about the limits.
var often = []int{0, 1, 1, 2, 2, 3, 5, 9, 20, 21, 60, 249, 250, 251, 260}

func (w *Writer) repeat(r *syntax.Regexp, least, most int) {
	n := max(least, often[w.random.IntN(len(often))])
	if most >= 0 {
		n = min(n, most)
	}
	for i := range n {
		if i >= least && w.b.Len() > enough {
			return
		}
		w.write(r)
	}
}

// fillers are characters that expressions treat in different ways.
var fillers = []rune("aek019.-_/ \"'<>=?é\u2003K\n")

// of takes a character of a class: one of the fillers, if one belongs to it, or else one
// of its own.
func (w *Writer) of(ranges []rune) rune {
	var fit []rune
	for _, c := range fillers {
		for i := 0; i < len(ranges); i += 2 {
			if ranges[i] <= c && c <= ranges[i+1] {
				fit = append(fit, c)
			}
		}
	}
	if len(fit) == 0 {
		i := 2 * w.random.IntN(len(ranges)/2)
		fit = []rune{ranges[i], ranges[i+1]}
	}
	return w.one(fit)
}

func (w *Writer) one(of []rune) rune { return of[w.random.IntN(len(of))] }
