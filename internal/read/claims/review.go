package claims

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/quarryapi/quarry/internal/read/claims/statement"
	"github.com/quarryapi/quarry/internal/read/retrieval/bm25"
	"github.com/quarryapi/quarry/internal/read/retrieval/passage"
	"github.com/quarryapi/quarry/internal/read/retrieval/quote"
	"github.com/quarryapi/quarry/internal/read/retrieval/reading"
)

// Judge decides what excerpts say of a claim; package judge asks a language model.
type Judge interface {
	// Judge returns what it finds in the excerpts. It MUST be safe for concurrent use. What
	// it says is not believed as it is: see Review.
	Judge(ctx context.Context, claim string, excerpts []Excerpt) ([]Finding, error)
}

// Excerpt is what a Judge is shown of a source.
type Excerpt struct {
	Domain string // of the source, registrable
	Text   string // markdown: parts of the source's Text, apart by empty lines
}

// Finding is what a Judge says of an excerpt.
type Finding struct {
	Excerpt int // index into the excerpts
	Stance  Stance
	Quote   string // from the excerpt, word for word
}

// Limits of a review.
const (
	passagesAClaim  = 8
	passagesASource = 2
	together        = 3 // claims judged at once
)

// Review asks a Judge for what words alone do not show, and returns the claims in their
// order with the evidence that it adds. A finding counts only when its quote occurs in
// the source, word for word, states something, shares words with the claim and has the
// numbers that the stance needs; and it never takes away what was found
// without a Judge, so that no page can talk it out of that. At the first error no more
// claims are judged; those left stay as they are. The error is the Judge's.
func Review(ctx context.Context, judge Judge, claims []Claim, sources []Source) ([]Claim, error) {
	r := newReview(sources)
	out := slices.Clone(claims)
	var stop atomic.Bool
	var group errgroup.Group
	group.SetLimit(together)
	for i, claim := range claims {
		group.Go(func() error {
			if stop.Load() {
				return nil
			}
			findings, shown, err := r.ask(ctx, judge, claim)
			if err != nil {
				stop.Store(true)
				return err
			}
			out[i] = r.merge(claim, findings, shown)
			return nil
		})
	}
	return out, group.Wait()
}

// review is the sources, cut into passages.
type review struct {
	corpus   *corpus
	index    *bm25.Index
	passages []passage.Passage
	of       []int // the document of each passage
	texts    []func() *quote.Document
}

func newReview(sources []Source) *review {
	r := &review{corpus: newCorpus(sources, "")}
	var texts []string
	for i, s := range sources {
		for _, p := range passage.Split(s.Text, passage.Options{}) {
			r.passages = append(r.passages, p)
			r.of = append(r.of, i)
			texts = append(texts, s.Title+"\n"+p.Heading+"\n"+p.Text)
		}
		r.texts = append(r.texts, sync.OnceValue(func() *quote.Document { return quote.Read(s.Text) }))
	}
	r.index = bm25.New(texts)
	return r
}

// ask shows a Judge the passages that are nearest to a claim. shown is the document of
// each excerpt.
func (r *review) ask(ctx context.Context, judge Judge, claim Claim) (findings []Finding, shown []int, err error) {
	parts := map[int][]string{}
	for _, i := range r.nearest(claim.Text) {
		d := r.of[i]
		if len(parts[d]) == 0 {
			shown = append(shown, d)
		}
		parts[d] = append(parts[d], r.passages[i].Text)
	}
	if len(shown) == 0 {
		return nil, nil, nil
	}
	slices.Sort(shown)
	excerpts := make([]Excerpt, len(shown))
	for i, d := range shown {
		excerpts[i] = Excerpt{Domain: r.corpus.documents[d].domain, Text: strings.Join(parts[d], "\n\n")}
	}
	findings, err = judge.Judge(ctx, claim.Text, excerpts)
	return findings, shown, err
}

// nearest returns the best passages, in the order of the sources.
func (r *review) nearest(claim string) []int {
	scores := r.index.Scores(claim)
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case scores[a] > scores[b]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return 0
	})
	taken := map[int]int{}
	var list []int
	for _, i := range order {
		if scores[i] <= 0 || len(list) == passagesAClaim {
			break
		}
		if taken[r.of[i]] < passagesASource {
			taken[r.of[i]]++
			list = append(list, i)
		}
	}
	slices.Sort(list)
	return list
}

// merge adds to a claim what findings prove of sources that say nothing of it yet.
func (r *review) merge(claim Claim, findings []Finding, shown []int) Claim {
	v := verdict{words: r.words(claim)}
	said := statement.Read(claim.Text)
	added := false
	for _, f := range findings {
		if f.Excerpt < 0 || f.Excerpt >= len(shown) || f.Stance != Supports && f.Stance != Contradicts {
			continue
		}
		d := shown[f.Excerpt]
		if slices.ContainsFunc(v.words, func(w word) bool { return w.document == d }) {
			continue
		}
		exact, ok := r.texts[d]().Find(f.Quote)
		if !ok {
			continue
		}
		text := statement.Read(reading.Of(exact).Plain)
		if !credible(said, text, f.Stance) {
			continue
		}
		v.words = append(v.words, word{document: d, stance: f.Stance, quote: exact, text: text})
		added = true
	}
	if !added {
		return claim
	}
	slices.SortStableFunc(v.words, func(a, b word) int { return a.document - b.document })
	return v.claim(r.corpus, claim.Text)
}

// words are what the sources already say of a claim.
func (r *review) words(claim Claim) []word {
	var list []word
	for _, e := range claim.Evidence {
		d := slices.IndexFunc(r.corpus.documents, func(d *document) bool { return d.ID == e.SourceID && d.URL == e.URL })
		if d >= 0 {
			list = append(list, word{document: d, stance: e.Stance, quote: e.Quote, text: statement.Read(reading.Of(e.Quote).Plain)})
		}
	}
	return list
}

// credible reports whether a quote can have the stance that a Judge says it has: it is a
// statement, of the same matter, with the claim's numbers when it is to speak for it.
func credible(claim, quoted *statement.Statement, stance Stance) bool {
	if !quoted.Firm() || !quoted.Near(claim) {
		return false
	}
	relation, _ := statement.Compare(claim, quoted, statement.Context{})
	if stance == Supports {
		return relation != statement.Contradicts && claim.Holds(quoted)
	}
	return relation != statement.Supports
}
