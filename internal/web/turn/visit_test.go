package turn_test

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/turn"
)

// TestVisits: pages that come at once are asked for with the delay between them, which is the site's of everybody and an
// organization's own of its pages; one whose turn is far away was not asked for.
func TestVisits(t *testing.T) {
	t.Parallel()
	own := func(org string, delay time.Duration) turn.Visitor {
		return turn.Visitor{Host: "a.test", Org: org, OwnDelay: delay}
	}
	site := func(org string, delay, own time.Duration) turn.Visitor {
		return turn.Visitor{Host: "a.test", Org: org, SiteDelay: delay, OwnDelay: own}
	}
	const tenth, second = 100 * time.Millisecond, time.Second
	for name, c := range map[string]struct {
		visitors []turn.Visitor
		want     []time.Duration // −1 for one that was refused
	}{
		"none":              {[]turn.Visitor{own("o", 0), own("o", 0)}, []time.Duration{0, 0}},
		"one's own":         {[]turn.Visitor{own("o", tenth), own("o", tenth), own("p", tenth), own("o", tenth)}, []time.Duration{0, tenth, 0, 2 * tenth}},
		"the site's":        {[]turn.Visitor{site("o", tenth, 0), site("p", tenth, 0), site("o", tenth, 0)}, []time.Duration{0, tenth, 2 * tenth}},
		"both":              {[]turn.Visitor{site("o", tenth, second), site("o", tenth, second), site("p", tenth, 0)}, []time.Duration{0, second, tenth}},
		"another host's":    {[]turn.Visitor{own("o", second), {Host: "b.test", Org: "o", OwnDelay: second}}, []time.Duration{0, 0}},
		"longer than that":  {[]turn.Visitor{own("o", time.Minute), own("o", time.Minute)}, []time.Duration{0, -1}},
		"as long as it may": {[]turn.Visitor{own("o", turn.Patience), own("o", turn.Patience)}, []time.Duration{0, turn.Patience}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				shared, began := turn.NewAlone(time.Now), time.Now()
				got := make([]time.Duration, len(c.visitors))
				var all sync.WaitGroup
				for i, v := range c.visitors {
					all.Go(func() {
						if err := turn.Visit(t.Context(), shared, time.Now, v); errs.Is(err, errs.UpstreamRateLimited) && errs.As(err).Unasked {
							got[i] = -1
						} else if err != nil {
							t.Errorf("got error %v, want none, or one that it was not asked", err)
						} else {
							got[i] = time.Since(began)
						}
					})
					synctest.Wait()
				}
				all.Wait()
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("times of visits mismatch (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// TestVisitsWithoutTurns: what cannot be known keeps no page from its host.
func TestVisitsWithoutTurns(t *testing.T) {
	t.Parallel()
	v := turn.Visitor{Host: "a.test", Org: "o", OwnDelay: time.Minute}
	if err := turn.Visit(t.Context(), &away{gone: true}, time.Now, v); err != nil {
		t.Errorf("got error %v, want none", err)
	}
}
