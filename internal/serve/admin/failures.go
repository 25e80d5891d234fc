package admin

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
)

const (
	// mostJobs is how many jobs of an organization are looked at: each is a read of its row.
	mostJobs = 10_000
	// examples is how many failed jobs are named of each code, and how many organizations.
	examples = 3
)

// Failures are the jobs that failed of those made since a moment, by kind and code, most frequent first.
type Failures struct {
	Since     string    `json:"since"`
	Jobs      int       `json:"jobs"` // that were made, those without an end included
	Failed    int       `json:"failed"`
	Refunded  int64     `json:"refunded"`
	Failures  []Failing `json:"failures"`
	Truncated bool      `json:"truncated,omitempty"` // an organization made more jobs than are looked at
}

// Failing are a kind's failures by one code.
type Failing struct {
	Kind     string    `json:"kind"`
	Code     errs.Code `json:"code"`
	Failed   int       `json:"failed"`
	Of       int       `json:"of"` // jobs of the kind
	Refunded int64     `json:"refunded"`
	Message  string    `json:"message"` // of the newest
	JobIDs   []string  `json:"jobIds"`  // the newest

	Organizations []Struck `json:"organizations"` // those with the most of them

	struck map[string]int // how many of each organization
}

// Struck is an organization whose jobs failed.
type Struck struct {
	OrganizationID string `json:"organizationId"`
	Failed         int    `json:"failed"`
}

// failures performs jobs.failed.
func (s *Service) failures(ctx context.Context, r Request) (any, error) {
	if r.Since.IsZero() {
		return nil, errs.Field(errs.InvalidRequest, "since", "is required: a time such as 2026-11-23T06:00:00Z; jobs are kept for 30 days")
	}
	orgs, err := s.orgs(ctx, r.Org)
	if err != nil {
		return nil, err
	}
	found := newTally(r.Since)
	for _, org := range orgs {
		if err := s.collect(ctx, found, store.RequestQuery{OrgID: org, Kind: r.Kind, Since: r.Since, Limit: store.MaxPage}); err != nil {
			return nil, err
		}
	}
	return found.report(), nil
}

// orgs are one organization or all. Errors: not_found.
func (s *Service) orgs(ctx context.Context, one string) ([]string, error) {
	if one != "" {
		_, err := s.store.Org(ctx, one)
		return []string{one}, err
	}
	all, err := s.store.Orgs(ctx)
	ids := make([]string, len(all))
	for i, o := range all {
		ids[i] = o.ID
	}
	return ids, err
}

func (s *Service) collect(ctx context.Context, into *tally, q store.RequestQuery) error {
	for seen := 0; ; {
		page, next, err := s.store.Requests(ctx, q)
		if err != nil {
			return err
		}
		for _, j := range page {
			into.add(j)
		}
		seen += len(page)
		if q.After = next; next == "" {
			return nil
		}
		if seen >= mostJobs {
			into.Truncated = true
			return nil
		}
	}
}

type tally struct {
	Failures
	kinds map[string]int
	codes map[[2]string]*Failing
}

func newTally(since time.Time) *tally {
	return &tally{Failures: Failures{Since: moment(since)}, kinds: map[string]int{}, codes: map[[2]string]*Failing{}}
}

// add counts a job; those of an organization come newest first.
func (t *tally) add(j *job.Job) {
	t.Jobs++
	t.kinds[j.Kind]++
	if j.Status != job.Failed || j.Error == nil {
		return
	}
	t.Failed++
	t.Refunded += j.Refunded
	at := [2]string{j.Kind, string(j.Error.Code)}
	f := t.codes[at]
	if f == nil {
		f = &Failing{Kind: j.Kind, Code: j.Error.Code, Message: j.Error.Message, struck: map[string]int{}}
		t.codes[at] = f
	}
	f.Failed++
	f.struck[j.OrgID]++
	f.Refunded += j.Refunded
	if len(f.JobIDs) < examples {
		f.JobIDs = append(f.JobIDs, j.ID)
	}
}

func (t *tally) report() *Failures {
	t.Failures.Failures = []Failing{}
	for _, f := range t.codes {
		f.Of = t.kinds[f.Kind]
		f.Organizations = most(f.struck)
		t.Failures.Failures = append(t.Failures.Failures, *f)
	}
	slices.SortFunc(t.Failures.Failures, func(a, b Failing) int {
		return cmp.Or(b.Failed-a.Failed, cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Code, b.Code))
	})
	return &t.Failures
}

// most are the organizations with the most failures.
func most(struck map[string]int) []Struck {
	all := make([]Struck, 0, len(struck))
	for org, failed := range struck {
		all = append(all, Struck{org, failed})
	}
	slices.SortFunc(all, func(a, b Struck) int {
		return cmp.Or(b.Failed-a.Failed, cmp.Compare(a.OrganizationID, b.OrganizationID))
	})
	return all[:min(examples, len(all))]
}
