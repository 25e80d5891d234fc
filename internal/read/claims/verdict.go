package claims

import (
	"math"
	"slices"

	"github.com/quarryapi/quarry/internal/read/claims/statement"
)

const (
	// unknownTrust is taken for sources without a trust.
	unknownTrust = 0.5
	// leastTrust is what one source at least needs for its word to count as a source.
	leastTrust = 0.3
	// sameWords is from how many different words that say something two equal sentences are
	// one that was copied.
	sameWords = 8
)

// verdict is what the sources say of a statement.
type verdict struct {
	from  *line   // that the statement is; nil when it is the caller's
	all   []*line // every line that says something of it
	words []word  // one a source
}

// word is what one source says.
type word struct {
	document int
	stance   Stance
	quote    string
	text     *statement.Statement // of the quote
	share    float64
}

// hold compares a statement with all sources. Of each source the line counts that has
// most of the statement; where it says both, what it says for the statement.
func (c *corpus) hold(claim *statement.Statement, from *line) verdict {
	v := verdict{from: from}
	best := map[int]word{}
	for _, l := range c.near(claim) {
		stance, share := Supports, 1.0
		if l != from {
			if !l.whole {
				continue
			}
			relation, overlap := statement.Compare(claim, l.Statement, l.around)
			if relation == statement.Unrelated {
				continue
			}
			share = overlap
			if relation == statement.Contradicts {
				stance = Contradicts
			}
		}
		v.all = append(v.all, l)
		w := word{l.document, stance, l.quote, l.Statement, share}
		if old, ok := best[l.document]; !ok || w.better(old) || l == from {
			best[l.document] = w
		}
	}
	for i := range c.documents {
		if w, ok := best[i]; ok {
			v.words = append(v.words, w)
		}
	}
	return v
}

func (w word) better(old word) bool {
	if w.stance != old.stance {
		return w.stance == Supports
	}
	return w.share > old.share
}

// claim makes the claim of a verdict. Evidence for it stands before evidence against it,
// each in the order of sources.
func (v verdict) claim(c *corpus, text string) Claim {
	claim := Claim{Text: text, Evidence: []Evidence{}}
	for _, stance := range []Stance{Supports, Contradicts} {
		for _, w := range v.words {
			if w.stance == stance {
				d := c.documents[w.document]
				claim.Evidence = append(claim.Evidence, Evidence{
					SourceID: d.ID, URL: d.URL, Domain: d.domain, Quote: w.quote, Stance: stance,
				})
			}
		}
	}
	claim.Status, claim.Confidence = v.status(c), v.confidence(c)
	return claim
}

func (v verdict) status(c *corpus) Status {
	pro, trust := c.independent(v.words, Supports)
	con, _ := c.independent(v.words, Contradicts)
	switch {
	case con > 0 && pro > 0:
		return Conflicting
	case pro > 1 && trust >= leastTrust:
		return Supported
	case pro > 0 && trust >= leastTrust:
		return SingleSource
	case con > 0:
		return Conflicting
	}
	return Unverified
}

// confidence is half the distance to certainty for each independent source, times their
// mean trust; sources that say otherwise take their share of it.
func (v verdict) confidence(c *corpus) float64 {
	pro, trust := c.independent(v.words, Supports)
	con, distrust := c.independent(v.words, Contradicts)
	if pro == 0 {
		return 0
	}
	confidence := (1 - math.Pow(0.5, float64(pro))) * trust
	weight, against := float64(pro)*trust, float64(con)*distrust
	confidence *= weight / (weight + against)
	return math.Round(confidence*100) / 100
}

// independent counts the origins of one stance, and their mean trust: of each origin the
// best. Sources that have the same long sentence are of one origin: one has it from the
// other, or both from a third.
func (c *corpus) independent(words []word, stance Stance) (n int, trust float64) {
	var heads []word // the first of each origin
	var best []float64
	for _, w := range words {
		if w.stance != stance {
			continue
		}
		d := c.documents[w.document]
		at := slices.IndexFunc(heads, func(h word) bool {
			return c.documents[h.document].origin == d.origin || len(h.text.Words()) >= sameWords && h.text.Equal(w.text)
		})
		if at < 0 {
			heads, best = append(heads, w), append(best, d.Trust)
			continue
		}
		best[at] = max(best[at], d.Trust)
	}
	for _, t := range best {
		trust += t
	}
	return len(heads), trust / float64(max(1, len(heads)))
}

// bonus is what agreement and conflict are worth in the order of claims: a claim that
// several sources speak of matters more than one that only one does. What more trust
// speaks against than for comes later, so that the claim of a conflict is the better one.
func (v verdict) bonus(c *corpus) float64 {
	const each, most, outweighed = 0.15, 0.45, -0.2
	pro, trust := c.independent(v.words, Supports)
	con, distrust := c.independent(v.words, Contradicts)
	if float64(con)*distrust > float64(pro)*trust {
		return outweighed
	}
	return min(most, each*float64(pro-1+min(con, 1)))
}
