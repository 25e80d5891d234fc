package paging

import (
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
	"slices"
)

// sumSize is how many bytes stand for a key: two of 200 are alike once in 50 million walks.
const sumSize = 5

// Given are the keys that a walk gave last, as sums short enough for a cursor: a list that
// repeats itself is known by them in the next call, too.
type Given struct{ sums []string }

// ReadGiven reverses Text; "" has none. It reports whether the text is one that Text wrote.
func ReadGiven(text string) (Given, bool) {
	raw, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil || len(raw)%sumSize != 0 {
		return Given{}, false
	}
	var g Given
	for sum := range slices.Chunk(raw, sumSize) {
		g.sums = append(g.sums, string(sum))
	}
	return g, true
}

// Has reports whether a key was given.
func (g *Given) Has(key string) bool { return slices.Contains(g.sums, sumOf(key)) }

// First notes a key and reports whether it is there for the first time.
func (g *Given) First(key string) bool {
	sum := sumOf(key)
	if slices.Contains(g.sums, sum) {
		return false
	}
	g.sums = append(g.sums, sum)
	return true
}

// Text writes the last of the keys, at most so many.
func (g *Given) Text(most int) string {
	var raw []byte
	for _, sum := range g.sums[max(0, len(g.sums)-most):] {
		raw = append(raw, sum...)
	}
	return base64.RawStdEncoding.EncodeToString(raw)
}

func sumOf(key string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key)) // a sum takes everything
	return string(binary.BigEndian.AppendUint64(nil, h.Sum64())[:sumSize])
}
