// Package score cuts documents into passages and says how much each is worth for the
// topic: by its words, by its meaning, by how far its source can be believed and by its
// age. The same documents give the same scores. It must not fetch, and knows a model
// only as something that makes vectors.
package score

import (
	"cmp"
	"slices"

	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/retrieval/bm25"
	"github.com/quarryapi/quarry/internal/read/retrieval/passage"
	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
	"github.com/quarryapi/quarry/internal/read/retrieval/vector"
)

const (
	perDocument = 80  // passages of one document that are looked at
	inAll       = 300 // and of all of them, the best by their words
	fewest      = 5   // words that a passage has at least: headings and buttons have fewer
)

// Passage is a part of a document.
type Passage struct {
	Document int // among those that were given
	Text     string
	Heading  string
}

// Cut returns the passages of the documents that have a text of their own, in their
// order; of very much text those that share most words with the topic. A text that
// repeats a passage gives it once.
func Cut(t *research.Topic, documents []research.Document) []Passage {
	var all []Passage
	for i, d := range documents {
		if !d.Readable() {
			continue
		}
		seen := map[string]bool{}
		for _, p := range passage.Split(d.Text, passage.Options{}) {
			if len(seen) < perDocument && !seen[p.Text] && len(tokens.Words(p.Text)) >= fewest {
				seen[p.Text] = true
				all = append(all, Passage{Document: i, Text: p.Text, Heading: p.Heading})
			}
		}
	}
	if len(all) <= inAll {
		return all
	}
	scores := bm25.New(texts(all, documents)).Scores(t.Words())
	order := indexes(len(all))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	order = order[:inAll]
	slices.Sort(order)
	best := make([]Passage, 0, inAll)
	for _, i := range order {
		best = append(best, all[i])
	}
	return best
}

// Local is the likeness of passages to the topic without a model.
func Local(t *research.Topic, documents []research.Document, passages []Passage) []float64 {
	return vector.New(texts(passages, documents)).Scores(t.Words())
}

// texts are the passages with what they stand under: a passage seldom repeats the title
// of its document.
func texts(passages []Passage, documents []research.Document) []string {
	list := make([]string, len(passages))
	for i, p := range passages {
		list[i] = documents[p.Document].Title + "\n" + p.Heading + "\n" + p.Text
	}
	return list
}

func indexes(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
