package segment

import (
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/wording"
)

// Scratch is memory for cutting one page after the other: a page is as large as its tree, and new memory
// costs as much as what is written to it. It is for one goroutine. The zero value is ready.
type Scratch struct {
	Wording *wording.Table // instead of the program's own, for training and tests

	page  Page
	walk  walker
	words []uint32 // the first part of the arena
}

// arenaSize is how many words of blocks are allocated at once.
const arenaSize = 4096

// mostKept is how many elements a page has at most whose memory is kept for the next.
const mostKept = 20_000

// Cut is as the function of that name. The page is valid until Free.
func (s *Scratch) Cut(root *html.Node) *Page {
	p := &s.page
	w := &s.walk
	w.page, w.hints, w.stems = p, hints(), lexicon()
	if w.wording = s.Wording; w.wording == nil {
		w.wording = wording.Default()
	}
	if w.alike == nil {
		w.alike, s.words = newTally(1024), make([]uint32, arenaSize)
	}
	w.arena = s.words
	w.element(root, -1, context{})
	w.flush()
	w.total()
	return p
}

// Free gives the memory of the last page to the next, and reports whether it is worth being kept.
// Nothing of that page stays in it.
func (s *Scratch) Free() bool {
	p, w := &s.page, &s.walk
	if cap(p.Elements) > mostKept || cap(p.Texts) > mostKept {
		return false
	}
	clear(p.Elements)
	clear(p.Blocks)
	clear(p.Texts)
	clear(s.words)
	*p = Page{Elements: p.Elements[:0], Blocks: p.Blocks[:0], Texts: p.Texts[:0]}
	w.alike.clear()
	*w = walker{alike: w.alike, tokens: w.tokens[:0], paths: w.paths[:0]}
	return true
}
