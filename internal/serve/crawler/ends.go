package crawler

import (
	"context"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

const (
	// firstPause is how long a page waits before it is tried again, doubled with each try so many times, and mostPause
	// bounds what its host asks for.
	firstPause, doublings, mostPause = 30 * time.Second, 4, 10 * time.Minute
	// wary is for how long a host keeps a pace once it has asked for fewer requests.
	wary = 10 * time.Minute
)

// newestFailures is how many are named in the crawl itself.
const newestFailures = 10

// takeEnds takes the ends of pages into account, as far as one step has room for what was found.
func (d *draft) takeEnds(ctx context.Context) error {
	ids := make([]string, len(d.next.InFlight))
	for i, mark := range d.next.InFlight {
		ids[i] = d.crawl.PageJob(mark)
	}
	jobs, err := d.Store.JobsOf(ctx, d.crawl.OrgID, ids)
	if err != nil {
		return err
	}
	byID := map[string]*job.Job{}
	for _, j := range jobs {
		byID[j.ID] = j
		if !j.Status.Terminal() {
			d.busy[hostOf(j.Target)]++
		}
	}
	for _, mark := range slices.Clone(d.next.InFlight) {
		j := byID[d.crawl.PageJob(mark)]
		if j != nil && !j.Status.Terminal() && d.next.Halt == store.HaltCancelled {
			if err := d.cancel(ctx, j); err != nil {
				return err
			}
		}
		if j != nil && !j.Status.Terminal() {
			continue
		}
		whole, err := d.takeEnd(ctx, mark, j)
		if err != nil || !whole {
			return err
		}
	}
	return nil
}

// cancel ends a page of a crawl that was cancelled, unless it has ended meanwhile.
func (d *draft) cancel(ctx context.Context, j *job.Job) error {
	_, err := d.Store.Finish(ctx, j, store.Outcome{
		Status: job.Cancelled, Error: &job.Failure{Code: errs.Cancelled, Message: errs.Cancelled.Text()},
	})
	if err == nil && !j.Status.Terminal() {
		d.later(d.now.Add(time.Second)) // it has changed meanwhile
	}
	return err
}

// takeEnd takes one end into account. It reports false when there was no room for all that the page has
// found: then the page is the first in flight, and the rest follows with the next step. While its links wait for robots.txt
// there is nothing to write. A job that is not kept any more has failed.
func (d *draft) takeEnd(ctx context.Context, mark int64, j *job.Job) (whole bool, err error) {
	if d.crawl.TellsPages() && !d.hasRoom() {
		return false, nil
	}
	p := job.PageOf(d.crawl.ID, mark)
	var found job.Found
	if j == nil {
		j = &job.Job{Status: job.Failed, Error: job.FailureOf(errs.Of(errs.InternalError))}
	} else {
		p.Free, p.Depth, p.Before = j.Page.Free, j.Page.Depth, j.Page.Before
		if found, err = job.UnpackFound(j.Found); err != nil {
			return false, errs.Internal(err)
		}
	}
	if p.Number == 0 {
		whole, err = d.takeLists(ctx, j)
	} else if whole = true; j.Status == job.Succeeded {
		whole, err = d.takeFound(ctx, p, j, found)
	}
	if err != nil {
		return false, err
	}
	d.next.InFlight = slices.DeleteFunc(d.next.InFlight, func(m int64) bool { return m == mark })
	if !whole {
		d.next.InFlight = slices.Insert(d.next.InFlight, 0, mark)
		return false, nil
	}
	d.changed = true
	d.next.Offset, d.next.RoomAt = 0, time.Time{} // its slot is free
	if p.Number > 0 || !d.crawl.State.ListKept {  // else it was counted when the crawl ended
		d.next.Refunded += j.Refunded
	}
	if p.Number > 0 && d.count(p, j, found) && j.ID != "" && d.crawl.TellsPages() {
		d.step.Told = append(d.step.Told, j)
	}
	return true, nil
}

// count counts a page's end. It reports false when the page is to be tried again.
func (d *draft) count(p job.Page, j *job.Job, found job.Found) (final bool) {
	s := d.next
	again := store.Again{Mark: job.Page{Number: p.Number, Try: p.Try + 1}.Mark()}
	switch {
	case j.Status == job.Succeeded:
		s.Succeeded++
		d.change(p, found.Same)
	case j.Status == job.Cancelled && s.Halt == store.HaltCancelled && p.Try+1 < job.Marks:
		s.Again = append(s.Again, again) // should the crawl be resumed
		return false
	case j.Status == job.Cancelled:
		s.Cancelled++
	case (j.FailedByUs() || j.Refused()) && s.Halt == "" && p.Try+1 < job.Marks && (found.Unasked || p.Try-p.Free+1 < job.Tries):
		pause := firstPause << min(p.Try, doublings)
		again.At = d.now.Add(max(pause, min(time.Duration(j.Error.RetryAfter)*time.Second, mostPause)))
		s.Again = append(s.Again, again)
		if !j.FailedByUs() {
			s.Wary = d.now.Add(wary)
		}
		return false
	default:
		s.Failed[string(j.Error.Code)]++
		s.Failures = append(s.Failures, p.Mark())
		s.Failures = s.Failures[max(0, len(s.Failures)-newestFailures):]
		if d.plan.Against != "" && p.Before.Known && found.Gone() {
			s.Changes[store.PageGone]++
		}
	}
	if p.Number == 1 && j.Status != job.Succeeded {
		s.Halt = "" // there is nothing that could go on
		d.fail(j.Error)
	}
	return true
}

func (d *draft) change(p job.Page, same bool) {
	switch {
	case d.plan.Against == "" && (d.plan.Since.IsZero() || !p.Before.Known):
	case !p.Before.Known:
		d.next.Changes[store.PageNew]++
	case same:
		d.next.Changes[store.PageSame]++
	default:
		d.next.Changes[store.PageChanged]++
	}
}

// takeFound takes into account what a page has found: where it was, and what it links to.
func (d *draft) takeFound(ctx context.Context, p job.Page, j *job.Job, found job.Found) (whole bool, err error) {
	follow := true
	if d.next.Offset == 0 {
		if !d.hasRoom() {
			return false, nil
		}
		if follow, err = d.takePlace(ctx, p, j, found); err != nil {
			return false, err
		}
		if found.Dropped > 0 {
			d.skip(frontier.Dropped, j.Target, int64(found.Dropped))
		}
		if u := d.normal(j.Target); u != nil && found.Gist != 0 {
			d.sights = d.sights.Saw(u, frontier.Look{Gist: found.Gist, Dates: found.Dates, Name: found.Name, Shape: found.Shape})
		}
		d.next.Offset, d.changed = 1, true
	}
	if !follow || d.plan.Lists == kind.OnlyLists {
		return true, nil
	}
	rest := found.Links[min(d.next.Offset-1, len(found.Links)):]
	taken, err := d.meet(ctx, rest, p.Depth+1)
	if err != nil || taken == len(rest) {
		return true, err
	}
	d.next.Offset, d.changed = d.next.Offset+taken, d.changed || taken > 0
	return false, nil
}
