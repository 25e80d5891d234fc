package crawler

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/core/seal"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/frontier"
	"github.com/quarryapi/quarry/internal/web/turn"
)

// draft is a step that is being made of a crawl's state.
type draft struct {
	*Crawler

	crawl   *store.Crawl
	def     kind.Definition
	args    kind.CrawlArgs
	plan    kind.CrawlPlan
	secrets []string
	now     time.Time

	step    store.CrawlStep
	next    *store.CrawlState // step.State
	sights  frontier.Sights
	met     map[string]int64 // URLs that got a row in this step, by their numbers
	fresh   []page           // of them the pages, by their numbers
	judged  bool             // a URL was, in this step
	busy    map[string]int   // pages under way, by their hosts
	hosts   map[string]turn.Standing
	changed bool
	wake    time.Time // when there will be something to do; zero when a page's end says so
	woken   bool      // a message is to be sent for that
	deeper  bool      // the next page of the earlier crawl is of a later level
	ended   bool      // the crawl ends by this step

	delays  map[int64]time.Duration // that their sites ask for, by the marks of pages
	turns   map[int64]bool          // marks of pages whose turn at their host has come, for drafts of the same step
	most    int                     // pages that it may admit
	refusal error                   // why it may not admit more
}

// page is a URL with a number and, as yet, no job.
type page struct {
	url   string
	depth int
	mark  int64
	free  int // of its former tries
}

func (c *Crawler) draft(crawl *store.Crawl, most int, refusal error) (*draft, error) {
	d := &draft{Crawler: c, crawl: crawl, now: c.Now().UTC().Truncate(time.Millisecond), met: map[string]int64{}, busy: map[string]int{}, delays: map[int64]time.Duration{}, hosts: map[string]turn.Standing{}, most: most, refusal: refusal}
	i := slices.IndexFunc(c.Kinds, func(def kind.Definition) bool { return def.Name == crawl.Kind && def.Crawl != nil })
	if i < 0 {
		return nil, errs.Internal(fmt.Errorf("no crawls of kind %q", crawl.Kind))
	}
	d.def = c.Kinds[i]
	d.args = d.def.Crawl.Args()
	var err error
	if d.secrets, err = c.Seals.Open(crawl.SealedFor(), crawl.Sealed); err != nil {
		return nil, errs.Internal(err)
	}
	input, err := seal.Restore(crawl.Input, d.secrets)
	if err == nil {
		err = json.Unmarshal(input, d.args)
	}
	if err != nil {
		return nil, errs.Internal(fmt.Errorf("input of %s: %w", crawl.ID, err))
	}
	if d.plan, err = d.args.Plan(d.caller()); err != nil {
		return nil, errs.Internal(fmt.Errorf("input of %s: %w", crawl.ID, err))
	}
	if d.sights, err = unpackSights(crawl.State.Sights); err != nil {
		return nil, err
	}
	d.step.State = clone(crawl.State)
	d.next = &d.step.State
	return d, nil
}

// caller is whoever made the crawl, for the prices of then.
func (d *draft) caller() kind.Caller {
	return kind.Caller{OrgID: d.crawl.OrgID, RenderCredits: d.crawl.RenderCredits}
}

// clone is a state that shares nothing with another.
func clone(s store.CrawlState) store.CrawlState {
	s.InFlight, s.Again, s.Matched = slices.Clone(s.InFlight), slices.Clone(s.Again), slices.Clone(s.Matched)
	s.Failures = slices.Clone(s.Failures)
	s.Failed, s.Skipped, s.Changes = own(s.Failed), own(s.Skipped), own(s.Changes)
	return s
}

func own(counts map[string]int64) map[string]int64 {
	if counts == nil {
		return map[string]int64{}
	}
	return maps.Clone(counts)
}

// compose makes the step. Of a crawl that has ended the rest is written to the bucket.
func (d *draft) compose(ctx context.Context) error {
	if !d.next.Ended() {
		if err := d.goOn(ctx); err != nil {
			return err
		}
	}
	d.export(ctx)
	d.changed = d.changed || d.now.Sub(d.next.UpdatedAt) >= restless
	packed, err := packSights(d.sights)
	d.next.Sights = packed
	return err
}

