package claims

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/claims/statement"
)

// Limits of candidates, in words that say something, and in number.
const (
	fewestWords = 3
	mostWords   = 40
	ofASource   = 60
	ofAll       = 200
)

// candidate is a line that may be a claim.
type candidate struct {
	*line

	score float64
}

// candidates returns the lines that state a fact of the topic, best first.
func (c *corpus) candidates(topic string) []candidate {
	about := statement.Read(topic)
	var all []candidate
	for _, d := range c.documents {
		var own []candidate
		for _, l := range d.sentences {
			if !claimable(l) {
				continue
			}
			if score := c.score(l, about); score > 0 {
				own = append(own, candidate{l, score})
			}
		}
		rank(own)
		all = append(all, own[:min(len(own), ofASource)]...)
	}
	rank(all)
	return all[:min(len(all), ofAll)]
}

// rank sorts by score; ties stay in the order of sources and sentences.
func rank(list []candidate) {
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
}

// claimable matches sentences that state something that can be verified, and can stand
// alone.
func claimable(l *line) bool {
	if !l.Firm() || !l.Standing() || !l.whole || furniture(l.Text) {
		return false
	}
	if strings.HasPrefix(l.Text, `"`) { // said by somebody, or a title
		return false
	}
	if n := len(l.Words()); n < fewestWords || n > mostWords {
		return false
	}
	return len(l.Quantities) > 0 || len(l.Dates) > 0 || l.Named()
}

// What a candidate is worth.
const (
	forTopic    = 0.5
	forNumber   = 0.15
	forDate     = 0.1
	forName     = 0.05
	forTrust    = 0.15
	forEarly    = 0.05
	titleCounts = 0.5 // a word of the topic that only the title has
)

// score is 0 for a line that has nothing to do with the topic.
func (c *corpus) score(l *line, about *statement.Statement) float64 {
	d := c.documents[l.document]
	relevance := 1.0
	if words := about.Words(); len(words) > 0 {
		relevance = 0
		for _, word := range words {
			switch {
			case l.Has(word):
				relevance++
			case d.title.Has(word):
				relevance += titleCounts
			}
		}
		relevance /= float64(len(words))
	}
	if relevance == 0 {
		return 0
	}
	score := forTopic*relevance + forTrust*d.Trust + forEarly*(1-float64(l.place)/float64(len(d.sentences)))
	if len(l.Quantities) > 0 {
		score += forNumber
	}
	if len(l.Dates) > 0 {
		score += forDate
	}
	if l.Named() {
		score += forName
	}
	return score
}

// furniture matches sentences of the page around a text.
func furniture(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(pageWords, func(w string) bool { return strings.Contains(text, w) })
}

var pageWords = []string{
	"cookie", "privacy policy", "newsletter", "subscribe", "sign up", "log in", "all rights reserved", "terms of use", "terms of service",
	"copyright", "©", "advertisement", "read more", "click here", "javascript", "min read", "share this", "last updated", "last modified",
	"datenschutz", "impressum", "alle rechte vorbehalten", "tous droits réservés", "todos los derechos",
}
