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

// longestNames is how many bytes of names are looked at.
const longestNames = 400

// in reads the words of a class, an id or an itemprop. Words end at everything but
// letters, and before a capital.
func (t *saidTable) in(names string) (found hint) {
	names = names[:min(len(names), longestNames)]
	var word [longestName]byte
	n, hash := 0, uint32(0)
	lower := false  // the last letter was no capital
	layout := false // the name reports what else the page has, as has-sidebar and no-comments do
	for i := 0; i <= len(names); i++ {
		b := byte(' ')
		if i < len(names) {
			b = names[i]
		}
		letter := b | 0x20
		isLetter, isLower := letter >= 'a' && letter <= 'z', b >= 'a'
		if n > 0 && (!isLetter || !isLower && lower) {
			says := t.of(hash, word[:n])
			layout = layout || says&namesLayout != 0
			if !layout {
				found |= says
			}
			n, hash = 0, 0
		}
		lower = isLetter && isLower
		switch {
		case !isLetter:
			layout = layout && b > ' '
		case n < longestName:
			word[n] = letter
			n++
			hash = hash*hashFactor + uint32(letter)
		}
	}
	return found
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
