package crawler

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/core/seal"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/store"
)

const (
	// turnPatience is how far ahead of its turn at a host a page is admitted: messages take about as long.
	turnPatience = 1500 * time.Millisecond
	// mostAgain is how many pages wait to be tried again before none is admitted for the first time.
	mostAgain = 64
)

// admit adds to the step the pages that are next, as many as may be.
func (d *draft) admit(ctx context.Context) error {
	s := d.next
	room := min(InFlight-len(s.InFlight), d.most)
	switch {
	case s.Halt != "", !d.seeded() && s.Admitted > 0 && len(s.Again) == 0:
		return nil
	case s.RoomAt.After(d.now):
		d.later(s.RoomAt)
		return nil
	case d.most <= 0:
		d.refused()
		return nil
	case d.seeded() && s.Listing && !d.listsInFlight():
		return d.admitLists(ctx)
	case s.Waiting() == 0 || room <= 0:
		return nil
	}
	room, err := d.allowance(ctx, room, d.plan.Quote.Credits)
	if err != nil || room <= 0 {
		return err
	}
	pages, err := d.waiting(ctx, room)
	if err != nil {
		return err
	}
	if pages, err = d.inTurn(ctx, pages); err != nil {
		return err
	}
	return d.admitPages(ctx, pages)
}

// refused is what is done when the wallet takes no page. Without credits the ends of those in flight decide, if there
// are some; a crawl whose first page cannot be paid has nothing, and fails. Without room the crawl pauses until one of its own pages ends: else each turn at a slow host would be
// another try.
func (d *draft) refused() {
	e := errs.As(d.refusal)
	switch {
	case e == nil:
	case e.Code == errs.InsufficientCredits && !d.seeded() && len(d.next.InFlight) == 0:
		d.fail(job.FailureOf(e))
	case e.Code == errs.InsufficientCredits && len(d.next.InFlight) == 0:
		d.next.Halt, d.changed = store.HaltCredits, true
	case e.Code == errs.InsufficientCredits:
	default:
		d.next.RoomAt, d.changed = d.now.Add(max(crowded<<min(d.next.Pauses, mostPauses), e.RetryAfter)), true
		d.next.Pauses++
		d.later(d.next.RoomAt)
	}
}

// allowance is how many of so many jobs at a price may be admitted: half of the organization's unfinished jobs are left to others,
// and the crawl's own limit of credits holds.
func (d *draft) allowance(ctx context.Context, room int, price int64) (int, error) {
	b, err := d.Store.Balance(ctx, d.crawl.OrgID, d.crawl.Shards, false)
	if err != nil {
		return 0, err
	}
	d.step.Keep = b.Cap / 2 / int64(max(1, d.crawl.Shards))
	room = min(room, max(1, int(b.Cap-b.Cap/2)))
	if d.crawl.Most() == 0 || price == 0 {
		return room, nil
	}
	left := int((d.crawl.Most() - d.next.Charged + d.next.Refunded) / price)
	if left <= 0 && len(d.next.InFlight) == 0 {
		d.next.Halt, d.changed = store.HaltCredits, true
	}
	return min(room, left), nil
}

// waiting are the pages that are next: those to be tried again, then those that were found first.
func (d *draft) waiting(ctx context.Context, room int) ([]page, error) {
	pages, err := d.again(ctx, room)
	if err != nil {
		return nil, err
	}
	s := d.next
	if len(s.Again) >= mostAgain {
		return pages, nil
	}
	room = min(room-len(pages), int(d.open()-s.Admitted))
	before := s.Numbered - int64(len(d.fresh)) // what had a number before this step
	if room > 0 && s.Admitted < before {
		queued, err := d.Store.Queued(ctx, d.crawl, s.Admitted+1, min(room, int(before-s.Admitted)))
		if err != nil {
			return nil, err
		}
		for n := s.Admitted + 1; n <= before && room > 0; n++ {
			q, ok := queued[n]
			if !ok {
				return nil, errs.Internal(fmt.Errorf("%s has no page %d", d.crawl.ID, n))
			}
			pages = append(pages, page{q.URL, q.Depth, job.Page{Number: n}.Mark(), 0})
			room--
		}
	}
	if s.Admitted+int64(len(pages)) < before {
		return pages, nil // the new ones come behind those
	}
	return append(pages, d.fresh[:min(room, len(d.fresh))]...), nil
}

