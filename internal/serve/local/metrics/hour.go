package metrics

import (
	"context"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// minutes is how far back an Hour looks.
const minutes = 60

// Hour counts the calls of upstreams in the last hour. It is safe for concurrent use.
type Hour struct {
	now func() time.Time

	mu   sync.Mutex
	kept [minutes]minute
}

// minute is what was called within one.
type minute struct {
	at  int64 // since 1970
	all map[string]*Tally
}

// Tally is how the calls of an upstream fared.
type Tally struct {
	Calls  int64               `json:"calls"`
	Failed map[errs.Code]int64 `json:"failed,omitempty"` // by why
}

// NewHour returns an Hour without counts.
func NewHour(now func() time.Time) *Hour { return &Hour{now: now} }

// Called counts a call.
func (h *Hour) Called(_ context.Context, c upstream.Called) {
	h.mu.Lock()
	defer h.mu.Unlock()
	at := h.now().Unix() / 60
	m := &h.kept[at%minutes]
	if m.at != at {
		*m = minute{at, map[string]*Tally{}}
	}
	one := &Tally{Calls: 1}
	if c.Err != nil {
		one.Failed = map[errs.Code]int64{errs.As(c.Err).Code: 1}
	}
	add(m.all, c.Name, one)
}

// Report has what was called in the last hour, by upstream.
func (h *Hour) Report() map[string]*Tally {
	h.mu.Lock()
	defer h.mu.Unlock()
	all, now := map[string]*Tally{}, h.now().Unix()/60
	for _, m := range h.kept {
		if now-m.at >= minutes {
			continue
		}
		for name, one := range m.all {
			add(all, name, one)
		}
	}
	return all
}

func add(all map[string]*Tally, name string, one *Tally) {
	sum := all[name]
	if sum == nil {
		sum = &Tally{Failed: map[errs.Code]int64{}}
		all[name] = sum
	}
	sum.Calls += one.Calls
	for code, n := range one.Failed {
		sum.Failed[code] += n
	}
}
