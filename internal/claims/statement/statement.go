// Package statement reads sentences as statements of fact and tells what one says of
// another: that it is so, that it is not, or nothing. It goes by words, names, numbers,
// dates and negations, without a model, and rather says nothing than something wrong.
// It must not know sources, nor who may be believed.
package statement

import (
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/claims/quantity"
)

// Statement is a sentence as it is compared. It is never changed.
type Statement struct {
	Text string // plain
	quantity.Reading

	words    []string            // content words in order, as concepts
	set      map[string]bool     // the same
	names    []string            // of them, those that are names
	roles    []string            // names that do something or have it done to them, in order
	negated  map[string]bool     // of them, those that stand under a negation
	denied   []quantity.Quantity // that are said not to be so
	leads    []string            // of each quantity, the content word before it
	heads    map[string]string   // of a word, what is said to be of it: "the tower of the chapel"
	lacking  bool                // something is missing, and it is hard to tell what
	common   int                 // content words that are no names
	passive  bool
	hedged   bool // says that something may be so
	vague    bool // a question, a command, an address to the reader
	spoken   bool // somebody says it of himself
	referred bool // begins with a word for what was said before
}

// Read reads a sentence.
func Read(text string) *Statement {
	s := &Statement{Text: text, Reading: quantity.Read(text), set: map[string]bool{}, negated: map[string]bool{}}
	list := scan(text)
	s.hedged = hedged(list)
	s.vague = vague(list, text)
	s.spoken = spoken(list)
	s.referred = referred(list)
	s.lacking = slices.ContainsFunc(list, func(t token) bool { return lacking[t.text] })
	s.deny(list)
	s.passive = passive(list)
	for i := range s.Quantities {
		for j, thing := range s.Quantities[i].Things {
			s.Quantities[i].Things[j] = concept(thing)
		}
	}
	s.take(list)
	s.heads = heads(list)
	for _, q := range s.Quantities {
		s.leads = append(s.leads, s.lead(list, q))
	}
	return s
}

// lead is the content word before a number.
func (s *Statement) lead(list []token, q quantity.Quantity) string {
	lead := ""
	for _, t := range list {
		if t.start >= q.Start {
			break
		}
		if t.content && !s.measured(t) {
			lead = t.concept
		}
	}
	return lead
}

// deny takes out the numbers that are said not to be so: "210 million, and not 184".
func (s *Statement) deny(list []token) {
	s.Quantities = slices.DeleteFunc(s.Quantities, func(q quantity.Quantity) bool {
		i := slices.IndexFunc(list, func(t token) bool { return t.start >= q.Start })
		if i < 1 {
			return false
		}
		before := list[i-1]
		denied := before.text == "not" || before.text == "nicht" || before.text == "statt" ||
			i > 1 && (list[i-2].text+" "+before.text == "rather than" || list[i-2].text+" "+before.text == "instead of")
		if denied {
			s.denied = append(s.denied, q)
		}
		return denied
	})
}

// take keeps the content words of a sentence.
func (s *Statement) take(list []token) {
	proper := proper(list)
	for i, t := range list {
		if !t.content || s.measured(t) {
			continue
		}
		s.words = append(s.words, t.concept)
		s.set[t.concept] = true
		if !t.upper {
			s.common++
		}
		if proper && t.upper && !t.first {
			s.names = append(s.names, t.concept)
		}
		if proper && t.upper && !t.placed {
			if i > 0 && list[i-1].upper && list[i-1].content && len(s.roles) > 0 { // a name of several words
				s.roles = s.roles[:len(s.roles)-1]
			}
			s.roles = append(s.roles, t.concept)
		}
		if t.negated {
			s.negated[t.concept] = true
		}
	}
}

// measured tells words that are part of a number or a date.
func (s *Statement) measured(t token) bool {
	within := func(q quantity.Quantity) bool { return q.Start <= t.start && t.start < q.End }
	return slices.ContainsFunc(s.Quantities, within) || slices.ContainsFunc(s.denied, within) ||
		slices.ContainsFunc(s.Dates, func(d quantity.Date) bool { return d.Start <= t.start && t.start < d.End })
}

// Words are the distinct content words, as concepts, in order.
func (s *Statement) Words() []string {
	list := make([]string, 0, len(s.set))
	for _, w := range s.words {
		if !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// Has tells whether a content word, as a concept, occurs.
func (s *Statement) Has(word string) bool { return s.set[word] }

// Named tells whether the statement names somebody or something.
func (s *Statement) Named() bool { return len(s.names) > 0 }

// Firm tells whether the sentence states something: it is no question, no command, no
// address to the reader, and does not merely hold something possible.
func (s *Statement) Firm() bool { return !s.hedged && !s.vague }

// Standing tells whether the sentence can be understood without those before it, and
// without knowing who says it.
func (s *Statement) Standing() bool { return !s.referred && !s.spoken }

// Context is what stands around a sentence.
type Context struct {
	title, before *Statement
	usual         map[string]bool
}

// Around makes the Context of a sentence from its document's title and the sentence
// before it, which tell whom "it" and "the company" mean; both may be empty. usual are
// words that all of the documents have, since they are about them: they tell little.
func Around(title, before string, usual map[string]bool) Context {
	return Context{Read(title), Read(before), usual}
}

// named tells whether the context has a name: the title, or the sentence before where
// this one refers to it.
func (c Context) named(word string, s *Statement) bool {
	return c.title != nil && c.title.set[word] || s.referred && c.before != nil && c.before.set[word]
}

// dated are the dates that hold for a sentence without any of its own.
func (c Context) dated() []quantity.Date {
	var list []quantity.Date
	for _, s := range []*Statement{c.title, c.before} {
		if s != nil {
			list = append(list, s.Dates...)
		}
	}
	return list
}

// Equal tells whether two sentences have the same words, whatever their marks.
func (s *Statement) Equal(other *Statement) bool {
	return slices.Equal(strings.Fields(plain(s.Text)), strings.Fields(plain(other.Text)))
}
