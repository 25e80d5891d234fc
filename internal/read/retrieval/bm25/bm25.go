// Package bm25 scores texts by the words of a query: Okapi BM25. It must not know
// where the texts come from.
package bm25

import (
	"math"
	"slices"

	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// The usual parameters: how soon repeating a word stops to help, and how much a long
// text is held against it.
const (
	k1 = 1.2
	b  = 0.75
)

// Index holds texts for queries. It is safe for concurrent use.
type Index struct {
	postings map[string][]posting
	lengths  []float64
	mean     float64
}

type posting struct {
	text  int
	count float64
}

// New returns an Index of the texts.
func New(texts []string) *Index {
	x := &Index{postings: map[string][]posting{}, lengths: make([]float64, len(texts))}
	var total float64
	for i, text := range texts {
		words := tokens.Stems(text)
		x.lengths[i] = float64(len(words))
		total += x.lengths[i]
		for _, word := range words {
			list := x.postings[word]
			if n := len(list); n > 0 && list[n-1].text == i {
				list[n-1].count++
				continue
			}
			x.postings[word] = append(list, posting{text: i, count: 1})
		}
	}
	if len(texts) > 0 {
		x.mean = total / float64(len(texts))
	}
	return x
}

// Scores returns a score for every text, in their order: 0 when none of the query's
// words occurs, never negative, without an upper bound. A word that the query repeats
// counts once.
func (x *Index) Scores(query string) []float64 {
	scores := make([]float64, len(x.lengths))
	words := tokens.Stems(query)
	slices.Sort(words) // sums do not depend on the query's order
	for _, word := range slices.Compact(words) {
		list := x.postings[word]
		if len(list) == 0 {
			continue
		}
		idf := x.idf(len(list))
		for _, p := range list {
			damp := k1 * (1 - b + b*x.lengths[p.text]/x.mean)
			scores[p.text] += idf * p.count * (k1 + 1) / (p.count + damp)
		}
	}
	return scores
}

// Normalised is Scores divided by the best of them: 0..1, all 0 when nothing matches.
func (x *Index) Normalised(query string) []float64 {
	scores := x.Scores(query)
	if len(scores) == 0 {
		return scores
	}
	best := slices.Max(scores)
	if best == 0 {
		return scores
	}
	for i := range scores {
		scores[i] /= best
	}
	return scores
}

// idf is the form with 1 added inside the logarithm, which stays above 0 for words of
// every text.
func (x *Index) idf(texts int) float64 {
	n, df := float64(len(x.lengths)), float64(texts)
	return math.Log(1 + (n-df+0.5)/(df+0.5))
}
