// Package statement reads sentences as statements of fact and reports what one says of
// another: that it is so, that it is not, or nothing. It goes by words, names, numbers,
// dates and negations, without a model, and rather says nothing than something wrong.
// It must not know sources, nor who may be believed.
package statement

import (
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/claims/quantity"
)

// Statement is a sentence as it is compared. It is never changed.
type Statement struct {
	Text string // plain
	quantity.Reading

	words    []string            // content words in order, as concepts; empty ones between clauses
	set      map[string]bool     // the same
	told     map[string]bool     // words that only tell who said it
	names    []string            // of them, those that are names
	roles    []string            // names that do something or have it done to them, in order
	negated  map[string]bool     // of them, those that stand under a negation
	denied   []quantity.Quantity // that are said not to be so
	poles    []string            // words that others stand against
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

// Words are the distinct content words, as concepts, in order.
func (s *Statement) Words() []string {
	list := make([]string, 0, len(s.set))
	for _, w := range s.words {
		if w != "" && !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// Has reports whether a content word, as a concept, occurs.
func (s *Statement) Has(word string) bool { return s.set[word] }

// says is Has, the words that only tell who said it included.
func (s *Statement) says(word string) bool { return s.set[word] || s.told[word] }

// Named reports whether the statement names somebody or something.
func (s *Statement) Named() bool { return len(s.names) > 0 }

// Firm reports whether the sentence states something: it is no question, no command, no
// address to the reader, and does not merely hold something possible.
func (s *Statement) Firm() bool { return !s.hedged && !s.vague }

// Standing reports whether the sentence can be understood without those before it, and
// without knowing who says it.
func (s *Statement) Standing() bool { return !s.referred && !s.spoken }

// Context is what stands around a sentence. All of it may be missing.
type Context struct {
	Title  *Statement // of the document; it tells whom "it" and "the company" mean
	Before *Statement // the sentence before, which does so, too
	// Usual are words that all of the documents have, since they are about them: they tell
	// little.
	Usual map[string]bool
}

// named reports whether the context has a name: the title, or the sentence before where
// this one refers to it.
func (c Context) named(word string, s *Statement) bool {
	return c.Title != nil && c.Title.set[word] || s.referred && c.Before != nil && c.Before.set[word]
}

// dated are the dates that hold for a sentence without any of its own.
func (c Context) dated() []quantity.Date {
	var list []quantity.Date
	for _, s := range []*Statement{c.Title, c.Before} {
		if s != nil {
			list = append(list, s.Dates...)
		}
	}
	return list
}

// Equal reports whether two sentences have the same words, whatever their marks.
func (s *Statement) Equal(other *Statement) bool {
	return slices.Equal(strings.Fields(plain(s.Text)), strings.Fields(plain(other.Text)))
}
