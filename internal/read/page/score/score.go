// Package score says how much of each block of a page is content, by a model of boosted
// trees that tools/train makes. It must not know what its features mean.
package score

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
)

// depth is how many questions each tree asks. All blocks are asked the same ones, so
// that a tree is a table and no path.
const depth = 6

const leaves = 1 << depth

// Model is an ensemble of symmetric trees. It is safe for concurrent use.
type Model struct {
	// About says what the model was made of and by whom.
	About string
	// Features is the hash of the features that it was trained with, as features.Hash writes
	// it. A test compares them, so that nothing is spent on that at a start.
	Features string

	width int
	bias  float32
	trees []tree
	asked [][]bool // see Asked
}

type tree struct {
	at     [depth]uint16
	above  [depth]float32
	values [leaves]float32
}

//go:embed model.bin
var packed []byte

// Default returns the model that is part of the program. It is read at the first call.
var Default = sync.OnceValue(func() *Model {
	m, err := Read(packed)
	if err != nil {
		panic(err) // a test reads it
	}
	return m
})

//go:embed floor.bin
var packedFloor []byte

// Floor returns the model that says what is gained by another score from which on blocks are kept, of a page
// that features.Summary describes. It is read at the first call.
var Floor = sync.OnceValue(func() *Model {
	m, err := Read(packedFloor)
	if err != nil {
		panic(err) // a test reads it
	}
	return m
})

// magic begins a model, and names its form.
const magic = "quarry block model 2\n"

// maxAbout bounds the text of a model, maxTrees and maxWidth its size.
const (
	maxAbout = 4096
	maxTrees = 4096
	maxWidth = 512 // of a row; a power of two
)

// Read reads a model as tools/train writes it: the magic line; a text with its length
// before it (32 bits, little endian, as all numbers here that are not said to be others); the
// hash of its features (16 bytes); the width of a row, the number of trees, the bias and the unit of
// values (32-bit floats); then for each tree its features (16 bits each), its thresholds
// (32-bit floats) and its values (16 bits each, in units).
func Read(b []byte) (*Model, error) {
	rest, ok := bytes.CutPrefix(b, []byte(magic))
	if !ok {
		return nil, errors.New("score: no model of this form")
	}
	r := bytes.NewReader(rest)
	var length uint32
	if err := binary.Read(r, binary.LittleEndian, &length); err != nil || length > maxAbout {
		return nil, fmt.Errorf("score: text of the model: %w", errors.Join(err, io.ErrUnexpectedEOF))
	}
	about := make([]byte, length)
	var head struct {
		Features     [16]byte
		Width, Trees uint32
		Bias, Unit   float32
	}
	if _, err := io.ReadFull(r, about); err != nil {
		return nil, fmt.Errorf("score: text of the model: %w", err)
	}
	if err := binary.Read(r, binary.LittleEndian, &head); err != nil || head.Trees > maxTrees || head.Width > maxWidth {
		return nil, fmt.Errorf("score: head of the model: %w", errors.Join(err, io.ErrUnexpectedEOF))
	}
	m := &Model{About: string(about), Features: hex.EncodeToString(head.Features[:]), width: int(head.Width), bias: head.Bias, trees: make([]tree, head.Trees)}
	var raw struct {
		At     [depth]uint16
		Above  [depth]float32
		Values [leaves]int16
	}
	for i := range m.trees {
		if err := binary.Read(r, binary.LittleEndian, &raw); err != nil {
			return nil, fmt.Errorf("score: tree %d: %w", i, err)
		}
		t := &m.trees[i]
		t.at, t.above = raw.At, raw.Above
		for k, v := range raw.Values {
			t.values[k] = float32(v) * head.Unit
		}
		for _, at := range t.at {
			if int(at) >= m.width {
				return nil, fmt.Errorf("score: tree %d asks for feature %d of %d", i, at, m.width)
			}
		}
	}
	m.asked = m.rounds()
	return m, nil
}

