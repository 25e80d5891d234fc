//nolint:misspell // names in several languages
package metadata

import (
	"strings"
	"sync"
)

// hint is what the name of an element says that it holds, a bit for each kind.
type hint uint16

// The kinds.
const (
	namesAuthor hint = 1 << iota
	namesDate
	namesTitle
	namesUpdate  // of a date: that of the last change
	namesComment // what readers wrote
	namesAside   // what surrounds the content
	relAuthor
	namesPlainDate // of a date: no more than that it is one
	namesLayout    // of a word: the name reports what else the page has
)

// longestName is the longest word of a name that is looked at, in bytes.
const longestName = 20

// hintsIn reads the words of a class, an id or an itemprop. Words end at everything but
// letters, and before a capital.
func hintsIn(names string) hint {
	w := wordReader{said: said()}
	for i := range min(len(names), 400) {
		switch b := names[i]; {
		case b >= 'a' && b <= 'z':
			w.lower = true
			w.add(b)
		case b >= 'A' && b <= 'Z':
			if w.lower {
				w.end()
			}
			w.lower = false
			w.add(b | 0x20)
		default:
			w.end()
			w.lower = false
			w.layout = w.layout && b > ' '
		}
	}
	w.end()
	return w.found
}

// wordReader collects the letters of a word, and what the words before it said.
type wordReader struct {
	said   *saidTable
	found  hint
	word   [longestName]byte
	n      int
	hash   uint32
	lower  bool // the last letter was no capital
	layout bool // the name reports what else the page has, as has-sidebar and no-comments do
}

func (w *wordReader) add(letter byte) {
	if w.n < longestName {
		w.word[w.n] = letter
		w.n++
		w.hash = w.hash*hashFactor + uint32(letter)
	}
}

func (w *wordReader) end() {
	if w.n > 1 {
		says := w.said.of(w.hash, w.word[:w.n])
		w.layout = w.layout || says&namesLayout != 0
		if !w.layout {
			w.found |= says
		}
	}
	w.n, w.hash = 0, 0
}

// sayings are the words of names with what they say.
var sayings = [...]struct {
	says  hint
	words string
}{
	{namesLayout, "has no with without"},
	{namesAuthor, `author authors byline bylines autor autoren auteur auteurs autore autori autorin verfasser writer contributor contributors creator redakteur journalist reporter signature
		authorname authorlink postauthor entryauthor articleauthor nickname username poster firma redactor authored dateauthor`},
	{namesDate | namesPlainDate, `date published datum publish created`},
	{namesDate, `dates time timestamp pubdate posted datetime dateline fecha postdate entrydate articledate newsdate datepublished publishdate publication postedon meta info metadata
		posttime postmeta entrymeta submitted day`},
	{namesDate | namesUpdate, `modified updated update lastmod lastmodified datemodified aktualisiert`},
	{namesTitle, `title headline posttitle entrytitle pagetitle articletitle heading`},
	{namesComment, `comment comments commentlist disqus reply replies respond kommentare kommentar commentaires comentarios responses`},
	{namesAside, `sidebar related recommended popular recent latest teaser teasers nav menu breadcrumb breadcrumbs trending similar carousel slider calendar navigation ticker newsletter
		event events termine`},
}

const hashFactor = 31

// saidTable holds what each word says, open-addressed by its hash.
type saidTable [1024]struct {
	word string
	says hint
}

// said is made at the first page.
var said = sync.OnceValue(func() *saidTable {
	t := &saidTable{}
	for _, s := range sayings {
		for word := range strings.FieldsSeq(s.words) {
			hash := uint32(0)
			for i := range len(word) {
				hash = hash*hashFactor + uint32(word[i])
			}
			at := t.slot(hash, []byte(word))
			t[at].word, t[at].says = word, s.says
		}
	}
	return t
})

func (t *saidTable) of(hash uint32, word []byte) hint { return t[t.slot(hash, word)].says }

// slot is where a word is, or would be.
func (t *saidTable) slot(hash uint32, word []byte) uint32 {
	at := (hash ^ hash>>10) % uint32(len(t))
	for t[at].word != "" && t[at].word != string(word) {
		at = (at + 1) % uint32(len(t))
	}
	return at
}
