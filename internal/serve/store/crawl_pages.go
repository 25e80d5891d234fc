package store

import (
	"context"
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
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
	return j.Status == job.Cancelled || j.Status == job.Failed && j.Error.Code == errs.UpstreamRateLimited
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
	case j.Status == job.Failed && j.Page.Before.Known && (found.Status == http.StatusNotFound || found.Status == http.StatusGone):
		return PageGone
	}
	return ""
}
