package crawler

import (
	"context"
	"net/url"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/web/turn"
)

// underWay is how long a page that is admitted takes to its host at most, where that keeps a pace.
const underWay = 2 * time.Second

// inTurn are the pages whose turn at their hosts has come: all of those of hosts that need no delay. Pages that are new
// are in the order of their numbers, so that one that waits has those behind it wait; one that is tried again has not.
func (d *draft) inTurn(ctx context.Context, pages []page) (list []page, err error) {
	for _, p := range pages {
		u, err := url.Parse(p.url)
		if err != nil {
			return nil, errs.Internal(err)
		}
		may, err := d.mayEnter(ctx, p, u)
		switch {
		case err != nil:
			return nil, err
		case may:
			d.busy[u.Hostname()]++
			list = append(list, p)
		case job.PageOf("", p.mark).Try == 0:
			return list, nil
		}
	}
	return list, nil
}

// mayEnter reports whether a page's turn has come.
func (d *draft) mayEnter(ctx context.Context, p page, u *url.URL) (bool, error) {
	asked, err := d.delay(ctx, u)
	d.delays[p.mark] = asked
	switch {
	case err != nil && job.PageOf("", p.mark).Number == 1: // seedAllowed says why
		return true, nil
	case err != nil && d.waitsForRules(u): // its robots.txt says how fast it may be visited
		d.later(d.now.Add(rulesAgain))
		return false, nil
	case d.turns[p.mark]:
		return true, nil
	}
	if free, err := d.paced(ctx, u.Hostname()); err != nil || !free {
		return false, err
	}
	granted, err := d.turn(ctx, u.Hostname(), asked)
	d.turns[p.mark] = granted
	return granted, err
}

// paced reports whether a page would come to its turn at a host that has asked for fewer requests: its worker waits
// for that no longer than turn.Patience, and all pages under way may be before it.
func (d *draft) paced(ctx context.Context, host string) (bool, error) {
	if !d.next.Wary.After(d.now) {
		return true, nil
	}
	s, known := d.hosts[host]
	if !known {
		var err error
		if s, err = d.Turns.Standing(ctx, turn.Host(host)); err != nil {
			return false, err
		}
		d.hosts[host] = s
	}
	pace, busy := s.PaceAt(d.now), d.busy[host]
	switch {
	case s.Rests(d.now):
		d.later(s.RestsUntil)
		return false, nil
	case pace == 0:
		return true, nil
	case busy > 0 && time.Duration(busy+1)*pace > turn.Patience:
		return false, nil // the end of one of these says when
	case s.Turn.Sub(d.now) > turn.Patience-underWay:
		d.later(s.Turn.Add(underWay - turn.Patience))
		return false, nil
	}
	return true, nil
}

func hostOf(raw string) string {
	if u, err := url.Parse(raw); err == nil {
		return u.Hostname()
	}
	return ""
}

// ownDelay is the time between two pages that the caller asks for, where it is longer than what the site does: the longer
// one holds the shorter.
func (d *draft) ownDelay(asked time.Duration) time.Duration {
	if d.plan.Delay <= asked {
		return 0
	}
	return d.plan.Delay
}

// turn takes a page's turn at a host. What the site asks for, all crawls of the installation keep together; what the
// caller asks for, those of the organization: it is nobody else's wish.
func (d *draft) turn(ctx context.Context, host string, asked time.Duration) (granted bool, err error) {
	shared, own := "crawl/"+host, "crawl/"+host+"/"+d.crawl.OrgID
	wished := d.ownDelay(asked)
	if wished > 0 && asked > 0 { // a turn of all is not taken for a page that cannot use it
		next, err := d.Turns.Standing(ctx, own)
		if err != nil {
			return false, err
		}
		if next.Turn.Sub(d.now) > turnPatience {
			d.later(next.Turn)
			return false, nil
		}
	}
	granted, err = d.takeTurn(ctx, shared, asked)
	if err == nil && granted {
		granted, err = d.takeTurn(ctx, own, wished)
	}
	return granted, err
}

// takeTurn takes a turn, or has the crawl go on when the next is free.
func (d *draft) takeTurn(ctx context.Context, name string, every time.Duration) (granted bool, err error) {
	if every <= 0 {
		return true, nil
	}
	turn, granted, err := d.Turns.TakeTurn(ctx, name, every, turnPatience)
	if err != nil || granted {
		return granted, err
	}
	next := d.now.Add(every)
	if turn.Turn.After(d.now) {
		next = turn.Turn
	}
	d.later(next)
	return false, nil
}
