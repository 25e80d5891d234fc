package claims

import (
	"cmp"
	"slices"

	"github.com/quarryapi/quarry/internal/read/claims/statement"
)

// Find returns at most most claims about a topic that the sources make, the best first:
// sentences with a number, a date or a name that state something, each with what the
// sources say of it. With an empty topic all sentences are of it. The same sources in the
// same order give the same claims. The list is never nil.
func Find(sources []Source, topic string, most int) []Claim {
	c := newCorpus(sources, topic)
	var list []ranked
	for _, candidate := range c.candidates(topic) {
		v := c.hold(candidate.Statement, candidate.line)
		list = append(list, ranked{v.claim(c, candidate.Text), v, candidate.score + v.bonus(c)})
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(b.score, a.score) })
	claims := []Claim{}
	told := map[*line]bool{}
	for _, r := range list {
		if len(claims) >= most {
			break
		}
		// What already speaks for or against a claim is not another one.
		if told[r.verdict.from] {
			continue
		}
		for _, l := range r.verdict.all {
			told[l] = true
		}
		claims = append(claims, r.claim)
	}
	return claims
}

// Verify holds statements of the caller's to the sources, in their order.
func Verify(sources []Source, statements ...string) []Claim {
	c := newCorpus(sources, "")
	claims := make([]Claim, 0, len(statements))
	for _, text := range statements {
		claims = append(claims, c.hold(statement.Read(text), nil).claim(c, text))
	}
	return claims
}

// ranked is a claim with its place among others.
type ranked struct {
	claim   Claim
	verdict verdict
	score   float64
}
