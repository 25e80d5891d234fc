package vector

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"
)

// bag is the words of a text with their counts, in the order of first occurrence, so
// that sums are the same in every run.
type bag struct {
	words  []string
	counts []float64
}

func bagOf(words []string) bag {
	var b bag
	at := make(map[string]int, len(words))
	for _, word := range words {
		i, ok := at[word]
		if !ok {
			i = len(b.words)
			at[word] = i
			b.words = append(b.words, word)
			b.counts = append(b.counts, 0)
		}
		b.counts[i]++
	}
	return b
}

// features are what is counted of a word.
type features func(word string) []string

func whole(word string) []string { return []string{word} }

// grams are the runs of 3 to 5 characters of a word with its edges marked.
func grams(word string) []string {
	const shortest, longest = 3, 5
	word = "\x02" + word + "\x03"
	edges := make([]int, 0, len(word)+1)
	for i := range word {
		edges = append(edges, i)
	}
	edges = append(edges, len(word))
	list := make([]string, 0, shortest*len(word))
	for n := shortest; n <= longest; n++ {
		for i := 0; i+n < len(edges); i++ {
			list = append(list, word[edges[i]:edges[i+n]])
		}
	}
	if len(list) == 0 && utf8.ValidString(word) {
		list = append(list, word)
	}
	return list
}

// model is the TF-IDF weights of texts in one kind of feature.
type model struct {
	of       features
	ids      map[string]int
	texts    int
	idf      []float64
	postings [][]weight // of each feature
}

type weight struct {
	text  int
	value float64
}

type entry struct {
	id    int
	value float64
}

func newModel(bags []bag, of features) *model {
	m := &model{of: of, ids: map[string]int{}, texts: len(bags)}
	known := map[string][]int{} // the features of a word are worked out once
	vectors := make([][]entry, len(bags))
	var df []int
	for i, b := range bags {
		vectors[i] = m.count(b, known)
		df = append(df, make([]int, len(m.ids)-len(df))...)
		for _, e := range vectors[i] {
			df[e.id]++
		}
	}
	m.idf = make([]float64, len(df))
	for id, n := range df {
		m.idf[id] = m.rarity(n)
	}
	m.postings = make([][]weight, len(df))
	for i, v := range vectors {
		for j := range v {
			v[j].value *= m.idf[v[j].id]
		}
		size := norm(v)
		for _, e := range v {
			m.postings[e.id] = append(m.postings[e.id], weight{i, e.value / size})
		}
	}
	return m
}

// rarity is the smoothed inverse document frequency, above 0 even for what all have.
func (m *model) rarity(texts int) float64 {
	return math.Log(float64(1+m.texts)/float64(1+texts)) + 1
}

// count returns the damped counts of a bag's features in the order of their ids. It
// gives unknown features ids, and MUST NOT be called after newModel.
func (m *model) count(b bag, known map[string][]int) []entry {
	sums := map[int]float64{}
	for i, word := range b.words {
		ids, ok := known[word]
		if !ok {
			for _, f := range m.of(word) {
				id, ok := m.ids[f]
				if !ok {
					id = len(m.ids)
					m.ids[f] = id
				}
				ids = append(ids, id)
			}
			known[word] = ids
		}
		for _, id := range ids {
			sums[id] += b.counts[i]
		}
	}
	v := make([]entry, 0, len(sums))
	for id, n := range sums {
		v = append(v, entry{id, damped(n)})
	}
	slices.SortFunc(v, func(a, b entry) int { return cmp.Compare(a.id, b.id) })
	return v
}

func damped(count float64) float64 { return 1 + math.Log(count) }

func norm(v []entry) float64 {
	var sum float64
	for _, e := range v {
		sum += e.value * e.value
	}
	return math.Sqrt(sum)
}

// scores returns the cosine of each text with a query. What no text has still counts
// for the query's length: a query half of which is unknown finds nothing fully.
func (m *model) scores(query bag) []float64 {
	scores := make([]float64, m.texts)
	all := make([]string, 0, len(query.words))
	for i, word := range query.words {
		for _, f := range m.of(word) {
			for range int(query.counts[i]) {
				all = append(all, f)
			}
		}
	}
	var size float64
	b := bagOf(all)
	for i, f := range b.words {
		id, ok := m.ids[f]
		if !ok {
			w := damped(b.counts[i]) * m.rarity(0)
			size += w * w
			continue
		}
		w := damped(b.counts[i]) * m.idf[id]
		size += w * w
		for _, p := range m.postings[id] {
			scores[p.text] += w * p.value
		}
	}
	if size == 0 {
		return scores
	}
	for i := range scores {
		scores[i] = min(1, scores[i]/math.Sqrt(size))
	}
	return scores
}
