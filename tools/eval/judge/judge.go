// Package judge lets ways read sets and sums up how well they did.
package judge

import (
	"context"
	"slices"
	"time"

	"github.com/quarryapi/quarry/tools/eval/corpus"
	"github.com/quarryapi/quarry/tools/eval/score"
	"github.com/quarryapi/quarry/tools/eval/way"
)

// patience is how long a way in Go that heeds its context may take for a page.
const patience = 30 * time.Second

// Verdict is how well one way did on one set.
type Verdict struct {
	Way string `json:"way"`
	score.Figures
	Interval score.Interval   `json:"interval"`       // 95 % of F1
	Lead     *Lead            `json:"lead,omitempty"` // of the first way over this one; absent for itself
	Failed   int              `json:"failed"`         // pages that it broke on; nothing was found there
	Groups   map[string]Group `json:"groups,omitempty"`
}

// Lead is by how much F1 is higher.
type Lead struct {
	F1       float64        `json:"f1"`
	Interval score.Interval `json:"interval"`
}

// Group is a part of a set.
type Group struct {
	Pages int `json:"pages"`
	score.Figures
}

// Result is how well all ways did on one set.
type Result struct {
	Set      string    `json:"set"`
	Title    string    `json:"title"`
	HeldOut  bool      `json:"heldOut"`
	Measure  string    `json:"measure"`
	Pages    int       `json:"pages"`
	Verdicts []Verdict `json:"ways"`
}

// Set lets the ways read the set, page by page. told is called after each page with
// how many there were.
func Set(ctx context.Context, set corpus.Set, ways []way.Way, told func(done, all int)) (Result, error) {
	measure := score.Of(set.Measure)
	samples := make([][]score.Sample, len(ways))
	failed := make([]int, len(ways))
	for i, p := range set.Pages {
		body, err := p.HTML()
		if err != nil {
			return Result{}, err
		}
		for k, w := range ways {
			text, err := read(ctx, w, way.Page{Body: body, URL: p.URL})
			if ctx.Err() != nil {
				return Result{}, ctx.Err()
			}
			if err != nil {
				failed[k]++
			}
			samples[k] = append(samples[k], measure.Page(text, p.Truth))
		}
		told(i+1, len(set.Pages))
	}
	r := Result{Set: set.Name, Title: set.Title, HeldOut: set.HeldOut, Measure: string(set.Measure)}
	own := whole(set.Pages)
	r.Pages = len(own)
	for k, w := range ways {
		r.Verdicts = append(r.Verdicts, verdict(w.Name, set.Pages, own, samples, k, measure))
		r.Verdicts[k].Failed = failed[k]
	}
	return r, nil
}

func read(ctx context.Context, w way.Way, p way.Page) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return w.Text.Safely(ctx, p)
}

// whole are the indexes of the pages that count for the set as a whole.
func whole(pages []corpus.Page) []int {
	var own []int
	for i, p := range pages {
		if !p.Repeat {
			own = append(own, i)
		}
	}
	return own
}

func verdict(name string, pages []corpus.Page, own []int, samples [][]score.Sample, k int, m score.Measure) Verdict {
	theirs, first := at(samples[k], own), at(samples[0], own)
	v := Verdict{Way: name, Figures: m.Sum(theirs), Interval: score.Spread(theirs, m), Groups: map[string]Group{}}
	if k > 0 {
		v.Lead = &Lead{F1: m.Sum(first).F1 - v.F1, Interval: score.Lead(first, theirs, m)}
	}
	members := map[string][]int{}
	for i, p := range pages {
		for _, g := range p.Groups {
			members[g] = append(members[g], i)
		}
	}
	for g, of := range members {
		v.Groups[g] = Group{Pages: len(of), Figures: m.Sum(at(samples[k], of))}
	}
	return v
}

func at(samples []score.Sample, indexes []int) []score.Sample {
	picked := make([]score.Sample, 0, len(indexes))
	for _, i := range indexes {
		picked = append(picked, samples[i])
	}
	return slices.Clip(picked)
}
