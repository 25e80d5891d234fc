package score

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/retrieval/bm25"
	"github.com/quarryapi/quarry/internal/read/retrieval/neardup"
	"github.com/quarryapi/quarry/internal/read/trust"
)

// Weights of the overall score; together 1.
const (
	ForSemantic  = 0.40
	ForKeyword   = 0.25
	ForTrust     = 0.20
	ForFreshness = 0.15
)

const (
	// MostOfOne is how many passages of one document are given.
	MostOfOne = 6
	// leastKeyword and leastSemantic are what a passage must reach one of to be about the
	// topic at all: trust and freshness make no evidence.
	leastKeyword, leastLocal, leastEmbedded = 0.15, 0.08, 0.35
)

// Evidence is a passage with its scores, each 0 to 1 with four decimals.
type Evidence struct {
	Passage
	Overall, Semantic, Keyword, Trust, Freshness float64
	Method                                       string // of Semantic
}

// Trust is how far a document can be believed.
func Trust(d *research.Document) trust.Score {
	return trust.Of(trust.Page{URL: d.URL, Author: d.Author, Published: d.Published, DOI: d.DOI, Cites: d.Cites, Named: d.Trusted})
}

// Rank scores the passages and returns the best, at most so many, those of equal score
// in the order of their documents. What repeats a better one is left out, and so is what
// is not about the topic.
func Rank(t *research.Topic, documents []research.Document, passages []Passage, m Meaning, now time.Time, most int) []Evidence {
	keyword := bm25.New(texts(passages, documents)).Normalised(t.Words())
	trusts, ages := make([]float64, len(documents)), make([]float64, len(documents))
	for i := range documents {
		trusts[i], ages[i] = Trust(&documents[i]).Value, freshness(&documents[i], now)
	}
	var all []Evidence
	for i, p := range passages {
		e := Evidence{
			Passage: p, Method: m.Method, Keyword: round(keyword[i]), Semantic: round(m.Scores[i]), Trust: trusts[p.Document], Freshness: round(ages[p.Document]),
		}
		e.Overall = round(ForSemantic*e.Semantic + ForKeyword*e.Keyword + ForTrust*e.Trust + ForFreshness*e.Freshness)
		if e.about() {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b Evidence) int { return cmp.Compare(b.Overall, a.Overall) })
	return distinct(all, most)
}

// about reports whether a passage has to do with the topic.
func (e Evidence) about() bool {
	least := leastLocal
	if e.Method != LocalMethod {
		least = leastEmbedded
	}
	return e.Keyword >= leastKeyword || e.Semantic >= least
}

// distinct takes the first of what is nearly the same, and few of one document.
func distinct(all []Evidence, most int) []Evidence {
	kept := []Evidence{}
	var prints []neardup.Print
	of := map[int]int{}
	for _, e := range all {
		if len(kept) == most {
			break
		}
		own := neardup.Of(e.Text)
		if of[e.Document] >= MostOfOne || slices.ContainsFunc(prints, own.Similar) {
			continue
		}
		of[e.Document]++
		prints, kept = append(prints, own), append(kept, e)
	}
	return kept
}

// freshness is by when a document was published, else last changed, else captured.
func freshness(d *research.Document, now time.Time) float64 {
	date := cmp.Or(d.Published, d.Modified)
	if date == "" && !d.CapturedAt.IsZero() {
		date = d.CapturedAt.Format(time.RFC3339)
	}
	return trust.Fresh(date, now, string(d.Lane))
}

// Reason says in words how a document was found and why its passage scores so.
func (e Evidence) Reason(d *research.Document, c research.Candidate) string {
	var b strings.Builder
	b.WriteString(howFound(c))
	switch d.Content {
	case research.Archived:
		fmt.Fprintf(&b, "; the page is gone, this is its capture of %s", d.CapturedAt.Format(time.DateOnly))
	case research.Abstract:
		b.WriteString("; only the abstract could be read")
	case research.Teaser:
		b.WriteString("; only the teaser could be read")
	case research.Full:
	}
	method := "TF-IDF vectors"
	if e.Method != LocalMethod {
		method = strings.TrimPrefix(e.Method, "embeddings:")
	}
	date := cmp.Or(d.Published, d.Modified, "undated")
	fmt.Fprintf(&b, ". Keyword %.2f (BM25), semantic %.2f (%s), trust %.2f (%s), freshness %.2f (%s).",
		e.Keyword, e.Semantic, method, e.Trust, Trust(d).Reason, e.Freshness, date)
	return b.String()
}

// howFound says who named a source; the caller's own may be results of searches, too.
func howFound(c research.Candidate) string {
	result := fmt.Sprintf("as result %d of the search %q", c.Rank, c.Query)
	switch {
	case c.Lane == research.Site:
		return fmt.Sprintf("Linked as %q by a document of the same site", c.Title)
	case c.Provider == research.Caller && c.Query != "":
		return fmt.Sprintf("Named by the caller (%s) and found %s", c.Lane, result)
	case c.Provider == research.Caller:
		return fmt.Sprintf("Named by the caller (%s)", c.Lane)
	case c.Trusted:
		return fmt.Sprintf("Found on a trusted domain by %s (%s) %s", c.Provider, c.Lane, result)
	}
	return fmt.Sprintf("Found by %s (%s) %s", c.Provider, c.Lane, result)
}

func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }
