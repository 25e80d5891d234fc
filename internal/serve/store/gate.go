package store

import (
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/serve/ratelimit"
)

// gateSize bounds what an instance remembers of tokens. The memory only saves
// writes: the row decides, but for a denial, which can repeat until its time.
const gateSize = 4096

// gate is an instance's memory of the buckets that it saw last.
type gate struct {
	mu      sync.Mutex
	states  map[gateKey]bucketState
	denials map[gateKey]denial
}

type gateKey struct {
	hash   string
	bucket ratelimit.Bucket
}

type denial struct {
	position ratelimit.Position
	until    time.Time
}

func newGate() *gate {
	return &gate{states: map[gateKey]bucketState{}, denials: map[gateKey]denial{}}
}

// guess is the likeliest state of a bucket: the one seen last, else an idle bucket
// with the default limit.
func (g *gate) guess(id gateKey) bucketState {
	g.mu.Lock()
	defer g.mu.Unlock()
	if state, ok := g.states[id]; ok {
		return state
	}
	if id.bucket == ratelimit.Create {
		return bucketState{limit: ratelimit.DefaultCreate}
	}
	return bucketState{limit: ratelimit.DefaultPoll}
}

func (g *gate) remember(id gateKey, state bucketState) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.states) >= gateSize {
		clear(g.states)
	}
	g.states[id] = state
	delete(g.denials, id)
}

// denied repeats a denial whose time is not over.
func (g *gate) denied(id gateKey, now time.Time) (ratelimit.Position, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	d, ok := g.denials[id]
	if !ok || !now.Before(d.until) {
		return ratelimit.Position{}, false
	}
	p := d.position
	p.RetryAfter = d.until.Sub(now)
	return p, true
}

func (g *gate) deny(id gateKey, p ratelimit.Position, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.denials) >= gateSize {
		clear(g.denials)
	}
	g.denials[id] = denial{position: p, until: now.Add(p.RetryAfter)}
}
