package crawler

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

const (
	// mostSkipped is how many URLs that are no pages have a row, beside the limit of pages. Those
	// met after that are not counted.
	mostSkipped = 10_000
	// patience is for how long one step judges URLs, whose hosts may be slow to serve their robots.txt: far below
	// Timeout, so that what was judged is kept.
	patience = 20 * time.Second
)

// hasRoom reports whether the step can have another row of a URL, or of an event.
func (d *draft) hasRoom() bool { return len(d.step.Seen)+len(d.step.Told) < store.MaxCrawlRows }

func (d *draft) see(name string, number int64, why frontier.Reason) {
	d.met[name] = number
	d.step.Seen = append(d.step.Seen, store.SeenURL{URL: name, Number: number, Reason: string(why)})
}

// samples is how many URLs are kept of each reason.
const samples = 3

// skip counts URLs that are no pages, and keeps the first as samples. Counts alone are no reason for a step.
func (d *draft) skip(why frontier.Reason, sample string, many int64) {
	before := d.next.Skipped[string(why)]
	if before < samples && len(d.step.Skipped) < store.MaxCrawlSamples {
		d.step.Skipped = append(d.step.Skipped, store.SkippedURL{Reason: string(why), At: int(before), URL: sample})
	}
	d.next.Skipped[string(why)] += many
}

// link is a URL of the site that a page names.
type link struct {
	url  *url.URL
	name string
	at   int // of the list that it is in
}

// meet takes URLs into account, as many as the step has room and time for, and returns how many of the list that
// are. The first has its turn however long that takes, and what cannot be judged yet is left to a later step.
func (d *draft) meet(ctx context.Context, urls []string, depth int) (taken int, err error) {
	for at := 0; at < len(urls); {
		window, next := d.window(ctx, urls, at, depth)
		rows, err := d.rowsOf(ctx, namesOf(window))
		if err != nil {
			return at, err
		}
		wanted, err := d.wanted(ctx, window)
		if err != nil {
			return at, err
		}
		for _, l := range window {
			if _, known := rows[l.name]; known {
				continue
			}
			if !d.hasRoom() || d.judged && d.Now().Sub(d.now) > patience {
				return l.at, nil
			}
			if met, err := d.meetOne(ctx, l, depth, wanted[l.name], rows); err != nil || !met {
				return l.at, err
			}
		}
		at = next
	}
	return len(urls), nil
}

func namesOf(window []link) []string {
	names := make([]string, len(window))
	for i, l := range window {
		names[i] = l.name
	}
	return names
}

// meetOne takes a URL into account that has no row yet. It reports false when that cannot be judged yet.
func (d *draft) meetOne(ctx context.Context, l link, depth int, wanted bool, rows map[string]int64) (met bool, err error) {
	d.judged = true
	if !d.judge(ctx, l, depth, wanted) {
		d.later(d.now.Add(rulesAgain))
		return false, nil
	}
	if number := d.met[l.name]; number > 0 {
		err = d.countClaim(ctx, rows[store.Canonical(l.name)], number)
	}
	return true, err
}

// seen finds those of the URLs that have a row, and remembers them.
func (d *draft) seen(ctx context.Context, names []string) (map[string]store.SeenURL, error) {
	seen, err := d.Store.Seen(ctx, d.crawl, names)
	d.known.add(d.crawl.ID, slices.Collect(maps.Values(seen)))
	return seen, err
}

// numberOf is the number of a URL that is known to have a row, or gets one with this step.
func (d *draft) numberOf(name string) (number int64, known bool) {
	if number, known = d.met[name]; known {
		return number, known
	}
	return d.known.number(d.crawl.ID, name)
}

// window is the next URLs of a list that are of the site and may be new, as many as are looked for at once, and where
// the list goes on behind them.
func (d *draft) window(ctx context.Context, urls []string, at, depth int) (window []link, next int) {
	names := map[string]bool{}
	for ; at < len(urls) && len(window) < store.MaxSeen/2; at++ {
		u := d.normal(urls[at])
		if u == nil {
			continue
		}
		name := u.String()
		if _, known := d.numberOf(name); !known && !names[name] && !d.needless(ctx, u, depth) {
			names[name] = true
			window = append(window, link{u, name, at})
		}
	}
	return window, at
}

// needless reports whether nothing follows from a URL, be it new or not: the crawl has all the pages that it may have,
// has said that there are more, and this is no URL to be counted for another reason.
func (d *draft) needless(ctx context.Context, u *url.URL, depth int) bool {
	if d.next.Numbered < d.plan.Limit || !d.next.Left || d.Now().Sub(d.now) > patience {
		return false
	}
	if d.why(u, depth) != frontier.In || d.sights.Traps(u) {
		return false
	}
	if allowed, err := d.allowed(ctx, u); err != nil || !allowed {
		return false
	}
	d.match(u)
	return true
}

// why says why a URL is no page by the arguments. Once there are more pages than the limit has room for, one that is too deep may be one of those,
// which have no row, and counts as they do.
func (d *draft) why(u *url.URL, depth int) frontier.Reason {
	why := d.plan.Judge(u, depth)
	if why == frontier.TooDeep && d.next.Left {
		return frontier.In
	}
	return why
}

// judge gives a URL that was met for the first time a number, or a reason why it is no page; wanted is true of one that is a
// page although it looks like a trap. It reports false when that cannot be said yet.
func (d *draft) judge(ctx context.Context, l link, depth int, wanted bool) bool {
	s := d.next
	d.match(l.url)
	why := d.why(l.url, depth)
	if why == frontier.In && !wanted && d.sights.Traps(l.url) {
		why = frontier.Trap
	}
	if why == frontier.In {
		allowed, err := d.allowed(ctx, l.url)
		switch {
		case err != nil && d.waitsForRules(l.url):
			return false
		case err != nil || !allowed:
			why = frontier.Disallowed
		}
	}
	switch {
	case why != frontier.In:
		skipped := -s.Skipped[string(frontier.Dropped)] // which have no rows
		for _, n := range s.Skipped {
			skipped += n
		}
		if skipped < d.plan.Limit+mostSkipped {
			d.skip(why, l.name, 1)
			d.see(l.name, 0, why)
		}
	case s.Numbered >= d.plan.Limit:
		s.Left = true
	default:
		s.Numbered++
		d.see(l.name, s.Numbered, frontier.In)
		d.fresh = append(d.fresh, page{l.name, depth, job.Page{Number: s.Numbered}.Mark(), 0})
	}
	d.changed = true
	return true
}

// match notes which globs a URL matches.
func (d *draft) match(u *url.URL) {
	path := u.EscapedPath()
	for i, glob := range slices.Concat(d.plan.Include, d.plan.Exclude) {
		if !slices.Contains(d.next.Matched, i) && frontier.Matches(glob, path) {
			d.next.Matched = append(d.next.Matched, i)
		}
	}
}
