package score

import (
	"math/bits"

	"github.com/quarryapi/quarry/tools/eval/corpus"
)

// sequence compares texts by the longest run of words, with gaps, that both have in the same
// order: a text whose parts changed places is not whole. CleanEval's own program aligns words, too.
func sequence(found string, t corpus.Truth) Sample {
	return compare(found, t, func(want, got []string) float64 { return float64(common(want, got)) })
}

// common is the length of the longest common subsequence, by 64 words of one text at a time:
// a zero bit says that the length grows at that word.
func common(a, b []string) int {
	at := map[string][]int{}
	for i, w := range a {
		at[w] = append(at[w], i)
	}
	row := make([]uint64, (len(a)+63)/64)
	for i := range row {
		row[i] = ^uint64(0)
	}
	match := make([]uint64, len(row))
	for _, w := range b {
		clear(match)
		for _, i := range at[w] {
			match[i/64] |= 1 << (i % 64)
		}
		carry := uint64(0)
		for i, v := range row {
			u := v & match[i]
			var sum uint64
			sum, carry = bits.Add64(v, u, carry)
			row[i] = sum | v&^match[i]
		}
	}
	length := 0
	for i, v := range row {
		if last := len(a) - 64*i; last < 64 {
			v |= ^uint64(0) << last
		}
		length += bits.OnesCount64(^v)
	}
	return length
}
