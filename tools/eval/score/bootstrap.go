package score

import (
	"math/rand/v2"
	"slices"
)

const (
	resamples = 2000
	seed      = 20260101 // any; the same for all, so that extractors meet the same draws
	tail      = 0.025    // of a 95 % interval, on each side
)

// Interval is where a figure lies in 95 of 100 sets drawn anew from the same pages.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Spread returns the interval of F1.
func Spread(pages []Sample, m Measure) Interval {
	return interval(len(pages), func(draw []int, scratch []Sample) float64 {
		return m.Sum(pick(scratch, pages, draw)).F1
	})
}

// Lead returns the interval of how far the F1 of ours lies above that of theirs, on
// the same pages. Pages that are hard for all do not widen it.
func Lead(ours, theirs []Sample, m Measure) Interval {
	return interval(len(ours), func(draw []int, scratch []Sample) float64 {
		a := m.Sum(pick(scratch, ours, draw)).F1
		return a - m.Sum(pick(scratch, theirs, draw)).F1
	})
}

func interval(pages int, figure func(draw []int, scratch []Sample) float64) Interval {
	if pages == 0 {
		return Interval{}
	}
	dice := rand.New(rand.NewPCG(seed, seed))
	draw, scratch := make([]int, pages), make([]Sample, pages)
	values := make([]float64, resamples)
	for i := range values {
		for j := range draw {
			draw[j] = dice.IntN(pages)
		}
		values[i] = figure(draw, scratch)
	}
	slices.Sort(values)
	return Interval{Low: values[int(tail*resamples)], High: values[int((1-tail)*resamples)]}
}

func pick(into, pages []Sample, draw []int) []Sample {
	for i, j := range draw {
		into[i] = pages[j]
	}
	return into
}
