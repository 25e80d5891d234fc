// Package choose picks out of fetched pages the passages that may answer a question: by
// its words and by their likeness, from several sources rather than from one, each text
// once. What speaks to language models instead of readers is passed over. It must not
// know who reads the passages.
package choose

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/read/answer/plain"
	"github.com/quarryapi/quarry/internal/read/retrieval/bm25"
	"github.com/quarryapi/quarry/internal/read/retrieval/fusion"
	"github.com/quarryapi/quarry/internal/read/retrieval/neardup"
	"github.com/quarryapi/quarry/internal/read/retrieval/passage"
	"github.com/quarryapi/quarry/internal/read/retrieval/vector"
)

// Source is a fetched page.
type Source struct {
	Index     int // by which it is cited, from 1
	Title     string
	Published string // as the page reports it; may be empty
	Text      string // markdown
}

// Material is what was chosen of a source.
type Material struct {
	Index     int
	Title     string // plain, at most 200 characters; empty when it talks to language models
	Published string
	Passages  []string // plain text, in the order of the page
}

// Bounds of what is chosen: about six thousand tokens of English.
const (
	maxBytes     = 24 << 10
	maxPassages  = 20
	maxPerSource = 5
	maxTitle     = 200
	shortest     = 30 // characters of a passage that says something
	considered   = 150
)

// Chooser chooses passages. It is safe for concurrent use.
type Chooser struct{ plain *plain.Reader }

// New returns a Chooser.
func New() *Chooser { return &Chooser{plain: plain.New()} }

// candidate is a passage that can be chosen.
type candidate struct {
	source int // into the sources
	place  int // in its source
	text   string
	head   string
}

// Choose returns what to read of the sources, by index. Of sources that are nearly the
// same only the first is read; one of which nothing is chosen is left out.
func (c *Chooser) Choose(question string, sources []Source) []Material {
	candidates := c.candidates(question, distinct(sources), sources)
	picked := pick(ranked(question, candidates))
	slices.SortFunc(picked, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(sources[a.source].Index, sources[b.source].Index), cmp.Compare(a.place, b.place))
	})
	list := []Material{}
	for _, p := range picked {
		s := sources[p.source]
		if len(list) == 0 || list[len(list)-1].Index != s.Index {
			m := Material{Index: s.Index, Published: plain.Visible(s.Published)}
			if title := c.Title(s.Title); !addressed(title) {
				m.Title = title
			}
			list = append(list, m)
		}
		m := &list[len(list)-1]
		m.Passages = append(m.Passages, p.text)
	}
	return list
}

// Title is a title as text on one line, bounded.
func (c *Chooser) Title(title string) string {
	title = strings.Join(strings.Fields(c.plain.Inert(title)), " ")
	if utf8.RuneCountInString(title) > maxTitle {
		title = strings.TrimSpace(string([]rune(title)[:maxTitle-1])) + "…"
	}
	return title
}

// distinct are the places of the sources that are not nearly another before them.
func distinct(sources []Source) []int {
	var kept []int
	var prints []neardup.Print
	for i, s := range sources {
		p := neardup.Of(s.Text)
		if slices.ContainsFunc(prints, p.Similar) {
			continue
		}
		prints, kept = append(prints, p), append(kept, i)
	}
	return kept
}

func (c *Chooser) candidates(question string, places []int, sources []Source) []candidate {
	aboutModels := addressed(question)
	var all []candidate
	for _, i := range places {
		parts := passage.Split(sources[i].Text, passage.Options{})
		for place, p := range parts[:min(len(parts), considered)] {
			text := c.plain.Text(p.Text)
			if utf8.RuneCountInString(text) < shortest || addressed(text) && !aboutModels {
				continue
			}
			all = append(all, candidate{source: i, place: place, text: text, head: c.Title(sources[i].Title) + " " + p.Heading})
		}
	}
	return all
}

// ranked orders the candidates by words and by likeness. Where nothing of the question
// occurs, as in sources of another language, they stay in their order.
func ranked(question string, all []candidate) []candidate {
	texts := make([]string, len(all))
	for i, c := range all {
		texts[i] = c.head + "\n" + c.text
	}
	everything := make([]string, len(all))
	for i := range all {
		everything[i] = strconv.Itoa(i)
	}
	order := fusion.Rank(best(bm25.New(texts).Scores(question)), best(vector.New(texts).Scores(question)))
	if len(order) == 0 {
		order = fusion.Rank(everything)
	}
	list := make([]candidate, 0, len(order))
	for _, o := range order {
		if i, err := strconv.Atoi(o.ID); err == nil {
			list = append(list, all[i])
		}
	}
	return list
}

// best are the places of scores above 0, the highest first.
func best(scores []float64) []string {
	var places []int
	for i, s := range scores {
		if s > 0 {
			places = append(places, i)
		}
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	ids := make([]string, len(places))
	for i, p := range places {
		ids[i] = strconv.Itoa(p)
	}
	return ids
}

// pick takes the best of each source first, and then the best of all, within the bounds.
func pick(order []candidate) []candidate {
	var picked []candidate
	var prints []neardup.Print
	of, size := map[int]int{}, 0
	take := func(most int) {
		for _, c := range order {
			if of[c.source] >= most || len(picked) == maxPassages || size+len(c.text) > maxBytes {
				continue
			}
			p := neardup.Of(c.text)
			if slices.ContainsFunc(prints, p.Similar) {
				continue
			}
			picked, prints = append(picked, c), append(prints, p)
			of[c.source]++
			size += len(c.text)
		}
	}
	take(1)
	take(maxPerSource)
	return picked
}