// goOn makes the step of a crawl that has not ended.
func (d *draft) goOn(ctx context.Context) error {
	if err := d.begin(ctx); err != nil {
		return err
	}
	if err := d.takeEnds(ctx); err != nil {
		return err
	}
	if err := d.takePrior(ctx); err != nil {
		return err
	}
	d.openLevel()
	if d.next.Status == store.CrawlRunning {
		if err := d.admit(ctx); err != nil {
			return err
		}
	}
	d.queue()
	if d.next.Status == store.CrawlRunning && d.next.Through() {
		d.end(store.CrawlFinished)
		if d.next.Halt == store.HaltCancelled {
			d.next.Status = store.CrawlCancelled
		}
	}
	d.remind()
	return nil
}

// begin is what a crawl does first, and when its time is over.
func (d *draft) begin(ctx context.Context) error {
	s := d.next
	if s.StartedAt.IsZero() {
		s.StartedAt, d.changed = d.now, true
	}
	if s.Host == "" {
		u, ok := d.plan.Normal(d.plan.Root)
		if !ok {
			return errs.Internal(fmt.Errorf("%s begins at %q", d.crawl.ID, d.plan.Root))
		}
		s.Host, s.Origin = u.Hostname(), originOf(u)
		d.match(u)
		s.Listing = d.plan.Lists != kind.SkipLists && d.plan.MaxDepth != 0 // their pages have a depth of 1
		s.PriorAll = d.plan.Against == ""
		s.LevelLast = s.Numbered
		d.changed = true
		if err := d.knowTraps(ctx); err != nil {
			return err
		}
	}
	if s.Halt == "" && d.now.Sub(s.StartedAt) > cmp.Or(d.plan.Timeout, Longest) {
		s.Halt, d.changed = store.HaltTime, true
	}
	d.readKept()
	return nil
}

// seeded reports whether the first page has been read, before which nothing else is done.
func (d *draft) seeded() bool { return d.next.Succeeded > 0 }

func (d *draft) end(status store.CrawlStatus) {
	d.next.Status, d.next.CompletedAt, d.changed, d.ended = status, d.now, true, true
	d.next.WakeAt, d.next.Wary, d.next.RoomAt, d.next.NoRules = time.Time{}, time.Time{}, time.Time{}, time.Time{}
}

// queue keeps those of the new pages that were not admitted.
func (d *draft) queue() {
	for _, p := range d.fresh {
		n := job.PageOf("", p.mark).Number
		if n <= d.next.Admitted {
			continue
		}
		if len(d.step.Queue) == 0 {
			d.step.First = n
		}
		d.step.Queue = append(d.step.Queue, store.QueuedURL{URL: p.url, Depth: p.depth})
	}
}

// remind sees to a message for the time when there is something to do, unless one is on its way. Messages wait for whole seconds, up to
// queue.MaxDelay: one that comes too early has another one sent.
func (d *draft) remind() {
	s := d.next
	if s.Ended() || !d.wakes() {
		return
	}
	wait := d.wake.Sub(d.now).Round(time.Second)
	s.WakeAt, d.woken, d.changed = d.now.Add(min(max(wait, time.Second), queue.MaxDelay)), true, true
}

// wakes reports whether there is something to do a second before a message comes that was sent for a time, or sooner.
func (d *draft) wakes() bool {
	return !d.wake.IsZero() && (!d.next.WakeAt.After(d.now) || d.wake.Before(d.next.WakeAt.Add(-time.Second)))
}

// later has a message come at a time, if none comes before.
func (d *draft) later(at time.Time) {
	if d.wake.IsZero() || at.Before(d.wake) {
		d.wake = at
	}
}

func packSights(s frontier.Sights) ([]byte, error) {
	if len(s) == 0 {
		return nil, nil
	}
	return json.Marshal(s)
}

func unpackSights(packed []byte) (s frontier.Sights, err error) {
	if len(packed) == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(packed, &s); err != nil {
		return nil, errs.Internal(err)
	}
	return s, nil
}

// normal is a URL of the site in the form by which pages are told apart; nil for any other.
func (d *draft) normal(raw string) *url.URL {
	u, ok := d.plan.Normal(raw)
	if !ok || !d.plan.Belongs(d.next.Host, u.Hostname()) {
		return nil
	}
	return u
}
