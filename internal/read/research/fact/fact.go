// Package fact takes out of a page what it declares of things for machines, in JSON-LD
// and Open Graph, and what its tables list. Nothing is guessed from sentences, and
// nothing is judged: a page may declare what it likes.
package fact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/read/research"
)

const (
	// Most is how many facts are kept of a page.
	Most = 40
	// longest is how many characters a name or a value has at most; what is longer is
	// prose, which passages are for.
	longest = 200
)

// Of returns the facts of a page in the order JSON-LD, Open Graph, tables, each as the
// page has it, and each once.
func Of(d *reader.Document) []research.Fact {
	b := &book{seen: map[research.Fact]bool{}}
	b.jsonLD(d.JSONLD)
	b.openGraph(d)
	b.tables(d)
	return b.facts
}

// book collects facts.
type book struct {
	facts []research.Fact
	seen  map[research.Fact]bool
}

func (b *book) full() bool { return len(b.facts) >= Most }

// add keeps a fact that has all its parts, in one line each.
func (b *book) add(f research.Fact) {
	f.Type, f.Subject, f.Property, f.Value = line(f.Type), line(f.Subject), line(f.Property), line(f.Value)
	if b.full() || f.Subject == "" || f.Property == "" || f.Value == "" || b.seen[f] ||
		utf8.RuneCountInString(f.Value) > longest || utf8.RuneCountInString(f.Subject) > longest || utf8.RuneCountInString(f.Property) > longest {
		return
	}
	b.seen[f] = true
	b.facts = append(b.facts, f)
}

// line is a text in one line, without what cannot be seen.
func line(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}
