// Package sim runs the real handlers of the API, the workers, the deliverer, the sweeper and an
// operator over tables in memory and over queues, objects and endpoints that misbehave by a seed,
// in virtual time, and holds the protocol's invariants after every call. A schedule is the
// latencies of all calls: each call wakes at a moment of its own, so that one at a time is made,
// in an order that the seed alone decides. It must not know how the store keeps its promises: it
// reads the rows that result.
package sim

import (
	"fmt"
	"hash/fnv"
	"math"
	"runtime"
	"sync"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// Options narrow a schedule, to find the shortest one that still fails.
type Options struct {
	// Without are faults and client operations, by their names, that are left out.
	Without map[string]bool
	// Trace records every call.
	Trace bool
	// Crawls has the clients ask for crawls of all sorts, and for little else.
	Crawls bool
}

// Outcome is what came of a schedule.
type Outcome struct {
	Seed   uint64
	Broken string   // the invariant that did not hold; "" when all did
	Detail string   // what was seen
	Faults []string // those that happened
	Acts   []string // operations of clients that were made
	Calls  int
	// HandedOver is how many jobs went from one function to another.
	HandedOver int
	Trace      []string
	Elapsed    time.Duration // of virtual time
}

// world is one schedule under way.
type world struct {
	Options
	seed    uint64
	db      *tables.DB
	began   time.Time
	rates   [faultKinds]float64
	calm    bool // no more faults
	stopped bool // the schedule is over: whoever calls ends

	current *actor // whose call is being made
	live    map[*actor]bool
	outcome Outcome
	books   *books
	orgs    []*org
	rig     *rig
	running sync.WaitGroup // everything that acts, but for what loops until the end
	objects objects
	posts   map[string]int
	bodies  map[string]string // of events, by their id
	skews   [machines]skew
	keys    map[string]string // job ids by the key that made them
}

// maxCalls ends a schedule that does not drain. A job that a machine whose clock is hours ahead has claimed, and left,
// keeps its place for hours, in which two crawls that wait for it are looked at 7 000 times.
const maxCalls = 20000

// Run makes one schedule. The process's randomness is the seed's while it runs, so two
// cannot run at once in a process.
func Run(t *testing.T, seed uint64, o Options) Outcome {
	t.Helper()
	var out Outcome
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // what wakes together runs in one order
	synctest.Test(t, func(t *testing.T) {
		cryptotest.SetGlobalRandom(t, seed)
		w := newWorld(seed, o)
		w.run(t)
		out = w.outcome
	})
	return out
}

func newWorld(seed uint64, o Options) *world {
	w := &world{
		Options: o, seed: seed, began: time.Now(), live: map[*actor]bool{}, posts: map[string]int{},
		bodies: map[string]string{}, objects: objects{}, keys: map[string]string{},
	}
	w.outcome.Seed = seed
	w.db = tables.New(time.Now, store.Tables(core, edge)...)
	w.books = newBooks(w)
	w.db.Watch(w.books.see)
	for kind := range faultKinds {
		w.rates[kind] = rateOf(seed, kind)
	}
	for i := range w.skews {
		w.skews[i] = skewOf(seed, i)
	}
	w.rig = newRig(w)
	return w
}

func (w *world) run(t *testing.T) {
	t.Helper()
	time.Sleep(time.Millisecond) // ids of this schedule begin anew
	ident.New("")
	w.settle(t)
	for i, o := range w.orgs {
		w.begin(o, i)
	}
	swept := make(chan struct{})
	go func() {
		defer close(swept)
		w.sweeping()
	}()
	w.wait()
	w.calm, w.skews = true, [machines]skew{}
	w.drain()
	w.stopped = true
	<-swept
	w.running.Wait()
	w.outcome.Elapsed = time.Since(w.began)
	time.Sleep(time.Hour) // whoever still sleeps in a call wakes, and ends
}

// wait returns when the clients are done, or something broke.
func (w *world) wait() {
	for _, o := range w.orgs {
		o.clients.Wait()
	}
}

// drainTime is longer than all attempts of a delivery together.
const drainTime = 80 * time.Hour

// drain lets time pass, without faults, until nothing is left to do.
func (w *world) drain() {
	end := time.Now().Add(drainTime)
	for w.outcome.Broken == "" && !w.books.drained() {
		if time.Now().After(end) {
			w.broken("everything ends", "%s", w.books.left())
			return
		}
		w.nap(max(30*time.Second, time.Until(time.UnixMilli(w.books.nextDue()))))
	}
	w.books.finally()
}

// broken records that an invariant does not hold. The first one counts.
func (w *world) broken(invariant, format string, args ...any) {
	if w.outcome.Broken != "" {
		return
	}
	w.outcome.Broken, w.outcome.Detail = invariant, fmt.Sprintf(format, args...)
	w.trace(nil, "BROKEN: %s: %s", invariant, w.outcome.Detail)
	w.stopped = true
}

func (w *world) trace(a *actor, format string, args ...any) {
	if !w.Trace {
		return
	}
	name := ""
	if a != nil {
		name = a.name
	}
	w.outcome.Trace = append(w.outcome.Trace,
		fmt.Sprintf("%12s %-28s %s", time.Since(w.began).Round(time.Microsecond), name, fmt.Sprintf(format, args...)))
}

// draw is a number in [0, 1) that the seed has for a name.
func (w *world) draw(name string) float64 { return unit(mix(w.seed ^ textHash(name))) }

// pick is a number from 0 to n−1.
func (w *world) pick(name string, n int) int { return int(w.draw(name) * float64(n)) }

func textHash(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text)) // never fails
	return h.Sum64()
}

// mix is splitmix64's finisher: close inputs give far outputs.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func unit(x uint64) float64 { return float64(x>>11) / (1 << 53) }

// spread is a time between low and high, of any magnitude alike.
func spread(x float64, low, high time.Duration) time.Duration {
	return time.Duration(float64(low) * math.Pow(float64(high)/float64(low), x))
}
