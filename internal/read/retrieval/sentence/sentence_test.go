package sentence_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/retrieval/sentence"
)

func TestSpans(t *testing.T) {
	t.Parallel()
	tests := map[string]string{ // sentences apart by ¶
		"plain":             "The yard builds ships. ¶It has 41. ¶Why? ¶Nobody knows!",
		"numbers":           "It grew 3.5 times to 1.200 tons. ¶2024 was better.",
		"addresses":         "See quarry.test or a.b.test/x.html for more. ¶It is open.",
		"titles and names":  "Dr. A. B. Vance of St. Ives met Prof. Holm. ¶They talked.",
		"firms":             "Northwind Inc. Chief Vance left. ¶He joined Tide Ltd. ¶The firm grew.",
		"letters apart":     "The U.S. Navy bought it. ¶It left the U.S. ¶In May it came back.",
		"abbreviations":     "Ships, e.g. Tugs, approx. 40 of them, vs. No. 7, sail. ¶All do.",
		"quotes":            "He said: \"It is late.\" ¶She left (at once.) ¶Then it rained.",
		"lower case":        "It costs 5 mio. euros and... well, more.",
		"lines":             "Ships ¶\n\nThe yard builds them ¶\nin Ostend.",
		"German dates":      "Am 12. März wuchs sie auf 41. ¶Das reicht.",
		"Chinese":           "价格上涨。¶很多！¶真的吗？",
		"Japanese quote":    "「終わった。」¶次。",
		"Hindi":             "यह है। ¶वह था।",
		"a question in one": "It asked \"why?\" and left.",
		"nothing":           "",
		"initial I":         "So did I. ¶Then he went.",
	}
	for name, marked := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := strings.ReplaceAll(marked, "¶", "")
			want := []string{}
			for part := range strings.SplitSeq(marked, "¶") {
				if part = strings.TrimSpace(part); part != "" {
					want = append(want, part)
				}
			}
			got := []string{}
			for _, s := range sentence.Spans(text) {
				got = append(got, text[s.Start:s.End])
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("spans mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestHostile(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{".", ". ", "a.", "A. ", "1. ", "。", "\n", "?!", "\xff. ", "\". ", "a"} {
		text := strings.Repeat(piece, 1<<17/len(piece))
		last := 0
		for _, s := range sentence.Spans(text) {
			if s.Start < last || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("%q: %v after %d", piece, s, last)
			}
			last = s.End
		}
	}
}
