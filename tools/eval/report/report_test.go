package report_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/tools/eval/comments"
	"github.com/quarryapi/quarry/tools/eval/hostile"
	"github.com/quarryapi/quarry/tools/eval/judge"
	"github.com/quarryapi/quarry/tools/eval/report"
	"github.com/quarryapi/quarry/tools/eval/score"
	"github.com/quarryapi/quarry/tools/eval/speed"
)

const want = `Held-out sets were looked at in this run: nothing may be chosen or tuned by it.

### WCXB dev: 4 pages

| way | F1 (95 %) | precision | recall | phrases kept | let in | ours leads by (95 %) |
|---|---|---|---|---|---|---|
| ours | 0.900 (0.850–0.950) | 0.800 | 1.000 | 0.500 | 0.000 | – |
| theirs | 0.910 (0.000–0.000) | 0.000 | 0.000 | 0.000 | 0.000 | −0.010 (−0.050 to +0.030) |

theirs broke on 2 pages.

| F1 by part | article (3) | forum (1) |
|---|---|---|
| ours | 0.900 | 0.700 |
| theirs | 0.000 | 0.000 |

### Comments: Blogs, 10 pages that have some in their HTML

| comments | words of them | precision | pages with none | a part | all |
|---|---|---|---|---|---|
| left out | 0.050 | – | 9 | 1 | – |
| included | 0.900 | 0.950 | 1 | 2 | 7 |

### HTML to markdown of the main content: AEB, 2 pages of 170 kB

| way | pages a second of CPU | ours is times as fast | MB allocated a page |
|---|---|---|---|
| ours | 400.0 | 1.00 | 1.2 |
| theirs | 40.0 | 10.00 | – |

### Hostile pages of 5 MiB, one core

| page of | main content, s | peak MB | whole page, s | peak MB |  |
|---|---|---|---|---|---|
| brackets | 0.50 | 120 | 60.00 | 0 | gave no answer |

`

func TestTables(t *testing.T) {
	t.Parallel()
	groups := map[string]judge.Group{"forum": {Pages: 1, Figures: score.Figures{F1: .7}}, "article": {Pages: 3, Figures: score.Figures{F1: .9}}}
	var b strings.Builder
	for _, err := range []error{
		report.Notice(&b),
		report.Quality(&b, judge.Result{Title: "WCXB dev", Measure: "words", Pages: 4, Verdicts: []judge.Verdict{
			{Way: "ours", Figures: score.Figures{F1: .9, Precision: .8, Recall: 1, Kept: .5}, Interval: score.Interval{Low: .85, High: .95}, Groups: groups},
			{Way: "theirs", Figures: score.Figures{F1: .91}, Failed: 2, Lead: &judge.Lead{F1: -.01, Interval: score.Interval{Low: -.05, High: .03}}},
		}}),
		report.Comments(&b, comments.Result{Title: "Blogs", Pages: 10, LetIn: .05, Clean: 9, Recall: .9, Precision: .95, None: 1, Part: 2, Whole: 7}),
		report.Speed(&b, speed.Result{Title: "AEB", Pages: 2, KB: 170, Figures: []speed.Figure{
			{Way: "ours", Pages: 400, Ratio: 1, Alloc: 1.2}, {Way: "theirs", Pages: 40, Ratio: 10},
		}}),
		report.Hostile(&b, []hostile.Result{
			{Input: "brackets", Main: hostile.Cost{Seconds: .5, MB: 120}, Whole: hostile.Cost{Seconds: 60, Error: "gave no answer\nstack"}},
		}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("String mismatch (-want +got):\n%s", diff)
	}
}

// TestBeside: sets stand side by side, the best of each is bold, and without one of them there is no table.
func TestBeside(t *testing.T) {
	t.Parallel()
	set := func(name string, ours, theirs float64) judge.Result {
		return judge.Result{Set: name, Title: "Set " + name, Measure: "bag", Pages: 7, Verdicts: []judge.Verdict{
			{Way: "ours", Figures: score.Figures{F1: ours}, Interval: score.Interval{Low: ours - .1, High: ours + .1}},
			{Way: "theirs", Figures: score.Figures{F1: theirs}, Lead: &judge.Lead{F1: ours - theirs, Interval: score.Interval{Low: -.2, High: .3}}},
		}}
	}
	r := report.Report{Sets: []judge.Result{set("a", .8, .7), set("b", .6, .9)}}
	const want = `F1 (95 %):

| extractor | Set b (7) | Set a (7) |
|---|---|---|
| ours | 0.600 (0.500–0.700) | **0.800** (0.700–0.900) |
| theirs | **0.900** (0.000–0.000) | 0.700 (0.000–0.000) |

By how much F1 of ours is higher (95 % of the difference on the same draws):

| than of | Set b (7) | Set a (7) |
|---|---|---|
| theirs | −0.300 (−0.200 to +0.300) | +0.100 (−0.200 to +0.300) |

`
	if diff := cmp.Diff(want, r.Beside([]string{"b", "a"})); diff != "" {
		t.Errorf("tables mismatch (-want +got):\n%s", diff)
	}
	if got := r.Beside([]string{"b", "c"}); got != "" {
		t.Errorf("without one of the sets: got %q, want nothing", got)
	}
}
