// Package needle finds many words in a text at once. It must not know what the words
// stand for.
package needle

import (
	"math/bits"
	"slices"
	"strings"
)

// gram is how many bytes of a word are looked up; shorter words cannot be sought.
const gram = 3

// Shortest is the least length of a word in bytes.
const Shortest = gram

// Finder holds words. It is safe for concurrent use.
//
// Of each word one gram is kept in a hash table. A text is read once: where a gram of
// the table is met, the words behind it are compared. That takes a small part of the
// memory of an automaton for the same words, and as long on pages as they are written.
type Finder struct {
	words   []string
	present []uint64 // a bit for each hash that is taken, small enough for the first cache
	first   []uint32 // by hash, where its entries begin; one more than there are hashes
	entries []entry
	shift   uint32
}

// entry is a word whose gram begins at a byte of it.
type entry struct {
	word uint32
	at   uint32
}

// New returns a Finder for words, which are at least Shortest long.
func New(words []string) *Finder {
	size := max(6, bits.Len(uint(len(words)*4)))                                              // a table that is a quarter full at most
	f := &Finder{words: words, shift: uint32(32 - size), present: make([]uint64, 1<<size/64)} //nolint:gosec // size is at most 32
	f.first = make([]uint32, 1<<size+1)
	chosen := f.choose()
	hashes := make([]uint32, len(words))
	for i, at := range chosen {
		hashes[i] = f.hash(gramAt(words[i], int(at)))
		f.first[hashes[i]+1]++
		f.present[hashes[i]/64] |= 1 << (hashes[i] % 64)
	}
	for h := range 1 << size {
		f.first[h+1] += f.first[h]
	}
	f.entries = make([]entry, len(words))
	next := slices.Clone(f.first)
	for i, at := range chosen {
		f.entries[next[hashes[i]]] = entry{word: uint32(i), at: at}
		next[hashes[i]]++
	}
	return f
}

// choose takes of each word the gram that the fewest words have: what is rare among
// them is rare in pages, and no gram leads to many words.
func (f *Finder) choose() []uint32 {
	common := make([]uint16, len(f.first)-1)
	at := func(w string, i int) *uint16 { return &common[f.hash(gramAt(w, i))] }
	for _, w := range f.words {
		for i := range len(w) - gram + 1 {
			*at(w, i)++
		}
	}
	chosen := make([]uint32, len(f.words))
	for i, w := range f.words {
		best := *at(w, 0)
		for j := 1; j <= len(w)-gram; j++ {
			if n := *at(w, j); n < best {
				best, chosen[i] = n, uint32(j)
			}
		}
	}
	return chosen
}

func gramAt(s string, at int) uint32 {
	return uint32(s[at])<<16 | uint32(s[at+1])<<8 | uint32(s[at+2])
}

// hash spreads grams over the table by Fibonacci hashing.
func (f *Finder) hash(g uint32) uint32 { return g * 0x9E3779B1 >> f.shift }

// Each calls found for every occurrence of every word with the word's index and where it
// begins, roughly in the order of the text: a word's own occurrences are in order.
func (f *Finder) Each(text string, found func(word, at int)) {
	var g uint32
	for i := range len(text) {
		g = (g<<8 | uint32(text[i])) & (1<<(8*gram) - 1)
		h := f.hash(g)
		if f.present[h/64]&(1<<(h%64)) == 0 || i < gram-1 {
			continue
		}
		for _, e := range f.entries[f.first[h]:f.first[h+1]] {
			if at := i - (gram - 1) - int(e.at); at >= 0 && strings.HasPrefix(text[at:], f.words[e.word]) {
				found(int(e.word), at)
			}
		}
	}
}
