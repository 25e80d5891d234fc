package browser

import (
	"context"
	"sync/atomic"
	"time"
)

const (
	// beat is how often Chromium is asked whether it lives, and its memory is looked at.
	beat = 250 * time.Millisecond
	// hungAfter is when a question without an answer means that it hangs. On a loaded
	// machine answers have taken a second.
	hungAfter = 5 * time.Second
	// doubtAfter is when it means so for a visit whose time is over anyway.
	doubtAfter = time.Second
)

// pulse is since when an answer is owed. The zero value owes none.
type pulse struct{ asked atomic.Pointer[time.Time] }

// owed is for how long.
func (p *pulse) owed(now time.Time) time.Duration {
	if asked := p.asked.Load(); asked != nil {
		return now.Sub(*asked)
	}
	return 0
}

// ask asks once, unless an answer is owed already; one that fails is owed for ever.
func (p *pulse) ask(now func() time.Time, question func() error) {
	if p.asked.Load() != nil {
		return
	}
	p.asked.Store(new(now()))
	go func() {
		if question() == nil {
			p.asked.Store(nil)
		}
	}()
}

// silent is for how long Chromium has owed an answer and said nothing else either: a
// page can make it talk so much that answers come late.
func (e *engine) silent(now time.Time) time.Duration {
	heard, last := e.conn.Heard(), e.last.Load()
	if last == nil || last.count != heard {
		e.last.Store(&word{heard, now})
		return 0
	}
	return min(e.pulse.owed(now), now.Sub(last.at))
}

// word is how much Chromium had said when it was last seen to say something.
type word struct {
	count int64
	at    time.Time
}

// watch looks after the process for as long as ctx lives: it kills a Chromium that
// hangs, and the largest page of one that takes too much memory.
func (e *engine) watch(ctx context.Context, cfg Config) {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if e.silent(cfg.Now()) > hungAfter {
			e.kill("it hangs")
			return
		}
		e.pulse.ask(cfg.Now, func() error {
			_, err := e.root.Version()
			return err
		})
		if m := e.process.Memory(); m.Private > cfg.Memory && m.Largest != 0 {
			e.log.WarnContext(ctx, "page takes too much memory", "bytes", m.Private)
			e.process.KillChild(m.Largest)
		}
	}
}
