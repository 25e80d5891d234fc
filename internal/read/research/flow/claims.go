package flow

import (
	"context"
	"fmt"
	"slices"

	"github.com/quarryapi/quarry/internal/read/claims"
	"github.com/quarryapi/quarry/internal/read/claims/judge"
	"github.com/quarryapi/quarry/internal/read/research/lane"
	"github.com/quarryapi/quarry/internal/read/research/plan"
	"github.com/quarryapi/quarry/internal/read/research/score"
	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

const (
	// rules is who judges claims without a model.
	rules = "rules"
	// mostClaims is how many claims are looked for, those of key messages aside.
	mostClaims = 20
	// batch is how many claims a model judges before what it said is kept.
	batch = 6
)

// judgeClaims finds claims in documents with evidence, holds them, and the caller's key
// messages, to all of these documents, and has a model look at the first of them again.
func (t *task) judgeClaims(ctx context.Context) error {
	sources := t.sources()
	t.findClaims(sources)
	most := min(plan.ShareOf(t.Settings.Profile).Judged, len(*t.Claims))
	if t.Reviewed >= most || len(sources) == 0 || !t.hasModel() {
		return ctx.Err()
	}
	within, cancel := context.WithTimeoutCause(ctx, t.limits.Judge, errSlow)
	defer cancel()
	for t.Reviewed < most {
		err := t.review(within, sources, most)
		if keepErr := t.keep(ctx); keepErr != nil || err != nil {
			return keepErr
		}
	}
	return nil
}

// review has a model judge the next claims. Its failure is noted, and the claims stay as
// the rules judge them.
func (t *task) review(ctx context.Context, sources []claims.Source, most int) error {
	next := (*t.Claims)[t.Reviewed:min(t.Reviewed+batch, most)]
	asked := judge.New(t.model)
	judged, err := claims.Review(ctx, asked, next, sources)
	copy(next, judged)
	usage := asked.Usage()
	t.Usage = t.Usage.Add(usage)
	if err != nil {
		t.note(fmt.Sprintf("The model did not judge %d of %d claims, so rules alone did: %s", most-t.Reviewed, most, lane.Reason(err)))
		t.Reviewed = len(*t.Claims) // it is not asked again
		return err
	}
	t.Reviewed += len(next)
	if usage.Model != "" { // else no source has words of the claims
		t.Judged = "model:" + usage.Model + " and " + rules
	}
	return nil
}

// findClaims is what is done without a model, and needs not be kept.
func (t *task) findClaims(sources []claims.Source) {
	if t.Claims != nil {
		return
	}
	found := claims.Verify(sources, t.messages()...)
	found = append(found, others(found, claims.Find(sources, t.Topic.Words(), mostClaims))...)
	t.Claims, t.Judged = &found, rules
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
