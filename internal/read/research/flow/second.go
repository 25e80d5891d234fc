package flow

import (
	"context"

	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/lane"
	"github.com/quarryapi/quarry/internal/read/research/merge"
	"github.com/quarryapi/quarry/internal/read/research/plan"
	"github.com/quarryapi/quarry/internal/read/research/score"
)

// looked is how many passages of the first round decide about the second.
const looked = 20

// second looks further, in a complex research: it searches for what the documents of
// several owners name, and follows links on their sites. What place is left goes to the
// sources that the first round has passed over.
func (t *task) second(ctx context.Context) error {
	share := plan.ShareOf(t.Settings.Profile)
	if t.Again || share.FollowUps == 0 || !t.readAny() {
		return nil
	}
	if t.left() <= 0 {
		t.Spent = true
		t.note("The time was used up: there was no second round.")
		return nil
	}
	t.Again = true
	markDuplicates(t.Documents)
	passages := score.Cut(&t.Topic, t.Documents)
	local := score.Meaning{Method: score.LocalMethod, Scores: score.Local(&t.Topic, t.Documents, passages)}
	best := score.Rank(&t.Topic, t.Documents, passages, local, t.Began, looked)

	known := map[string]bool{}
	for _, c := range t.Candidates {
		known[c.Key] = true
	}
	links := plan.Links(&t.Topic, withEvidence(t.Documents, best), known, share.SiteLinks)
	t.Candidates = append(t.Candidates, links...)
	t.Reports = append(t.Reports, siteReport(links))
	found, err := t.followUp(ctx, t.followUps(best, share))
	if err != nil {
		return err
	}
	t.chooseAgain(links, found, share.PerHost)
	return t.keep(ctx)
}

func siteReport(links []research.Candidate) research.Report {
	r := research.Report{Lane: research.Site, Provider: plan.SiteLinks, Outcome: research.OK, Found: len(links)}
	if len(links) == 0 {
		r.Outcome, r.Provider, r.Reason = research.Empty, "", "No document links to another page of its site with words of the topic."
	}
	return r
}

func (t *task) followUps(best []score.Evidence, share plan.Share) []research.Query {
	var accepted []plan.Passage
	for _, e := range best {
		accepted = append(accepted, plan.Passage{Domain: t.Documents[e.Document].Domain, Text: e.Text})
	}
	return plan.FollowUps(&t.Topic, accepted, share.FollowUps)
}

// followUp makes the searches and returns what is new, which is at most the results that
// the first round has left.
func (t *task) followUp(ctx context.Context, queries []research.Query) ([]research.Candidate, error) {
	if len(queries) == 0 {
		return nil, nil
	}
	lists, reports, err := t.engines.Run(ctx, queries, min(t.limits.Second, t.left()))
	if err != nil {
		return nil, err
	}
	for _, r := range reports {
		t.addReport(r)
	}
	t.Queries = append(t.Queries, queries...)
	before := len(t.Candidates)
	t.Candidates = merge.Merge(&t.Topic, t.Candidates, lists, t.Settings.Results-first(t.Settings.Results))
	return t.Candidates[before:], nil
}

// addReport adds how a lane went in the second round to how it went in the first.
func (t *task) addReport(r research.Report) {
	for i := range t.Reports {
		have := &t.Reports[i]
		if have.Lane != r.Lane {
			continue
		}
		have.Queries, have.Found = have.Queries+r.Queries, have.Found+r.Found
		if lane.Answered(r) && !lane.Answered(*have) || r.Outcome == research.OK {
			have.Outcome, have.Provider, have.Code = r.Outcome, r.Provider, ""
		}
		if r.Reason != "" {
			have.Reason = "In the second round: " + r.Reason
		}
		return
	}
	t.Reports = append(t.Reports, r)
}

// chooseAgain fills the places that are left: sources of the caller first, then what is
// new, then what is there.
func (t *task) chooseAgain(links, found []research.Candidate, perHost int) {
	places := t.Settings.Documents - len(t.Chosen)
	var named []research.Candidate
	for _, c := range t.Candidates {
		if c.Provider == research.Caller {
			named = append(named, c)
		}
	}
	for _, pool := range [][]research.Candidate{named, links, found, t.Candidates} {
		more := merge.Choose(pool, places, perHost, t.Chosen)
		t.Chosen = append(t.Chosen, more...)
		places -= len(more)
	}
}

// withEvidence are the documents of passages, each once, the best first.
func withEvidence(documents []research.Document, best []score.Evidence) []research.Document {
	var list []research.Document
	seen := map[int]bool{}
	for _, e := range best {
		if !seen[e.Document] {
			seen[e.Document] = true
			list = append(list, documents[e.Document])
		}
	}
	return list
}