// rounds finds what Asked returns.
func (m *Model) rounds() (asked [][]bool) {
	known, from := make([]bool, m.width), 0
	for _, until := range m.ends() {
		round := make([]bool, m.width)
		for _, t := range m.trees[from:until] {
			for _, at := range t.at {
				round[at] = round[at] || !known[at]
			}
		}
		for at, is := range round {
			known[at] = known[at] || is
		}
		asked = append(asked, round)
		from = until
	}
	return asked
}

// ends are the trees before which the rounds end.
func (m *Model) ends() [len(stops) + 1]int {
	var ends [len(stops) + 1]int
	for i, stop := range stops {
		ends[i] = min(stop.trees, len(m.trees))
	}
	ends[len(stops)] = len(m.trees)
	return ends
}

// Asked tells which features a block is asked for in each of the rounds after which it may be rejected
// or accepted, and was not asked for before. None asks for the others.
func (m *Model) Asked() [][]bool { return m.asked }

// Width is how many features a row has.
func (m *Model) Width() int { return m.width }

// Where a block is rejected or accepted, after so many trees, by its sum in log odds: the
// trees behind could not change what is made of it.
var stops = [...]struct {
	trees        int
	below, above float32
}{{60, -3, 6}, {160, -2.8, 3.5}}

// Sum is what all trees say of a row, which MUST have Width features.
func (m *Model) Sum(features []float32) float32 {
	return add(m.bias, rowOf(features, &[maxWidth]float32{}), m.trees)
}

// Split returns what a model says by trees that ask for no feature from a place on, and what it says by the others: what both say of a
// row is what the model says of it, so that rows which differ in those features alone need not be asked for the others again.
func (m *Model) Split(from int) (before, behind *Model) {
	before, behind = &Model{width: m.width, bias: m.bias}, &Model{width: m.width}
	for _, t := range m.trees {
		into := before
		for k, at := range t.at {
			if int(at) >= from && !math.IsInf(float64(t.above[k]), 1) {
				into = behind
			}
		}
		into.trees = append(into.trees, t)
	}
	return before, behind
}

// rowOf is a row as an array: where it is if it has the room, or copied.
func rowOf(features []float32, copied *[maxWidth]float32) *[maxWidth]float32 {
	if cap(features) >= maxWidth {
		return (*[maxWidth]float32)(features[:maxWidth])
	}
	copy(copied[:], features)
	return copied
}

// Rows hold the features of blocks as Asked tells, round by round. A row MUST have Width features;
// one with the capacity of maxWidth is read where it is.
type Rows interface {
	Round(block, round int) []float32
}

// Of is the expected part of a block's words that is content, from 0 to 1.
func (m *Model) Of(rows Rows, block int) float32 {
	sum, asked := m.bias, 0
	for round, until := range m.ends() {
		row := rows.Round(block, round)
		if cap(row) < maxWidth {
			row = append(make([]float32, 0, maxWidth), row...)
		}
		sum = add(sum, (*[maxWidth]float32)(row[:maxWidth]), m.trees[asked:until])
		asked = until
		if round < len(stops) && (sum < stops[round].below || sum > stops[round].above) {
			break
		}
	}
	return sigmoid(sum)
}

func sigmoid(sum float32) float32 { return float32(1 / (1 + math.Exp(-float64(sum)))) }

// add adds what trees say about a row. The row is an array, and its indices are cut to it, so
// that nothing is checked a thousand times a block.
func add(sum float32, row *[maxWidth]float32, trees []tree) float32 {
	for i := range trees {
		t := &trees[i]
		leaf := over(row[t.at[0]%maxWidth], t.above[0]) | over(row[t.at[1]%maxWidth], t.above[1])<<1 | over(row[t.at[2]%maxWidth], t.above[2])<<2 |
			over(row[t.at[3]%maxWidth], t.above[3])<<3 | over(row[t.at[4]%maxWidth], t.above[4])<<4 | over(row[t.at[5]%maxWidth], t.above[5])<<5
		sum += t.values[leaf%leaves]
	}
	return sum
}

func over(a, b float32) uint8 {
	if a > b {
		return 1
	}
	return 0
}
