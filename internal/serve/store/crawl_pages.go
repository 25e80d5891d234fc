package store

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// CrawlPages are the jobs of so many pages from a number on: of each that of its last try.
func (s *Store) CrawlPages(ctx context.Context, c *Crawl, from int64, most int) ([]*job.Job, error) {
	var numbers []int64
	for n := from; n <= min(from+int64(most)-1, c.State.Admitted); n++ {
		numbers = append(numbers, n)
	}
	return s.PagesNumbered(ctx, c, numbers)
}

// PagesNumbered are the jobs of the pages with these numbers that have one, in the order of the numbers: of each that
// of its last try.
func (s *Store) PagesNumbered(ctx context.Context, c *Crawl, numbers []int64) ([]*job.Job, error) {
	var next []int64
	for _, n := range numbers {
		next = append(next, job.Page{Number: n}.Mark())
	}
	byNumber := map[int64]*job.Job{}
	for len(next) > 0 {
		ids := make([]string, len(next))
		for i, mark := range next {
			ids[i] = c.PageJob(mark)
		}
		jobs, err := s.JobsOf(ctx, c.OrgID, ids)
		if err != nil {
			return nil, err
		}
		next = next[:0]
		for _, j := range jobs {
			byNumber[j.Page.Number] = j
			if again := (job.Page{Number: j.Page.Number, Try: j.Page.Try + 1}); mayBeTriedAgain(j) && again.Try < job.Marks {
				next = append(next, again.Mark())
			}
		}
	}
	var all []*job.Job
	for _, n := range numbers {
		if j := byNumber[n]; j != nil {
			all = append(all, j)
		}
	}
	return all, nil
}

func mayBeTriedAgain(j *job.Job) bool {
	return j.Status == job.Cancelled || j.FailedByUs() || j.Refused()
}

// What pages are to an earlier crawl.
const (
	PageNew     = "new"
	PageChanged = "changed"
	PageSame    = "same"
	PageGone    = "gone"
)

// ChangeOf says what a page is to an earlier crawl; empty of one that failed otherwise, and without such.
func (c *Crawl) ChangeOf(j *job.Job) string {
	if len(c.State.Changes) == 0 {
		return ""
	}
	found, err := job.UnpackFound(j.Found)
	switch {
	case err != nil, !j.Page.Before.Known && c.State.Changes[PageNew] == 0:
	case j.Status == job.Succeeded && !j.Page.Before.Known:
		return PageNew
	case j.Status == job.Succeeded && found.Same:
		return PageSame
	case j.Status == job.Succeeded:
		return PageChanged
	case j.Status == job.Failed && j.Page.Before.Known && c.State.Changes[PageGone] > 0 && found.Gone():
		return PageGone
	}
	return ""
}

// Duplicates are those of some pages that are another page of the crawl, by their numbers, with the number of that one: they redirect to it, or
// name it as their own, or what it was the first to name.
func (s *Store) Duplicates(ctx context.Context, c *Crawl, rules *frontier.Rules, jobs []*job.Job) (map[int64]int64, error) {
	others, names := map[int64]string{}, []string{}
	for _, j := range jobs {
		if j.Status != job.Succeeded {
			continue
		}
		found, err := job.UnpackFound(j.Found)
		if err != nil {
			return nil, errs.Internal(err)
		}
		u, ok := rules.Normal(cmp.Or(found.Final, found.Canonical))
		if !ok || u.String() == j.Target {
			continue
		}
		others[j.Page.Number] = u.String()
		if names = append(names, u.String()); found.Final == "" {
			names = append(names, Canonical(u.String()))
		}
	}
	rows := map[string]SeenURL{}
	for some := range slices.Chunk(names, MaxSeen) {
		seen, err := s.Seen(ctx, c, some)
		if err != nil {
			return nil, err
		}
		maps.Copy(rows, seen)
	}
	duplicates := map[int64]int64{}
	for number, other := range others {
		if of := cmp.Or(rows[other].Number, rows[Canonical(other)].Number); of > 0 && of != number {
			duplicates[number] = of
		}
	}
	return duplicates, nil
}
