package statement

import (
	"slices"

	"github.com/quarryapi/quarry/internal/read/claims/quantity"
)

// Relation is what a sentence says of a claim.
type Relation int

// The relations.
const (
	Unrelated Relation = iota
	Supports
	Contradicts
)

// What has to be common.
const (
	// Overlap is the least share of a claim's content words that a sentence has for it to
	// say anything of the claim.
	Overlap = 0.6
	// withoutNumbers is the same for the words of claims without numbers and dates that are
	// neither names nor usual: they are all there is to hold.
	withoutNumbers = 0.85
	fewest         = 2 // words
	// against is the least share of the sentence's words that a claim has for the sentence
	// to contradict it, and of the claim's that the sentence has without its context: who says much else may speak of something else. Claims of up to
	// short words have less to be known by.
	against      = 0.5
	againstShort = 0.65
	short        = 3
)

// Compare reports what a sentence of a source, in its context, says of a claim, and which
// share of the claim's content words it has.
func Compare(claim, source *Statement, around Context) (Relation, float64) {
	if !source.Firm() || len(claim.set) == 0 {
		return Unrelated, 0
	}
	c := comparison{claim: claim, source: source, around: around}
	c.count()
	if c.share < Overlap || c.own == 0 || len(c.shared) < min(fewest, len(claim.set)) || c.otherSubject() {
		return Unrelated, c.share
	}
	if len(claim.Quantities) == 0 && len(claim.Dates) == 0 && !c.telling() {
		return Unrelated, c.share
	}
	relation := c.relation()
	if relation == Contradicts && !c.focused() {
		relation = Unrelated
	}
	return relation, c.share
}

// comparison is a claim beside a sentence.
type comparison struct {
	claim, source *Statement
	around        Context
	shared        map[string]bool
	own           int     // words that the sentence itself has
	share         float64 // of the claim's words
}

func (c *comparison) count() {
	c.shared = make(map[string]bool, len(c.claim.set))
	for word := range c.claim.set {
		if c.source.says(word) {
			c.shared[word] = true
			c.own++
		} else if (c.source.referred || c.around.Usual[word]) && c.around.named(word, c.source) || c.swappedFor(word) {
			c.shared[word] = true
		}
	}
	c.share = float64(len(c.shared)) / float64(len(c.claim.set))
}

// telling reports whether a claim without numbers and dates has enough in common with the
// sentence: the words count that are neither names nor usual, and what the context adds
// does not.
func (c *comparison) telling() bool {
	all, common := 0, 0
	for word := range c.claim.set {
		if c.plain(word) {
			all++
			if c.source.set[word] || c.swappedFor(word) {
				common++
			}
		}
	}
	return common >= min(fewest, all) && common > 0 && float64(common) >= withoutNumbers*float64(all)
}

// plain matches a word that is neither a name nor usual.
func (c *comparison) plain(word string) bool {
	return !c.around.Usual[word] && !slices.Contains(c.claim.names, word) && !slices.Contains(c.source.names, word)
}

// focused reports whether the sentence itself speaks of the claim, and of little else.
func (c *comparison) focused() bool {
	if float64(c.own) < against*float64(len(c.claim.set)) {
		return false
	}
	least := against
	if len(c.claim.set) <= short {
		least = againstShort
	}
	about := 0
	for word := range c.source.set {
		if c.shared[word] || c.around.Usual[word] || opposed().swaps(word, c.source, c.claim) {
			about++
		}
	}
	return float64(about) >= least*float64(len(c.source.set))
}

// swappedFor counts a word as common where the sentence has its opposite: it speaks of
// the same thing.
func (c *comparison) swappedFor(word string) bool {
	return opposed().swaps(word, c.claim, c.source)
}

// otherSubject reports whether the sentence speaks of somebody or something else.
func (c *comparison) otherSubject() bool {
	if different().swapped(c.claim, c.source) {
		return true
	}
	for _, label := range c.claim.Labels {
		if len(c.source.Labels) > 0 && !slices.Contains(c.source.Labels, label) {
			return true
		}
	}
	return c.misses() || c.of() || c.slot() || c.reversed()
}

// misses reports whether neither the sentence nor its context has a name of the claim.
func (c *comparison) misses() bool {
	return slices.ContainsFunc(c.claim.names, func(name string) bool {
		return !c.source.says(name) && !c.around.named(name, c.source)
	})
}

