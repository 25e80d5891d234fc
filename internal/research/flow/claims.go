package flow

import (
	"context"
	"slices"

	"github.com/quarryapi/quarry/internal/claims"
	"github.com/quarryapi/quarry/internal/research/score"
	"github.com/quarryapi/quarry/internal/retrieval/tokens"
)

// rules is who judges claims without a model.
const rules = "rules"

// mostClaims is how many claims are looked for, those of key messages aside.
const mostClaims = 20

// judgeClaims finds claims in documents with evidence and holds them, and the caller's
// key messages, to all of these documents.
func (t *task) judgeClaims(ctx context.Context) error {
	if t.Claims != nil {
		return nil
	}
	sources := t.sources()
	found := claims.Verify(sources, t.messages()...)
	found = append(found, others(found, claims.Find(sources, t.Topic.Words(), mostClaims))...)
	t.Claims, t.Judged = &found, rules
	return ctx.Err()
}

// others are the claims that are not the caller's own in other words: the sentences that
// support these.
func others(own, found []claims.Claim) []claims.Claim {
	said := map[claims.Evidence]bool{}
	for _, c := range own {
		for _, e := range c.Evidence {
			said[e] = said[e] || e.Stance == claims.Supports
		}
	}
	return slices.DeleteFunc(found, func(c claims.Claim) bool { return said[c.Evidence[Origin(c)]] })
}

// Origin is the place of the evidence that a claim was taken from: the one of the same
// words, else the first; -1 when no source supports it.
func Origin(c claims.Claim) int {
	words := tokens.All(c.Text)
	first := -1
	for i, e := range c.Evidence {
		if e.Stance != claims.Supports {
			continue
		}
		if first < 0 {
			first = i
		}
		if slices.Equal(words, tokens.All(e.Quote)) {
			return i
		}
	}
	return first
}

func (t *task) messages() []string {
	var list []string
	for _, m := range t.Topic.Messages {
		if m.Title != "" {
			list = append(list, m.Title)
		}
	}
	return list
}

// sources are the documents with evidence, in their order.
func (t *task) sources() []claims.Source {
	has := map[int]bool{}
	for _, e := range t.ranked {
		has[e.Document] = true
	}
	var list []claims.Source
	for i := range t.Documents {
		d := &t.Documents[i]
		if has[i] {
			list = append(list, claims.Source{
				ID: d.ID, URL: d.URL, Domain: d.Domain, Title: d.Title, Text: d.Text, Trust: score.Trust(d).Value, Published: d.Published,
			})
		}
	}
	return list
}
