package turn

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// Taker takes turns, as Shared does.
type Taker interface {
	TakeTurn(ctx context.Context, name string, every, patience time.Duration) (s Standing, granted bool, err error)
}

// Visitor is who visits a host with a delay between two pages.
type Visitor struct {
	Host, Org string
	SiteDelay time.Duration // that the site asks everybody for; 0 for none
	OwnDelay  time.Duration // that the organization wants; 0 for none
}

// Visit waits until a page may be asked for: no two visits of the installation are closer than the site's delay, and no two of
// the organization than its own. A turn that cannot be taken as it is not known where they stand is as if there were no
// delay. Errors: upstream_rate_limited, with Unasked, where the next turn is further away than Patience, or than what ctx has left for an answer; that of ctx.
func Visit(ctx context.Context, shared Taker, now func() time.Time, v Visitor) error {
	own, site := "visit/"+v.Host+"/"+v.Org, "visit/"+v.Host
	if err := visit(ctx, shared, now, v.Host, own, v.OwnDelay); err != nil {
		return err
	}
	return visit(ctx, shared, now, v.Host, site, v.SiteDelay)
}

func visit(ctx context.Context, shared Taker, now func() time.Time, host, name string, every time.Duration) error {
	if every <= 0 {
		return nil
	}
	s, granted, err := shared.TakeTurn(ctx, name, every, patienceOf(ctx))
	switch {
	case err != nil:
		return ctx.Err()
	case granted:
		return wait(ctx, s.Turn.Sub(now()))
	}
	e := errs.Newf(errs.UpstreamRateLimited, "the next turn at %s is further away than this may wait, and there is one in %s; try again later", host, every)
	e.RetryAfter, e.Unasked = Patience, true
	return e
}
