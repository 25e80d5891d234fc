package window_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/sources/adlibrary/window"
)

func TestDays(t *testing.T) {
	t.Parallel()
	d := window.On(time.Date(2026, 2, 9, 23, 59, 59, 0, time.UTC))
	if d.String() != "2026-02-09" || (d+1).String() != "2026-02-10" {
		t.Errorf(`got day %v, want String() "2026-02-09", (d + 1).String() "2026-02-10"`, d)
	}
	if got := (window.Span{From: d, To: d}).String(); got != "2026-02-09" {
		t.Errorf(`got %q, want "2026-02-09"`, got)
	}
	if got := (window.Span{From: d - 9, To: d}).String(); got != "2026-01-31 to 2026-02-09" {
		t.Errorf(`got %q, want "2026-01-31 to 2026-02-09"`, got)
	}
}

// The order in which spans are looked through: newest first, and a half at a time.
func TestHalving(t *testing.T) {
	t.Parallel()
	plan := window.Whole(window.Span{From: 1, To: 7})
	var steps []window.Span
	var lost []window.Span
	for {
		next, ok := plan.Next()
		if !ok {
			break
		}
		steps = append(steps, next)
		full := next.To >= 6 // days 6 and 7 are full to the last
		var cut bool
		if plan, cut = plan.After(full); cut {
			lost = append(lost, next)
		}
	}
	want := []window.Span{{From: 1, To: 7}, {From: 4, To: 7}, {From: 6, To: 7}, {From: 7, To: 7}, {From: 6, To: 6}, {From: 4, To: 5}, {From: 1, To: 3}}
	if diff := cmp.Diff(want, steps); diff != "" {
		t.Errorf("steps mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]window.Span{{From: 7, To: 7}, {From: 6, To: 6}}, lost); diff != "" {
		t.Errorf("lost mismatch (-want +got):\n%s", diff)
	}
	if _, ok := plan.Ahead(); ok || len(window.Whole(window.Span{From: 2, To: 1})) != 0 {
		t.Error("nothing is ahead")
	}
}

// However full spans are, each day is looked through in a span that is not full or as a
// day of its own, once; what is ahead has no gap; and a plan survives being written down.
func TestAnyFullness(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		whole := window.Span{From: window.Day(rapid.IntRange(15000, 20000).Draw(t, "from"))}
		whole.To = whole.From + window.Day(rapid.IntRange(0, 4000).Draw(t, "days"))
		plan := window.Whole(whole)
		end := whole.To
		for steps := 0; ; steps++ {
			span, ok := plan.Next()
			if !ok {
				break
			}
			if ahead, _ := plan.Ahead(); ahead != (window.Span{From: whole.From, To: end}) || span.To != end {
				t.Fatalf("ahead is %s, next %s, should end at %s", ahead, span, end)
			}
			full := rapid.IntRange(0, 3).Draw(t, "full") == 0 || steps < 12
			var lost bool
			before := plan
			plan, lost = plan.After(full)
			if !full || lost {
				end = span.From - 1
			}
			if lost != (full && span.From == span.To) {
				t.Fatalf("%s of %v: lost %t", span, before, lost)
			}
			var read window.Plan
			raw, err := json.Marshal(plan)
			if err != nil || json.Unmarshal(raw, &read) != nil || !cmp.Equal(append(window.Plan{}, plan...), append(window.Plan{}, read...)) || !read.Within(whole) || len(raw) > 300 {
				t.Fatalf("%s of %s: %v", raw, whole, err)
			}
		}
		if end != whole.From-1 {
			t.Fatalf("ended at %s", end)
		}
	})
}

func TestForgedPlans(t *testing.T) {
	t.Parallel()
	whole := window.Span{From: 10, To: 20}
	long := window.Plan{}
	for i := range window.Day(25) {
		long = append(long, window.Span{From: 34 - i, To: 34 - i})
	}
	for name, plan := range map[string]window.Plan{
		"a gap": {{From: 18, To: 20}, {From: 10, To: 16}}, "overlap": {{From: 15, To: 20}, {From: 10, To: 15}}, "before": {{From: 9, To: 20}},
		"behind": {{From: 10, To: 21}}, "upside down": {{From: 10, To: 12}, {From: 13, To: 20}}, "turned": {{From: 20, To: 10}}, "not to the floor": {{From: 12, To: 20}}, "long": long,
	} {
		if plan.Within(whole) {
			t.Errorf("%s is taken", name)
		}
	}
	var s window.Span
	for _, raw := range []string{`"x"`, `{}`, `[1.5,2]`} {
		if err := json.Unmarshal([]byte(raw), &s); err == nil {
			t.Errorf("%s is taken", raw)
		}
	}
}
