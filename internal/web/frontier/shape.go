package frontier

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/fnv"
	"strings"
)

// Print is a digest of a content: equal for equal ones.
func Print(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// shapeOf is a simhash of a content, over its pairs of words: contents that differ in a few words
// differ in a few bits. Of an empty one it is 0.
func shapeOf(text string) uint64 {
	var votes [64]int
	last := ""
	for word := range strings.FieldsSeq(text) {
		h := fnv.New64a()
		_, _ = h.Write([]byte(last + " " + word)) // never fails
		sum := spread(h.Sum64())
		for i := range votes {
			if sum>>i&1 == 1 {
				votes[i]++
			} else {
				votes[i]--
			}
		}
		last = word
	}
	var shape uint64
	for i, v := range votes {
		if v > 0 {
			shape |= 1 << i
		}
	}
	return shape
}

// spread is splitmix64's finisher: FNV's upper bits hardly differ for short texts.
func spread(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
