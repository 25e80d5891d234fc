package score_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/score"
)

func today() time.Time { return time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC) }

var topic = research.Topic{Title: "Cost of the tide barrier", Keywords: []string{"upkeep"}}

// documents are on the topic, the first two the most.
func documents() []research.Document {
	doc := func(host, published string, paragraphs ...string) research.Document {
		return research.Document{
			ID: "doc_" + host, URL: "https://" + host + "/", Domain: host, Title: "Page of " + host, Lane: research.Web, Published: published,
			Text: strings.Join(paragraphs, "\n\n"), Content: research.Full,
		}
	}
	return []research.Document{
		doc("a.example", "2026-11-19", "The tide barrier has cost 184 million pounds and its upkeep costs two million a year, the builders say.", "Nine geese were seen on the dyke in spring, and the keeper fed them well."),
		doc("b.example", "2020-01-01", "The tide barrier is to cost 140 million pounds, and nobody knows yet what its upkeep will be."),
		doc("c.example", "", "A recipe for potatoes: peel them, boil them in salted water and serve them hot with butter."),
	}
}

func rank(t *testing.T, docs []research.Document, most int) []score.Evidence {
	t.Helper()
	passages := score.Cut(&topic, docs)
	m := score.Meaning{Method: score.LocalMethod, Scores: score.Local(&topic, docs, passages)}
	return score.Rank(&topic, docs, passages, m, today(), most)
}

func TestRank(t *testing.T) {
	t.Parallel()
	docs := documents()
	got := rank(t, docs, 10)
	for i, e := range got {
		if d := docs[e.Document]; d.Domain == "c.example" {
			t.Errorf("%d: a recipe is evidence: %+v", i, e)
		}
		sum := score.ForSemantic*e.Semantic + score.ForKeyword*e.Keyword + score.ForTrust*e.Trust + score.ForFreshness*e.Freshness
		if math.Abs(sum-e.Overall) > 1e-4 || e.Overall < 0 || e.Overall > 1 {
			t.Errorf("%d: %+v is not the sum of its parts", i, e)
		}
	}
	if len(got) < 2 || got[0].Document != 0 || got[0].Freshness <= got[1].Freshness {
		t.Errorf("got %+v, want length at least 2, [0].Document 0, [0].Freshness over got[1].Freshness", got)
	}
	if sum := score.ForSemantic + score.ForKeyword + score.ForTrust + score.ForFreshness; sum != 1 {
		t.Errorf("the weights sum to %v", sum)
	}
	if diff := cmp.Diff(got, rank(t, documents(), 10)); diff != "" {
		t.Error("the same documents score otherwise", diff)
	}
	if one := rank(t, docs, 1); len(one) != 1 || one[0] != got[0] {
		t.Errorf("got one %+v, want length 1, [0] got[0]", one)
	}
}

func TestTrustedDocumentsComeFirst(t *testing.T) {
	t.Parallel()
	docs := documents()
	docs[1].Published, docs[1].Text = docs[0].Published, "The tide barrier had cost 184 million pounds, upkeep not counted, when it was opened by the county's mayor."
	before := rank(t, docs, 9)[0].Document
	docs[1-before].Trusted = true
	if after := rank(t, docs, 9)[0]; after.Document == before || after.Trust < 0.85 {
		t.Errorf("got after %+v, want Document other than %v, Trust at least 0.85", after, before)
	}
}

// One document cannot take all places, nor one text in many documents.
func TestSharesOfDocuments(t *testing.T) {
	t.Parallel()
	var paragraphs []string
	for i := range 30 {
		paragraphs = append(paragraphs, fmt.Sprintf("## Part %d\n\n%s", i, strings.Repeat(fmt.Sprintf("In year %d the cost of the tide barrier and its upkeep rose by another %d pounds for reason %d. ", i, i*i*i, i*7), 9)))
	}
	docs := documents()[:2]
	docs[0].Text = strings.Join(paragraphs, "\n\n")
	docs = append(docs, docs[1])
	docs[2].URL = "https://mirror.example/"
	of := map[int]int{}
	for _, e := range rank(t, docs, 50) {
		of[e.Document]++
	}
	if diff := cmp.Diff(map[int]int{0: score.MostOfOne, 1: 1}, of); diff != "" {
		t.Errorf("shares of documents mismatch (-want +got):\n%s", diff)
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	docs := documents()
	docs[0].Duplicate = "doc_b"
	docs[2].Text = ""
	for _, p := range score.Cut(&topic, docs) {
		if p.Document != 1 {
			t.Errorf("got passage %+v, want Document 1", p)
		}
	}
	// A document of a megabyte, over and over: what is looked at has a bound.
	var big strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&big, "Paragraph %d of the long report %d speaks of the weather of day %d and little else of note.\n\n", i, i*3, i*5)
	}
	docs = documents()
	for i := range 15 {
		docs = append(docs, research.Document{URL: fmt.Sprintf("https://big%d.example/", i), Text: big.String()})
	}
	passages := score.Cut(&topic, docs)
	if len(passages) > 300 {
		t.Errorf("%d passages", len(passages))
	}
	if passages[0].Document != 0 {
		t.Error("what is on the topic was cut off")
	}
	if got := score.Cut(&topic, nil); len(got) != 0 || len(score.Local(&topic, nil, got)) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

