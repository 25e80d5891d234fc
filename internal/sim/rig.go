package sim

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/checkpoint"
	"github.com/quarryapi/quarry/internal/serve/crawler"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/sweeper"
	"github.com/quarryapi/quarry/internal/serve/webhook"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

// rig is the service: every function once on every machine, over one database.
type rig struct {
	stores     [machines]*store.Store
	apis       [machines]http.Handler
	workers    [machines]map[string]*worker.Worker // by their functions
	crawlers   [machines]*crawler.Crawler
	dead       [machines]*worker.DeadLetters
	deliverers [machines]*webhook.Deliverer
	sweepers   [machines]*sweeper.Sweeper
	admins     [machines]*admin.Service
}

func newRig(w *world) *rig {
	r := &rig{}
	log := slog.New(slog.DiscardHandler)
	for i := range machines {
		now := func() time.Time { return w.clock(i) }
		x := mix(w.seed ^ uint64(i)<<32)
		random := func(n int64) int64 {
			x = mix(x)
			return int64(unit(x) * float64(n))
		}
		s := store.New(database{w}, core, edge, now).WithRandom(random)
		results := result.New(s, bucket{w})
		r.stores[i] = s
		r.apis[i] = api.New(api.Deps{
			Store: s, Results: results, Queue: queues{w}, Kinds: kinds(), Lookup: lookup,
			Cursors: cursor.NewSealer("sim"), Log: log, Now: now,
		}).Handler()
		r.workers[i] = map[string]*worker.Worker{}
		for _, f := range definition().Functions {
			r.workers[i][f.Name] = worker.New(f, kind.Pair(work(), performer{w, f}), worker.Deps{
				Jobs: s, Results: results, Checkpoints: checkpoint.New(s, bucket{w}), Queue: queues{w}, Turns: s, Log: log, Now: now,
			})
		}
		for _, f := range lists().Functions {
			r.workers[i][f.Name] = worker.New(f, kind.Pair(listing(), lister{w}), worker.Deps{
				Jobs: s, Results: results, Checkpoints: checkpoint.New(s, bucket{w}), Queue: queues{w}, Log: log, Now: now,
			})
		}
		r.crawlers[i] = crawler.New(crawler.Deps{
			Store: s, Turns: s, Results: results, Objects: bucket{w}, Queue: queues{w}, Kinds: kinds(), Log: log, Now: now,
		})
		r.dead[i] = worker.NewDeadLetters(s, log)
		r.deliverers[i] = webhook.NewDeliverer(s, results, bucket{w}, receivers{w}, queues{w}, log, now).
			WithRandom(func() float64 { return float64(random(1<<30)) / (1 << 30) })
		r.sweepers[i] = sweeper.New(s, queues{w}, log, now)
		r.admins[i] = admin.New(s, log)
	}
	return r
}

func lookup(context.Context, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr("93.184.216.34")}, nil
}

// sweeping sweeps every minute in which something is due.
func (w *world) sweeping() {
	for n := 0; !w.stopped; n++ {
		wait := time.Minute
		if next := w.books.nextDue(); w.calm && next > 0 {
			wait = max(wait, time.Until(time.UnixMilli(next)))
		}
		w.nap(wait + 17*time.Microsecond) // never at the moment of another timer
		if w.stopped || w.books.nextDue() == 0 {
			continue
		}
		a := w.actor(nil, "sweep", "sweep@"+time.Since(w.began).String())
		a.do(func() {
			_, _ = w.rig.sweepers[a.machine].Sweep(a.context(context.Background())) // it logs, and the next goes on
		})
	}
}

// nap sleeps, less when the schedule ends.
func (w *world) nap(d time.Duration) {
	for end := time.Now().Add(d); !w.stopped && time.Now().Before(end); {
		time.Sleep(min(10*time.Minute, time.Until(end)))
	}
}
