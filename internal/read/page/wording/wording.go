// Package wording weighs the words of a page's texts and the names of its elements by how much they speak for main
// content, as tools/train has learned from other pages. It must not know what blocks and elements are, or what follows
// from a weight.
package wording

import (
	"bytes"
	_ "embed"
	"errors"
	"math"
	"sync"
)

// slots is how many weights there are for words and for names. Tokens share one where their hashes do.
const slots = 1 << 16

// Table holds the weights. It is safe for concurrent use.
type Table struct {
	words, names Weights
}

// Weights are those of one kind of tokens.
type Weights struct {
	unit float32
	of   [slots]int8
}

//go:embed wording.bin
var packed []byte

// Default returns the table that is part of the program. It is read at the first call.
var Default = sync.OnceValue(func() *Table {
	t, err := Read(packed)
	if err != nil {
		panic(err) // a test reads it
	}
	return t
})

const magic = "quarry wording 1\n"

// Read reads a table as tools/train writes it: the magic line, then for words and for names the unit of weights (a 32-bit
// float, little endian) and a weight in units (8 bits) for each slot.
func Read(b []byte) (*Table, error) {
	rest, ok := bytes.CutPrefix(b, []byte(magic))
	const size = 4 + slots
	if !ok || len(rest) != 2*size {
		return nil, errors.New("wording: no table of this form")
	}
	t := &Table{}
	for i, w := range [...]*Weights{&t.words, &t.names} {
		part := rest[i*size : (i+1)*size]
		w.unit = math.Float32frombits(uint32(part[0]) | uint32(part[1])<<8 | uint32(part[2])<<16 | uint32(part[3])<<24)
		for k, b := range part[4:] {
			w.of[k] = int8(b) //nolint:gosec // two's complement, as it is written
		}
	}
	return t, nil
}

// Words are the weights of words of texts.
func (t *Table) Words() *Weights { return &t.words }

// Names are the weights of names of elements.
func (t *Table) Names() *Weights { return &t.names }

// Sum is that of the weights of some slots, in units.
func (w *Weights) Sum(of []uint16) (sum int32) {
	for _, slot := range of {
		sum += int32(w.of[slot])
	}
	return sum
}

// Of is the weight of one slot, in units.
func (w *Weights) Of(slot uint16) int32 { return int32(w.of[slot]) }

// Lean is what a sum of the weights of so many tokens says: above 0 for content, below it against. Many tokens say more than
// few, but not as many times as much as there are, since they are not independent of each other.
func (w *Weights) Lean(sum, tokens int32) float32 {
	if tokens == 0 {
		return 0
	}
	return float32(sum) * w.unit / float32(math.Sqrt(float64(tokens)))
}

// Place is what a token stands for beside its hash.
type Place uint32

// Places of words in a text.
const (
	anywhere Place = iota + 16
	first          // and second, and third
	second
	third
	pair
	whole
)

// Slot is where the weight of a token in a place stands.
func Slot(token uint32, in Place) uint16 {
	h := (token ^ uint32(in)*0x9e3779b1) * 0x85ebca6b
	h ^= h >> 15
	return uint16((h * 0xc2b2ae35) >> 16)
}

const (
	read    = 40 // words of a text that count
	opening = 3  // that count as the first, too
	pairs   = 12 // that count with their neighbour
	short   = 5  // words that a text has at most to count as a whole
)

// MostWords is how many slots a text has at most.
const MostWords = read + opening + pairs + 1

// OfText appends the slots of a text: its words by their hashes, and how many it has with a hash of them all.
func OfText(to []uint16, words []uint32, count int32, all uint32) []uint16 {
	words = words[:min(read, len(words))]
	for i, w := range words {
		to = append(to, Slot(w, anywhere))
		if i < opening {
			to = append(to, Slot(w, first+Place(i)))
		}
		if i < pairs && i+1 < len(words) {
			to = append(to, Slot(w*31+words[i+1], pair))
		}
	}
	if count > 0 && count <= short {
		to = append(to, Slot(all, whole))
	}
	return to
}
