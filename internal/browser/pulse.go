package browser

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/go-rod/rod/lib/proto"
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

// pulse is since when Chromium owes an answer.
type pulse struct {
	now   func() time.Time
	asked atomic.Pointer[time.Time] // nil when it owes none
}

// owed is for how long it has owed an answer.
func (p *pulse) owed() time.Duration {
	if asked := p.asked.Load(); asked != nil {
		return p.now().Sub(*asked)
	}
	return 0
}

// watch looks after the process for as long as ctx lives: it kills a Chromium that
// hangs, and the largest page of one that takes too much memory.
func (e *engine) watch(ctx context.Context, memory int64) {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if e.pulse.owed() > hungAfter {
			e.kill("it hangs")
			return
		}
		e.ask()
		if m := e.process.Memory(); m.Private > memory && m.Largest != 0 {
			e.log.WarnContext(ctx, "page takes too much memory", "bytes", m.Private)
			e.process.KillChild(m.Largest)
		}
	}
}

// ask asks once, unless an answer is owed already.
func (e *engine) ask() {
	now := e.pulse.now()
	if !e.pulse.asked.CompareAndSwap(nil, &now) {
		return
	}
	go func() {
		if _, err := (proto.BrowserGetVersion{}).Call(e.root); err == nil {
			e.pulse.asked.Store(nil)
		}
	}()
}