// vectors gives each text the number of its words that the first has, as a vector.
type vectors struct{ err error }

func (vectors) CanEmbed() bool { return true }

func (v vectors) Embed(_ context.Context, texts []string) ([][]float32, model.Usage, error) {
	var all [][]float32
	for _, text := range texts {
		near := float32(strings.Count(text, "tide"))
		all = append(all, []float32{near + 0.1, 1})
	}
	return all, model.Usage{Model: "m", Calls: 1}, v.err
}

func TestEmbedded(t *testing.T) {
	t.Parallel()
	docs := documents()
	passages := score.Cut(&topic, docs)
	m, usage, err := score.Embedded(t.Context(), vectors{}, &topic, docs, passages)
	if err != nil || usage.Calls != 1 || m.Method != "embeddings:m" || len(m.Scores) != len(passages) {
		t.Fatalf(`got meaning %+v, usage %+v, error %v; want no error, Calls 1, Method "embeddings:m", %d Scores`, m, usage, err, len(passages))
	}
	if m.Scores[0] <= m.Scores[len(passages)-1] || m.Scores[0] > 1 {
		t.Errorf("got scores %v, want [0] over m.Scores[len(passages)-1], [0] at most 1", m.Scores)
	}
	for _, e := range score.Rank(&topic, docs, passages, m, today(), 9) {
		if e.Method != m.Method || !strings.Contains(e.Reason(&docs[e.Document], research.Candidate{}), "(m)") {
			t.Errorf(`got evidence %+v, want Method %q, Reason(&docs[e.Document], research.Candidate{}) with "(m)"`, e, m.Method)
		}
	}
	if _, usage, err := score.Embedded(t.Context(), vectors{errors.New("away")}, &topic, docs, passages); err == nil || usage.Calls != 1 {
		t.Errorf("%v: what a failure cost is lost", err)
	}
}

func TestReasons(t *testing.T) {
	t.Parallel()
	d := documents()[0]
	const tail = ". Keyword 1.00 (BM25), semantic 0.50 (TF-IDF vectors), trust 0.54 (nothing known of the site; https, dated), freshness 0.99 (2026-11-19)."
	seed := research.Candidate{Lane: research.Seed, Provider: research.Caller}
	e := score.Evidence{Semantic: 0.5, Keyword: 1, Trust: 0.54, Freshness: 0.99, Method: score.LocalMethod}
	cases := map[string]struct {
		content research.Content
		c       research.Candidate
		want    string
	}{
		"a search":  {research.Full, research.Candidate{Lane: research.Web, Provider: "brave", Query: `tide "a"`, Rank: 3}, `Found by brave (web) as result 3 of the search "tide \"a\""`},
		"a seed":    {research.Full, seed, "Named by the caller (seed)"},
		"and found": {research.Full, research.Candidate{Lane: research.Seed, Provider: research.Caller, Query: "q", Rank: 2}, `Named by the caller (seed) and found as result 2 of the search "q"`},
		"a domain":  {research.Full, research.Candidate{Lane: research.Trusted, Provider: "brave", Query: "q", Rank: 2, Trusted: true}, `Found on a trusted domain by brave (trusted) as result 2 of the search "q"`},
		"a link":    {research.Full, research.Candidate{Lane: research.Site, Title: "More"}, `Linked as "More" by a document of the same site`},
		"archived":  {research.Archived, seed, "Named by the caller (seed); the page is gone, this is its capture of 2019-09-21"},
		"abstract":  {research.Abstract, seed, "Named by the caller (seed); only the abstract could be read"},
		"a paywall": {research.Teaser, seed, "Named by the caller (seed); only the teaser could be read"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := d
			d.Content, d.CapturedAt = c.content, time.Date(2019, 9, 21, 0, 0, 0, 0, time.UTC)
			if diff := cmp.Diff(c.want+tail, e.Reason(&d, c.c)); diff != "" {
				t.Errorf("Reason mismatch (-want +got):\n%s", diff)
			}
		})
	}
}
