package claims

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/quarryapi/quarry/internal/read/claims/statement"
	"github.com/quarryapi/quarry/internal/read/retrieval/neardup"
	"github.com/quarryapi/quarry/internal/read/retrieval/reading"
	"github.com/quarryapi/quarry/internal/read/retrieval/sentence"
)

// Limits of what is read: sentences of a source, and their length in bytes.
const (
	mostSentences = 600
	shortest      = 12
	longest       = 500
)

// document is a source as it is held to claims.
type document struct {
	Source

	title     *statement.Statement
	domain    string // registrable
	origin    int    // the first source that has the same owner or the same text
	sentences []*line
}

// line is a sentence of a source.
type line struct {
	*statement.Statement

	document int
	place    int    // among the document's sentences
	quote    string // as the source has it
	around   statement.Context
	whole    bool // a whole sentence, which can speak for or against a claim
}

// corpus is all sources, and where words occur in them.
type corpus struct {
	documents []*document
	lines     []*line
	index     map[string][]int // word → lines
	usual     map[string]bool  // words of the topic, which every source has
}

func newCorpus(sources []Source, topic string) *corpus {
	c := &corpus{index: map[string][]int{}, usual: map[string]bool{}}
	for _, word := range statement.Read(topic).Words() {
		c.usual[word] = true
	}
	prints := make([]neardup.Print, len(sources))
	for i, s := range sources {
		if s.Trust <= 0 {
			s.Trust = unknownTrust
		}
		d := &document{Source: s, domain: registrable(s), origin: i}
		prints[i] = neardup.Of(s.Text)
		c.join(d, prints, i)
		c.read(d, i)
		c.documents = append(c.documents, d)
	}
	return c
}

// join finds the first source of the same origin: of the same owner, or with nearly the
// same text. What has such a copy for its origin is of that one's origin, too.
func (c *corpus) join(d *document, prints []neardup.Print, i int) {
	for j, other := range c.documents {
		same := d.domain != "" && d.domain == other.domain || prints[i].Similar(prints[j])
		if !same {
			continue
		}
		from, to := max(d.origin, other.origin), min(d.origin, other.origin)
		for _, o := range c.documents {
			if o.origin == from {
				o.origin = to
			}
		}
		d.origin = to
	}
}

// read cuts a source into its sentences. Rows of tables and headings are none.
func (c *corpus) read(d *document, i int) {
	text := reading.Of(d.Text)
	d.title = statement.Read(d.Title)
	var before *statement.Statement
	for _, span := range sentence.Spans(text.Plain) {
		plain := text.Plain[span.Start:span.End]
		if len(d.sentences) == mostSentences {
			break
		}
		if len(plain) < shortest || len(plain) > longest || strings.Contains(plain, "\t") {
			before = nil
			continue
		}
		l := &line{
			Statement: statement.Read(plain), document: i, place: len(d.sentences),
			quote: text.Exact(span.Start, span.End), around: statement.Context{Title: d.title, Before: before, Usual: c.usual},
		}
		l.whole = l.Prose()
		before = l.Statement
		d.sentences = append(d.sentences, l)
		for _, word := range l.Words() {
			c.index[word] = append(c.index[word], len(c.lines))
		}
		c.lines = append(c.lines, l)
	}
}

// registrable is the domain that somebody registered: what distinguishes owners.
func registrable(s Source) string {
	host := s.Domain
	if host == "" {
		if u, err := url.Parse(s.URL); err == nil {
			host = u.Hostname()
		}
	}
	host = strings.TrimSuffix(strings.ToLower(strings.TrimSpace(host)), ".")
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}

// near returns the lines, in order, that share enough words with a claim to say anything
// of it.
func (c *corpus) near(claim *statement.Statement) []*line {
	words := claim.Words()
	shared := map[int]int{}
	for _, word := range words {
		for _, at := range c.index[word] {
			shared[at]++
		}
	}
	var places []int
	for at, n := range shared {
		// Up to two thirds of what is asked for can come from the context, and from opposites.
		if 3*float64(n) >= statement.Overlap*float64(len(words)) {
			places = append(places, at)
		}
	}
	slices.Sort(places)
	list := make([]*line, 0, len(places))
	for _, at := range places {
		list = append(list, c.lines[at])
	}
	return list
}