// again are pages that are to be tried again by now, by the jobs of their former tries.
func (d *draft) again(ctx context.Context, room int) ([]page, error) {
	var ids []string
	for _, a := range d.next.Again {
		switch {
		case a.At.After(d.now):
			d.later(a.At)
		case len(ids) < room:
			p := job.PageOf(d.crawl.ID, a.Mark)
			p.Try--
			ids = append(ids, d.crawl.PageJob(p.Mark()))
		}
	}
	jobs, err := d.Store.JobsOf(ctx, d.crawl.OrgID, ids)
	if err != nil {
		return nil, err
	}
	pages := make([]page, 0, len(jobs))
	for _, j := range jobs {
		if j.Page != nil {
			p := *j.Page
			found, err := job.UnpackFound(j.Found)
			if err != nil {
				return nil, errs.Internal(err)
			}
			if found.Unasked || j.Status == job.Cancelled {
				p.Free++
			}
			p.Try++
			pages = append(pages, page{j.Target, p.Depth, p.Mark(), p.Free})
		}
	}
	return pages, nil
}

// admitPages makes the jobs of pages.
func (d *draft) admitPages(ctx context.Context, pages []page) error {
	before, err := d.before(ctx, pages)
	if err != nil {
		return err
	}
	for _, p := range pages {
		made := job.PageOf(d.crawl.ID, p.mark)
		made.Free, made.Depth, made.Before = p.free, p.depth, before[p.url]
		made.SiteDelay, made.OwnDelay = d.delays[p.mark], d.ownDelay(d.delays[p.mark])
		made.Elsewhere = hostOf(p.url) != hostOf(d.crawl.Target)
		if made.Number == 1 {
			if ok, err := d.seedAllowed(ctx, p); err != nil || !ok {
				return err
			}
		}
		if err := d.make(d.def, d.args.Page(p.url), made); err != nil {
			return err
		}
		d.next.Again = slices.DeleteFunc(d.next.Again, func(a store.Again) bool { return a.Mark == p.mark })
		if made.Try == 0 {
			d.next.Admitted = made.Number
		}
	}
	return nil
}

// seedAllowed holds the first page to robots.txt: a crawl whose first page is disallowed fails.
func (d *draft) seedAllowed(ctx context.Context, p page) (bool, error) {
	u, err := url.Parse(p.url)
	if err != nil {
		return false, errs.Internal(err)
	}
	ok, err := d.allowed(ctx, u)
	if e := errs.As(err); err != nil && e.Code != errs.ServiceUnavailable && e.Code != errs.InternalError {
		d.fail(job.FailureOf(err))
		return false, nil
	}
	if err == nil && !ok {
		refused := errs.Newf(errs.UpstreamBlocked, "robots.txt of %s disallows the first page; set respectRobots to false if you may visit it", u.Host)
		refused.Permanent = true
		d.fail(job.FailureOf(refused))
	}
	return ok, err
}

func (d *draft) fail(why *job.Failure) {
	d.next.Error, d.next.Listing = why, false
	d.end(store.CrawlFailed)
}

// make adds a job to the step.
func (d *draft) make(def kind.Definition, args kind.Args, p job.Page) error {
	plan, err := args.Prepare(d.caller())
	if err != nil {
		return errs.Internal(fmt.Errorf("page %d of %s: %w", p.Number, d.crawl.ID, err))
	}
	c, mark := d.crawl, p.Mark()
	j := &job.Job{
		ID: c.PageJob(mark), OrgID: c.OrgID, WorkspaceID: c.WorkspaceID, TokenID: c.TokenID, RequestID: c.RequestID, Kind: def.Name,
		Worker: def.FunctionOf(plan.Quote.Action).Name, Status: job.Queued, Target: seal.Text(plan.Target), Quote: plan.Quote,
		Page: &p, CreatedAt: d.now, ExpiresAt: d.now.Add(job.Retention),
	}
	if err := d.conceal(j, args); err != nil {
		return err
	}
	d.step.Jobs = append(d.step.Jobs, j)
	d.next.InFlight = append(d.next.InFlight, mark)
	d.next.Charged += j.Quote.Credits
	d.next.Pauses = 0
	d.changed = true
	return nil
}

// conceal gives a job its arguments, and seals those of them that are secret.
func (d *draft) conceal(j *job.Job, args kind.Args) error {
	input, err := json.Marshal(args)
	if err != nil {
		return errs.Internal(err)
	}
	shown, secrets, err := seal.Redact(input)
	if err != nil {
		return errs.Internal(err)
	}
	j.Input = shown
	if len(secrets) == 0 {
		return nil
	}
	j.InputDigest = d.Seals.Digest(input)
	if j.Sealed, err = d.Seals.Seal(j.SealedFor(), secrets); err != nil {
		return errs.Internal(err)
	}
	return nil
}
