package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/tools/eval/corpus"
	"github.com/quarryapi/quarry/tools/eval/judge"
)

// Beside returns tables of several sets side by side, a row each way: F1 with its interval, by how much the first
// way leads, and F1 by page type where sets have types. It is empty where one of the sets was not measured.
func (r Report) Beside(sets []string) string {
	var all []judge.Result
	for _, name := range sets {
		i := slices.IndexFunc(r.Sets, func(s judge.Result) bool { return s.Set == name })
		if i < 0 {
			return ""
		}
		all = append(all, r.Sets[i])
	}
	var b strings.Builder
	found(&b, all)
	leads(&b, all)
	for _, s := range all {
		if s.Measure == string(corpus.Words) {
			fmt.Fprintf(&b, "%s, F1 by page type:\n\n", s.Title)
			types(&b, s)
		}
	}
	return b.String()
}

func found(b *strings.Builder, all []judge.Result) {
	b.WriteString("F1 (95 %):\n\n")
	heading(b, "extractor", all)
	for k, v := range all[0].Verdicts {
		cells := []string{v.Way}
		for _, s := range all {
			own := s.Verdicts[k]
			cell := three(own.F1)
			if own.F1 == best(s) {
				cell = "**" + cell + "**"
			}
			cells = append(cells, fmt.Sprintf("%s (%.3f–%.3f)", cell, own.Interval.Low, own.Interval.High))
		}
		row(b, cells)
	}
	b.WriteByte('\n')
}

func best(s judge.Result) float64 {
	return slices.MaxFunc(s.Verdicts, func(a, b judge.Verdict) int { return cmp.Compare(a.F1, b.F1) }).F1
}

func leads(b *strings.Builder, all []judge.Result) {
	first := all[0].Verdicts[0].Way
	fmt.Fprintf(b, "By how much F1 of %s is higher (95 %% of the difference on the same draws):\n\n", first)
	heading(b, "than of", all)
	for k, v := range all[0].Verdicts[1:] {
		cells := []string{v.Way}
		for _, s := range all {
			cells = append(cells, lead(s.Verdicts[k+1].Lead))
		}
		row(b, cells)
	}
	b.WriteByte('\n')
}

func heading(b *strings.Builder, first string, all []judge.Result) {
	head := []string{first}
	for _, s := range all {
		head = append(head, fmt.Sprintf("%s (%d)", s.Title, s.Pages))
	}
	table(b, head)
}
