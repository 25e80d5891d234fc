// Package vector compares texts as vectors. Space is a local one, of words and parts of
// words, for when there are no embeddings of a model: it sees "photovoltaics" in
// "photovoltaic", and never a synonym. It must not know where texts and vectors come
// from.
package vector

import (
	"math"

	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// What whole words and their parts have in a score.
const (
	wordShare = 0.6
	partShare = 1 - wordShare
)

// Space holds texts for queries. It is safe for concurrent use.
type Space struct {
	words, parts *model
}

// New returns a Space of the texts.
func New(texts []string) *Space {
	bags := make([]bag, len(texts))
	for i, text := range texts {
		bags[i] = bagOf(tokens.Stems(text))
	}
	return &Space{words: newModel(bags, whole), parts: newModel(bags, grams)}
}

// Scores returns the likeness of every text to the query, in their order: 0..1, the
// cosine of TF-IDF weights of words (three fifths) and of their runs of 3 to 5
// characters (two fifths).
func (s *Space) Scores(query string) []float64 {
	q := bagOf(tokens.Stems(query))
	scores, parts := s.words.scores(q), s.parts.scores(q)
	for i := range scores {
		scores[i] = min(1, wordShare*scores[i]+partShare*parts[i])
	}
	return scores
}

// Cosine returns the cosine of two embeddings, -1..1; 0 when they differ in length,
// have none, or hold what is no number.
func Cosine(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	var dot, x, y float64
	for i := range a {
		p, q := float64(a[i]), float64(b[i])
		dot += p * q
		x += p * p
		y += q * q
	}
	c := dot / math.Sqrt(x*y)
	if math.IsNaN(c) || math.IsInf(c, 0) {
		return 0
	}
	return max(-1, min(1, c))
}
