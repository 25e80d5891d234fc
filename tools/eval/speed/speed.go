// Package speed measures what ways from HTML to markdown cost in CPU time. It must
// not know what they find.
package speed

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/quarryapi/quarry/tools/eval/cpu"
	"github.com/quarryapi/quarry/tools/eval/process"
	"github.com/quarryapi/quarry/tools/eval/way"
)

// rounds is how often each way goes over all pages. The ways take turns, so that a
// slow moment of the machine meets all alike, and the median counts.
const rounds = 3

// Figure is what one way costs.
type Figure struct {
	Way     string  `json:"way"`
	Pages   float64 `json:"pagesPerSecond"` // of CPU time
	Alloc   float64 `json:"mbAllocated,omitzero"`
	Ratio   float64 `json:"ratio"` // how often the first way does a page in the time of this one
	seconds []float64
}

// Result is the cost of all ways on the same pages.
type Result struct {
	Title   string   `json:"title"`
	Pages   int      `json:"pages"`
	KB      float64  `json:"kbPerPage"`
	Figures []Figure `json:"ways"`
}

// Outside is a way that runs in another process, which measures itself.
type Outside struct {
	Name    string
	Process *process.Process
}

// Measure compares ways in this process, which is held to one core meanwhile, and those of other processes. A
// first round that does not count lets them compile what they will run.
func Measure(ctx context.Context, title string, pages []way.Page, ways []way.Way, outside []Outside) (Result, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	r := Result{Title: title, Pages: len(pages)}
	for _, p := range pages {
		r.KB += float64(len(p.Body)) / 1000 / float64(len(pages))
	}
	for _, w := range ways {
		r.Figures = append(r.Figures, Figure{Way: w.Name})
	}
	loaded := map[*process.Process]bool{}
	for _, o := range outside {
		r.Figures = append(r.Figures, Figure{Way: o.Name})
		if loaded[o.Process] {
			continue
		}
		loaded[o.Process] = true
		if err := o.Process.Load(ctx, pages); err != nil {
			return r, err
		}
	}
	for round := range rounds + 1 {
		for i := range r.Figures {
			var took time.Duration
			var err error
			f := &r.Figures[i]
			if i < len(ways) {
				took, f.Alloc, err = pass(ctx, pages, ways[i].Markdown)
			} else {
				took, err = outside[i-len(ways)].Process.Pass(ctx, f.Way)
			}
			if err != nil {
				return r, err
			}
			if round > 0 {
				f.seconds = append(f.seconds, took.Seconds())
			}
		}
	}
	r.sum()
	return r, nil
}

// pass begins with an empty heap, so that no way pays for the garbage of another. A
// page that a way breaks on took its time nevertheless.
func pass(ctx context.Context, pages []way.Page, read way.Func) (time.Duration, float64, error) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin, err := cpu.Time()
	if err != nil {
		return 0, 0, err
	}
	for _, p := range pages {
		if _, err := read.Safely(ctx, p); errors.Is(err, context.Canceled) {
			return 0, 0, err
		}
	}
	end, err := cpu.Time()
	runtime.ReadMemStats(&after)
	return end - begin, float64(after.TotalAlloc-before.TotalAlloc) / 1e6 / float64(len(pages)), err
}

func (r *Result) sum() {
	for i := range r.Figures {
		f := &r.Figures[i]
		slices.Sort(f.seconds)
		f.Pages = float64(r.Pages) / f.seconds[len(f.seconds)/2]
		f.Ratio = r.Figures[0].Pages / f.Pages
	}
}
