package sim

import (
	"context"
	"math"
	"runtime"
	"strconv"
	"time"
)

// fault is a way in which a call goes wrong.
type fault uint64

const (
	faultSlow     fault = iota // the call comes late, by up to minutes
	faultThrottle              // not done, and the SDK may try again
	faultConflict              // a transaction meets another
	faultLost                  // done, and the answer is lost; the SDK sends it again
	faultAway                  // not done, and the SDK's tries are used up
	faultSilent                // done, and the last answer is lost
	faultBefore                // the process dies before the call
	faultAfter                 // and after it
	faultStale                 // an index does not have all rows yet
	faultDrop                  // a message is lost
	faultDouble                // a message comes twice
	faultLate                  // a message comes late
	faultAck                   // a message that was handled comes again
	faultAnswer                // an answer to a client is lost
	faultFreeze                // a process stands still in the middle of a run
	faultKinds
)

func (f fault) String() string {
	return [...]string{
		"slow", "throttle", "conflict", "lost", "away", "silent", "crash-before", "crash-after", "stale", "drop", "double",
		"late", "ack-lost", "answer-lost", "freeze",
	}[f]
}

// rateOf is how often a schedule has a fault: half of the schedules have none of a kind.
func rateOf(seed uint64, f fault) float64 {
	x := unit(mix(seed ^ uint64(f+1)*0x9e37))
	if x < 0.5 {
		return 0
	}
	return spread64((x-0.5)*2, 0.003, 0.12)
}

func spread64(x, low, high float64) float64 {
	return low * math.Pow(high/low, x)
}

// machines is how many clocks there are.
const machines = 4

// skew is how far a machine's clock is off, and from when on it is off differently.
type skew struct {
	at     time.Duration
	before time.Duration
	after  time.Duration
}

// skewOf has most clocks right, some off by seconds and few by hours.
func skewOf(seed uint64, machine int) skew {
	off := func(n uint64) time.Duration {
		x := mix(seed ^ (uint64(machine)*16+n)*0x51ed27) //nolint:gosec // a few machines
		var by time.Duration
		switch x >> 8 % 16 {
		case 0:
			by = 3 * time.Hour
		case 1, 2, 3:
			by = spread(unit(mix(x)), time.Millisecond, 90*time.Second)
		}
		if x&1 == 1 {
			return -by
		}
		return by
	}
	return skew{at: spread(unit(mix(seed^uint64(machine))), time.Second, time.Hour), before: off(1), after: off(2)} //nolint:gosec // a few machines
}

// clock is a machine's time.
func (w *world) clock(machine int) time.Time {
	now := time.Now()
	s := w.skews[machine]
	if now.Sub(w.began) < s.at {
		return now.Add(s.before)
	}
	return now.Add(s.after)
}

// actor is one process at work on one thing: a request, a message, a sweep.
type actor struct {
	*world
	name     string
	hash     uint64
	role     string
	machine  int
	calls    uint64
	children int
	dead     bool
	thawed   bool // it stood still, and its connections may be broken
	unknown  bool // a write may or may not have been made, and it was not learned
	sent     bool // a message
	admitted int  // jobs that it wrote
	changed  int  // other rows that a caller has an interest in
	org      string
	// The least that the organization had at any moment of the request.
	leastBalance, leastFree int64
}

type actorKey struct{}

func actorOf(ctx context.Context) *actor {
	a, _ := ctx.Value(actorKey{}).(*actor)
	return a
}

// actor begins a process. Its name says where it comes from, and is the same in every run of
// a schedule.
func (w *world) actor(parent *actor, role, name string) *actor {
	if parent != nil {
		parent.children++
		name = parent.name + "/" + name + strconv.Itoa(parent.children)
	}
	a := &actor{world: w, name: name, role: role, hash: mix(w.seed ^ textHash(name))}
	a.machine = int(a.hash >> 20 % machines)
	return a
}

func (a *actor) context(ctx context.Context) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// draw is the actor's number for a call and a use.
func (a *actor) draw(use uint64) float64 { return unit(mix(a.hash ^ a.calls<<8 ^ use)) }

// befalls reports whether a fault happens to the call.
func (a *actor) befalls(f fault) bool {
	rate := a.rates[f]
	if f == faultAway && a.thawed {
		rate, a.thawed = 0.3, false
	}
	if a.calm || rate == 0 || a.draw(uint64(f+1)) >= rate {
		return false
	}
	name := a.name + "." + strconv.FormatUint(a.calls, 10) + ":" + f.String()
	if a.Without[name] {
		return false
	}
	a.outcome.Faults = append(a.outcome.Faults, name)
	a.trace(a, "FAULT %s", f)
	return true
}

// step waits for the moment of a call. Whoever is dead gets no further.
func (a *actor) step() {
	a.alive()
	a.calls++
	wait := spread(a.draw(100), 100*time.Microsecond, 20*time.Millisecond)
	if a.befalls(faultSlow) {
		wait += spread(a.draw(101), 20*time.Millisecond, 200*time.Second)
	}
	time.Sleep(wait)
	a.alive()
	a.outcome.Calls++
	if a.outcome.Calls > maxCalls {
		a.broken("everything ends", "%d calls were made", a.outcome.Calls)
		a.alive()
	}
}

func (a *actor) alive() {
	if a.dead || a.stopped {
		a.dead = true
		runtime.Goexit()
	}
}

// dies ends the actor when the fault befalls it.
func (a *actor) dies(f fault) {
	if a.befalls(f) {
		a.dead = true
		runtime.Goexit()
	}
}

// do runs a function as the actor, in a goroutine of its own, and reports whether it came to
// its end alive.
func (a *actor) do(f func()) bool {
	done := make(chan struct{})
	whole := false
	go func() {
		defer close(done)
		f()
		whole = !a.dead
	}()
	<-done
	return whole
}