// of reports whether the sentence speaks of something of what the claim speaks of: of a
// part, a tower or a subsidiary.
func (c *comparison) of() bool {
	if len(c.claim.words) == 0 {
		return false
	}
	subject := c.claim.words[0]
	head, ok := c.source.heads[subject]
	return ok && !c.claim.set[head] && c.claim.heads[subject] == ""
}

// slot reports whether the sentence has other words in the place of some of the claim's,
// between the same neighbours: "the inner mole is 400 m long", "the outer mole is 400 m
// long". Opposites are another matter.
func (c *comparison) slot() bool {
	words := c.claim.words
	for i := 0; i < len(words); i++ {
		if c.common(words[i]) {
			continue
		}
		from := i
		for i < len(words) && !c.common(words[i]) {
			i++
		}
		if c.filled(at(words, from-1), at(words, i)) {
			return true
		}
	}
	return false
}

// common matches words that both have, and the ends of clauses.
func (c *comparison) common(word string) bool { return word == "" || c.shared[word] }

// filled reports whether the sentence has one to three words that the claim has not
// between two that it has; an empty neighbour is the beginning or the end of a clause.
func (c *comparison) filled(before, after string) bool {
	const most = 3
	if before == "" && after == "" {
		return false
	}
	words := c.source.words
	for i := -1; i < len(words); i++ {
		if at(words, i) != before {
			continue
		}
		for j := i + 1; j <= len(words) && j <= i+1+most; j++ {
			if at(words, j) == after && j > i+1 {
				return true
			}
			if word := at(words, j); word == "" || c.claim.set[word] {
				break
			}
		}
	}
	return false
}

func at(words []string, i int) string {
	if i < 0 || i >= len(words) {
		return ""
	}
	return words[i]
}

// reversed reports whether two names change places: who bought whom. A passive turns that
// around once more.
func (c *comparison) reversed() bool {
	a, b := c.order(c.claim), c.order(c.source)
	return len(a) == 2 && len(b) == 2 && slices.Contains(b, a[0]) && slices.Contains(b, a[1]) &&
		(a[0] == b[1]) != (c.claim.passive != c.source.passive)
}

// order is the names that both have and that act or are acted on in one of them.
func (c *comparison) order(s *Statement) []string {
	var list []string
	for _, name := range s.roles {
		if c.claim.set[name] && c.source.set[name] && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// relation decides, once it is sure that both speak of the same.
func (c *comparison) relation() Relation {
	numbers, dates := c.numbers(), c.dates()
	turned, sure := c.turned()
	switch {
	case c.claim.lacking != c.source.lacking:
		return Unrelated
	case c.denies():
		return Contradicts
	case turned:
		if !sure || dates == quantity.Different || !c.plainly(numbers) {
			return Unrelated
		}
		return Contradicts
	case numbers == quantity.Different:
		if dates == quantity.Different || !c.sameTime() {
			return Unrelated
		}
		return Contradicts
	case dates == quantity.Different:
		if len(c.claim.Quantities) > 0 && numbers != quantity.Same || !c.once() {
			return Unrelated
		}
		return Contradicts
	case numbers != quantity.Same || dates != quantity.Same:
		return Unrelated
	}
	return Supports
}

// plainly reports whether a turn is of the claim itself. A negation is, when the sentence
// has the claim's numbers or none at all; an opposite, which may be of something else, only
// when there is hardly anything else.
func (c *comparison) plainly(numbers quantity.Outcome) bool {
	const nearly = 0.75
	if c.negates(c.source) > 0 || c.negates(c.claim) > 0 {
		return numbers == quantity.Same || len(c.source.Quantities) == 0
	}
	told := len(c.claim.Quantities)+len(c.claim.Dates) > 0
	return numbers == quantity.Same && (told || float64(c.own) >= nearly*float64(len(c.claim.set)))
}

// turned reports whether one of them negates what the other says, or has its opposite; both
// together say the same again. It is not sure when the negation reaches nothing but names
// and what is usual.
func (c *comparison) turned() (turned, sure bool) {
	opposite := opposed().swapped(c.claim, c.source)
	claim, source := c.negates(c.claim), c.negates(c.source)
	return (claim > 0) != (source > 0) != opposite, claim != 1 && source != 1
}

// negates is 2 when a statement negates something that both have, 1 when that is nothing
// but names and what is usual, 0 when there is none.
func (c *comparison) negates(s *Statement) int {
	degree := 0
	for word := range s.negated {
		switch {
		case !c.shared[word]:
		case c.plain(word):
			return 2
		default:
			degree = 1
		}
	}
	return degree
}
