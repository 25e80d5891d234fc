package researchrun

import (
	"math"

	"github.com/quarryapi/quarry/internal/core/instant"
	researchkind "github.com/quarryapi/quarry/internal/kinds/research"
	"github.com/quarryapi/quarry/internal/read/claims"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/flow"
	"github.com/quarryapi/quarry/internal/read/research/score"
)

// Lengths of texts in a result, in characters, and of its list of facts.
const (
	snippetChars = 1200
	excerptChars = 300
	previewChars = 1000
	textChars    = 40_000

	mostFacts = 100
	factsOf   = 15 // one document
)

// result converts an outcome to the kind's shape. No list is nil.
func result(id string, p researchkind.Profile, o flow.Outcome) researchkind.Result {
	r := researchkind.Result{
		RunID: id, Profile: p, Evidence: evidence(o), Facts: facts(o), Claims: claimed(o),
		Documents: []researchkind.Document{}, Candidate: []researchkind.Candidate{}, Lanes: lanes(o),
	}
	for _, d := range o.Documents {
		r.Documents = append(r.Documents, document(d))
	}
	for _, c := range o.Candidates {
		r.Candidate = append(r.Candidate, researchkind.Candidate{
			URL: c.URL, Title: c.Title, Lane: c.Lane, Score: round(c.Score), Snippet: c.Snippet, Source: c.Source, Provider: c.Provider, Published: instant.Known(c.Published),
		})
	}
	r.Summary = summary(o, &r)
	return r
}

func evidence(o flow.Outcome) []researchkind.Evidence {
	list := []researchkind.Evidence{}
	for _, e := range o.Evidence {
		d := &o.Documents[e.Document]
		list = append(list, researchkind.Evidence{
			Snippet: cut(e.Text, snippetChars), URL: d.URL, Domain: d.Domain, Title: d.Title,
			Overall: e.Overall, Semantic: e.Semantic, Keyword: e.Keyword, Trust: e.Trust, Freshness: e.Freshness,
			Reason: e.Reason(d, o.Chosen[e.Document]), Scope: scope(d), DocumentID: d.ID, Heading: e.Heading,
		})
	}
	return list
}

func scope(d *research.Document) researchkind.Scope {
	if d.Historical() {
		return researchkind.Historical
	}
	return researchkind.CurrentRun
}

// facts are those of documents with evidence, in their order.
func facts(o flow.Outcome) []researchkind.Fact {
	has := used(o)
	list := []researchkind.Fact{}
	for i, d := range o.Documents {
		if !has[i] {
			continue
		}
		for _, f := range d.Facts[:min(len(d.Facts), factsOf)] {
			if len(list) < mostFacts {
				list = append(list, researchkind.Fact{
					Subject: f.Subject, Type: f.Type, Property: f.Property, Value: f.Value, Source: f.Kind, URL: d.URL, Domain: d.Domain, DocumentID: d.ID,
				})
			}
		}
	}
	return list
}

// used are the documents with evidence, by their place.
func used(o flow.Outcome) map[int]bool {
	has := map[int]bool{}
	for _, e := range o.Evidence {
		has[e.Document] = true
	}
	return has
}

// claimed lists each claim under the source whose words it has; one that none supports
// has no source.
func claimed(o flow.Outcome) []researchkind.Claim {
	trusts := map[string]float64{}
	for i := range o.Documents {
		trusts[o.Documents[i].ID] = score.Trust(&o.Documents[i]).Value
	}
	list := []researchkind.Claim{}
	for _, c := range o.Claims {
		claim := researchkind.Claim{Claim: c.Text, Status: string(c.Status), Confidence: c.Confidence, Others: []researchkind.ClaimSource{}}
		origin := flow.Origin(c)
		for i, e := range c.Evidence {
			if i == origin {
				claim.URL, claim.Domain, claim.Snippet, claim.DocumentID, claim.SourceTrust = e.URL, e.Domain, e.Quote, e.SourceID, trusts[e.SourceID]
				continue
			}
			claim.Others = append(claim.Others, researchkind.ClaimSource{
				URL: e.URL, Domain: e.Domain, Snippet: e.Quote, Stance: string(e.Stance), Trust: trusts[e.SourceID], DocumentID: e.SourceID,
			})
		}
		list = append(list, claim)
	}
	return list
}

func document(d research.Document) researchkind.Document {
	return researchkind.Document{
		ID: d.ID, URL: d.URL, Domain: d.Domain, Title: d.Title, Lane: d.Lane, Provider: d.Provider, Status: d.Status, Reason: d.Reason,
		Reused: d.Historical(), FetchedAt: instant.Of(d.FetchedAt), Published: instant.Known(d.Published), Outbound: d.Outbound, Content: d.Content,
		CapturedAt: instant.Of(d.CapturedAt), CaptureURL: d.CaptureURL, Duplicate: d.Duplicate,
		Excerpt: cut(d.Text, excerptChars), Preview: cut(d.Text, previewChars), Text: cut(d.Text, textChars),
	}
}

func lanes(o flow.Outcome) []researchkind.Lane {
	list := []researchkind.Lane{}
	for _, r := range o.Reports {
		list = append(list, researchkind.Lane{Lane: r.Lane, Provider: r.Provider, Outcome: r.Outcome, Reason: r.Reason, Queries: r.Queries, Found: r.Found})
	}
	return list
}

func summary(o flow.Outcome, r *researchkind.Result) researchkind.Summary {
	s := researchkind.Summary{
		Considered: len(o.Candidates), Selected: len(o.Chosen), DurationMS: o.Took.Milliseconds(),
		Semantic: o.Method, Verification: o.Judged, BudgetSpent: o.Spent, Notes: o.Notes,
	}
	for _, d := range o.Documents {
		switch {
		case d.Historical():
			s.Reused++
		case !d.FetchedAt.IsZero():
			s.Fetched++
		}
		if d.Content == research.Abstract || d.Content == research.Teaser {
			s.Abstracts++
		}
	}
	for _, e := range r.Evidence {
		if e.Scope == researchkind.Historical {
			s.Historical++
		} else {
			s.Current++
		}
	}
	for _, c := range r.Claims {
		if c.Status == string(claims.Supported) || c.Status == string(claims.SingleSource) {
			s.Accepted++
		}
	}
	s.AverageTrust = averageTrust(o)
	return s
}

func averageTrust(o flow.Outcome) float64 {
	has := used(o)
	sum := 0.0
	for i := range o.Documents {
		if has[i] {
			sum += score.Trust(&o.Documents[i]).Value
		}
	}
	if len(has) == 0 {
		return 0
	}
	return round(sum / float64(len(has)))
}

func cut(text string, most int) string {
	text, _ = extract.Cut(text, most)
	return text
}

func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }
