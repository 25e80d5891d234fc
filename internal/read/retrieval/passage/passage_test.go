package passage_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/read/retrieval/passage"
)

// cut returns the beginnings of passages, each with its heading.
func cut(text string, o passage.Options) []string {
	list := []string{}
	for _, p := range passage.Split(text, o) {
		line, _, _ := strings.Cut(p.Text, "\n")
		list = append(list, fmt.Sprintf("%s | %.12s", p.Heading, line))
	}
	return list
}

func TestSplit(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("It is a sentence of forty characters ok. ", 5) // 205
	small := passage.Options{Least: 120, Most: 220}
	tests := map[string]struct {
		text string
		want []string
	}{
		"headings": {
			"# A\n\n" + long + "\n\n## B **b**\n\n" + long + "\n\n## C\n\n" + long + "\n\n# D\n" + long,
			[]string{"A | # A", "A > B b | ## B **b**", "A > C | ## C", "D | # D"},
		},
		"small sections stay together": {
			"# A\n\nOne.\n\n## B\n\nTwo.\n\n## C\n\nThree.",
			[]string{"A | # A"},
		},
		"a level that is left out": {
			"### A\n\n" + long + "\n\n# B\n\n" + long,
			[]string{"A | ### A", "B | # B"},
		},
		"paragraphs are not cut": {
			"One.\n\n" + strings.Repeat("x", 150) + "\n\nTwo " + strings.Repeat("y", 150),
			[]string{" | One.", " | Two yyyyyyyy"},
		},
		"sentences of a long one": {
			strings.TrimSpace(long + long),
			[]string{" | It is a sent", " | It is a sent"},
		},
		"no sentences": {
			strings.Repeat("x", 500),
			[]string{" | xxxxxxxxxxxx", " | xxxxxxxxxxxx", " | xxxxxxxxxxxx"},
		},
		"the last words": {
			"# A\n\n" + long + "\n\nAnd so on.\n\n# B\n\n" + long,
			[]string{"A | # A", "B | # B"},
		},
		"code stays whole": {
			"Text.\n\n```\n# no heading\n" + strings.Repeat("x = 1\n\n", 40) + "```\n\nText.",
			[]string{" | Text.", " | ```", " | Text."},
		},
		"rows of a table": {
			"| a | b |\n|---|---|\n" + strings.Repeat("| 11111111 | 22222222 |\n", 15),
			[]string{" | | a | b |", " | | 11111111 |"},
		},
		"items of a list": {
			strings.Repeat("- an item of a list that is long\n", 12),
			[]string{" | - an item of", " | - an item of"},
		},
		"open code": {"```\n" + strings.Repeat("x\n", 10), []string{" | ```"}},
		"nothing":   {" \n\n\t", []string{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, cut(test.text, small)); diff != "" {
				t.Errorf("cut mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLengths(t *testing.T) {
	t.Parallel()
	list := passage.Split(article(40<<10), passage.Options{})
	short := 0
	for _, p := range list {
		n := utf8.RuneCountInString(p.Text)
		if n > 1250 {
			t.Errorf("a passage of %d characters", n)
		}
		if n < 400 {
			short++
		}
	}
	if short*5 > len(list) {
		t.Errorf("%d of %d passages are short", short, len(list))
	}
}

// TestAnyText holds that passages are exact, in order, and leave out nothing but white
// space, whatever the text is.
func TestAnyText(t *testing.T) {
	t.Parallel()
	pieces := []string{"a", "Word ", ". ", "\n", "\n\n", "# ", "## b\n", "```\n", "| a |\n", "- ", "价。", "\xff", "\x00", strings.Repeat("x", 40), "\u2028", "\r\n"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(t, "pieces"), "")
		o := passage.Options{Least: rapid.IntRange(0, 50).Draw(t, "least"), Most: rapid.IntRange(1, 60).Draw(t, "most")}
		at := 0
		for _, p := range passage.Split(text, o) {
			if p.Start < at || p.End <= p.Start || text[p.Start:p.End] != p.Text {
				t.Fatalf("%d to %d after %d in %q", p.Start, p.End, at, text)
			}
			if lost := strings.TrimFunc(text[at:p.Start], unicode.IsSpace); lost != "" {
				t.Fatalf("%q is in no passage of %q", lost, text)
			}
			at = p.End
		}
		if lost := strings.TrimSpace(text[at:]); lost != "" {
			t.Fatalf("%q is in no passage of %q", lost, text)
		}
	})
}

func TestHostile(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"a", "a ", "\x00", "\xff", "# a\n", "#", "```\n", "|\n", "- a\n", ". ", "价", "\n", " ", "A. b\n\n"} {
		start := time.Now()
		passage.Split(strings.Repeat(piece, 1<<17/len(piece)), passage.Options{})
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("128 kB of %q took %s", piece, took)
		}
	}
}

// article makes the markdown of a long page.
func article(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "## Section %d\n\n", i)
		for j := range 2 + i%4 {
			b.WriteString(strings.Repeat("The yard in Ostend built ships for the northern ports, and most of them still sail. ", 2+(i+j)%5))
			b.WriteString("\n\n")
		}
		if i%3 == 0 {
			b.WriteString("| year | ships |\n|---|---|\n| 2023 | 38 |\n| 2024 | 41 |\n\n- tugs\n- ferries\n\n")
		}
	}
	return b.String()
}

// BenchmarkSplit cuts 15 documents of about 20 kB.
func BenchmarkSplit(b *testing.B) {
	text := article(20 << 10)
	b.SetBytes(15 * int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for range 15 {
			passage.Split(text, passage.Options{})
		}
	}
}
