package crawler

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// priorPages is how many pages of the earlier crawl are read at once.
const priorPages = 50

// takePrior has the pages of the earlier crawl found: pages that are the same say nothing of
// their links, and those that are gone are linked to no more. Those that were gone then are not asked for again.
func (d *draft) takePrior(ctx context.Context) error {
	s := d.next
	if s.PriorAll || s.Ended() || s.Halt != "" || !d.seeded() || !d.hasRoom() || d.byLevels() && !d.levelEnded() {
		return nil
	}
	old, err := d.Store.Crawl(ctx, d.crawl.OrgID, d.plan.Against)
	if errs.Is(err, errs.CrawlNotFound) { // it has expired meanwhile
		s.PriorAll, d.changed = true, true
		return nil
	}
	if err != nil {
		return err
	}
	last := min(s.Prior+priorPages, old.State.Admitted)
	jobs, err := d.Store.CrawlPages(ctx, old, s.Prior+1, priorPages)
	if err != nil {
		return err
	}
	for _, j := range jobs {
		if found, err := job.UnpackFound(j.Found); err != nil {
			return errs.Internal(err)
		} else if j.Status == job.Failed && found.Gone() {
			continue
		}
		if d.deeper = j.Page.Depth > s.Level+1 && s.Level+1 < d.plan.MaxDepth; d.deeper {
			return nil
		}
		taken, err := d.meet(ctx, []string{j.Target}, j.Page.Depth)
		if err != nil || taken == 0 {
			return err
		}
		s.Prior, d.changed = j.Page.Number, true
	}
	s.Prior, d.changed = last, true
	s.PriorAll = last >= old.State.Admitted
	return nil
}

// knowTraps takes over which templates were traps in the earlier crawl. Its pages are asked for at once, and would
// lead on to others like them before they have been found alike again.
func (d *draft) knowTraps(ctx context.Context) error {
	if d.plan.Against == "" {
		return nil
	}
	old, err := d.Store.Crawl(ctx, d.crawl.OrgID, d.plan.Against)
	if errs.Is(err, errs.CrawlNotFound) { // it has expired meanwhile
		return nil
	}
	if err != nil {
		return err
	}
	seen, err := unpackSights(old.State.Sights)
	d.sights = seen.Known()
	return err
}

// wanted are those of URLs that look like traps, and are pages all the same: the earlier crawl had them.
func (d *draft) wanted(ctx context.Context, window []link) (map[string]bool, error) {
	var names []string
	for _, l := range window {
		if d.plan.Against != "" && d.sights.Traps(l.url) {
			names = append(names, l.name)
		}
	}
	seen, err := d.Store.Seen(ctx, &store.Crawl{ID: d.plan.Against, OrgID: d.crawl.OrgID}, names)
	wanted := map[string]bool{}
	for name, s := range seen {
		wanted[name] = s.Number > 0
	}
	return wanted, err
}

// since has pages asked for what has changed since a time, but for the first, whose links are needed.
func (d *draft) since(pages []page) map[string]job.Before {
	before := map[string]job.Before{}
	for _, p := range pages {
		if job.PageOf("", p.mark).Number > 1 {
			before[p.url] = job.Before{Known: true, LastModified: d.plan.Since.UTC().Format(http.TimeFormat)}
		}
	}
	return before
}

// before is what the earlier crawl had of pages.
func (d *draft) before(ctx context.Context, pages []page) (map[string]job.Before, error) {
	if !d.plan.Since.IsZero() {
		return d.since(pages), nil
	}
	if d.plan.Against == "" || len(pages) == 0 {
		return nil, nil
	}
	old := &store.Crawl{ID: d.plan.Against, OrgID: d.crawl.OrgID}
	names := make([]string, len(pages))
	for i, p := range pages {
		names[i] = p.url
	}
	seen, err := d.Store.Seen(ctx, old, names)
	if err != nil {
		return nil, err
	}
	byNumber := map[int64][]string{} // a page can have been found by several URLs
	for name, s := range seen {
		if s.Number > 0 {
			byNumber[s.Number] = append(byNumber[s.Number], name)
		}
	}
	jobs, err := d.Store.PagesNumbered(ctx, old, slices.Collect(maps.Keys(byNumber)))
	if err != nil {
		return nil, err
	}
	before := map[string]job.Before{}
	for _, j := range jobs {
		was, err := last(j)
		if err != nil {
			return nil, err
		}
		for _, name := range byNumber[j.Page.Number] {
			if was.Known {
				before[name] = was
			}
		}
	}
	return before, nil
}

// last is what was seen of a page of the earlier crawl: then, or where it failed by the crawl before that.
func last(j *job.Job) (job.Before, error) {
	found, err := job.UnpackFound(j.Found)
	switch {
	case err != nil:
		return job.Before{}, errs.Internal(err)
	case j.Status == job.Failed && found.Gone():
		return job.Before{}, nil
	case j.Status != job.Succeeded:
		return j.Page.Before, nil
	}
	if found.Canonical == j.Target { // as most pages have it
		found.Canonical = ""
	}
	return job.Before{Known: true, ETag: found.ETag, LastModified: found.LastModified, Print: found.Print, Canonical: found.Canonical}, nil
}
