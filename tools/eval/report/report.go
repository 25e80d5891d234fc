// Package report writes what was measured, as tables in markdown and as JSON. It must
// not know how figures come about.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/quarryapi/quarry/tools/eval/comments"
	"github.com/quarryapi/quarry/tools/eval/corpus"
	"github.com/quarryapi/quarry/tools/eval/hostile"
	"github.com/quarryapi/quarry/tools/eval/judge"
	"github.com/quarryapi/quarry/tools/eval/speed"
)

// Report is all that one run measured. What was not asked for is absent.
type Report struct {
	Final    bool              `json:"final"` // sets were looked at that nothing may be chosen by
	Sets     []judge.Result    `json:"sets,omitempty"`
	Comments []comments.Result `json:"comments,omitempty"`
	Speed    []speed.Result    `json:"speed,omitempty"`
	Hostile  []hostile.Result  `json:"hostile,omitempty"`
}

// JSON writes the report for machines.
func (r Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Notice writes what a reader of a run over held-out sets must know.
func Notice(w io.Writer) error {
	_, err := io.WriteString(w, "Held-out sets were looked at in this run: nothing may be chosen or tuned by it.\n\n")
	return err
}

// Quality writes the tables of one set.
func Quality(w io.Writer, s judge.Result) error {
	var b strings.Builder
	quality(&b, s)
	if len(s.Verdicts[0].Groups) > 0 {
		types(&b, s)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Comments writes the table of one set.
func Comments(w io.Writer, r comments.Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### Comments: %s, %d pages that have some in their HTML\n\n", r.Title, r.Pages)
	table(&b, []string{"comments", "words of them", "precision", "pages with none", "a part", "all"})
	row(&b, []string{"left out", three(r.LetIn), "–", fmt.Sprint(r.Clean), fmt.Sprint(r.Pages - r.Clean), "–"})
	row(&b, []string{"included", three(r.Recall), three(r.Precision), fmt.Sprint(r.None), fmt.Sprint(r.Part), fmt.Sprint(r.Whole)})
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

// Speed writes the table of one set.
func Speed(w io.Writer, s speed.Result) error {
	var b strings.Builder
	cost(&b, s)
	_, err := io.WriteString(w, b.String())
	return err
}

// Hostile writes the table of hostile pages.
func Hostile(w io.Writer, results []hostile.Result) error {
	var b strings.Builder
	worst(&b, results)
	_, err := io.WriteString(w, b.String())
	return err
}

func quality(b *strings.Builder, s judge.Result) {
	held := ""
	if s.HeldOut {
		held = ", held out"
	}
	fmt.Fprintf(b, "### %s: %d pages%s\n\n", s.Title, s.Pages, held)
	words := s.Measure == string(corpus.Words)
	head := []string{"way", "F1 (95 %)", "precision", "recall"}
	if words {
		head = append(head, "phrases kept", "let in")
	}
	table(b, append(head, s.Verdicts[0].Way+" leads by (95 %)"))
	for _, v := range s.Verdicts {
		cells := []string{v.Way, fmt.Sprintf("%.3f (%.3f–%.3f)", v.F1, v.Interval.Low, v.Interval.High), three(v.Precision), three(v.Recall)}
		if words {
			cells = append(cells, three(v.Kept), three(v.LetIn))
		}
		row(b, append(cells, lead(v.Lead)))
	}
	b.WriteByte('\n')
	for _, v := range s.Verdicts {
		if v.Failed > 0 {
			fmt.Fprintf(b, "%s broke on %d pages.\n\n", v.Way, v.Failed)
		}
	}
}

func lead(l *judge.Lead) string {
	if l == nil {
		return "–"
	}
	return fmt.Sprintf("%s (%s to %s)", signed(l.F1), signed(l.Interval.Low), signed(l.Interval.High))
}

// types is F1 by part: by page type, of all test pages where some repeat dev's, and of pages whose host models have not seen.
func types(b *strings.Builder, s judge.Result) {
	head, groups := []string{"F1 by part"}, []string{}
	for _, g := range append(corpus.Types(), "all", corpus.OddHalf, corpus.Unseen) {
		if of, ok := s.Verdicts[0].Groups[g]; ok {
			groups = append(groups, g)
			head = append(head, fmt.Sprintf("%s (%d)", g, of.Pages))
		}
	}
	table(b, head)
	for _, v := range s.Verdicts {
		cells := []string{v.Way}
		for _, g := range groups {
			cells = append(cells, three(v.Groups[g].F1))
		}
		row(b, cells)
	}
	b.WriteByte('\n')
}

func cost(b *strings.Builder, s speed.Result) {
	fmt.Fprintf(b, "### HTML to markdown of the main content: %s, %d pages of %.0f kB\n\n", s.Title, s.Pages, s.KB)
	table(b, []string{"way", "pages a second of CPU", s.Figures[0].Way + " is times as fast", "MB allocated a page"})
	for _, f := range s.Figures {
		alloc := "–"
		if f.Alloc > 0 {
			alloc = fmt.Sprintf("%.1f", f.Alloc)
		}
		row(b, []string{f.Way, fmt.Sprintf("%.1f", f.Pages), fmt.Sprintf("%.2f", f.Ratio), alloc})
	}
	b.WriteByte('\n')
}

func worst(b *strings.Builder, results []hostile.Result) {
	b.WriteString("### Hostile pages of 5 MiB, one core\n\n")
	table(b, []string{"page of", "main content, s", "peak MB", "whole page, s", "peak MB", ""})
	for _, r := range results {
		note := r.Main.Error
		if note == "" {
			note = r.Whole.Error
		}
		first, _, _ := strings.Cut(note, "\n")
		row(b, []string{
			r.Input, fmt.Sprintf("%.2f", r.Main.Seconds), fmt.Sprintf("%.0f", r.Main.MB),
			fmt.Sprintf("%.2f", r.Whole.Seconds), fmt.Sprintf("%.0f", r.Whole.MB), first,
		})
	}
	b.WriteByte('\n')
}

func table(b *strings.Builder, head []string) {
	row(b, head)
	b.WriteString(strings.Repeat("|---", len(head)) + "|\n")
}

func row(b *strings.Builder, cells []string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

func three(f float64) string { return fmt.Sprintf("%.3f", f) }

// signed has a minus that is as wide as the plus.
func signed(f float64) string { return strings.Replace(fmt.Sprintf("%+.3f", f), "-", "−", 1) }
