package reading_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/read/retrieval/reading"
)

func TestPlain(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ markdown, want string }{
		"emphasis":               {"**Sales** rose *by* __5 %__ ~~or~~ `more`", "Sales rose by 5 % or more"},
		"names with underscores": {"set snake_case_name to _x_", "set snake_case_name to x"},
		"links":                  {"The [yard](https://a.test/x_(y)?a=*b*) [builds](</a b> \"t\") ![a crane](c.png)", "The yard builds a crane"},
		"sources of a wiki":      {"It fell[1][[12]](#cite) in [2019]\\[3\\].", "It fell in 2019."},
		"headings":               {"## Gauges ##\nText", "Gauges ##\nText"},
		"lists":                  {"- one\n* two\n  + three\n> four", "one\ntwo\nthree\nfour"},
		"a wrapped item":         {"- one\n  two\n  three\n- four\nfive\n\n  six", "one two three\nfour\nfive\n\nsix"},
		"a wrapped paragraph":    {"one\ntwo\n\nthree  \nfour", "one two\n\nthree  \nfour"},
		"a table":                {"| a | b |\n|---|:-:|\n| 1 | 2 |", "\t a \t b \t\n\n\t 1 \t 2 \t"},
		"code":                   {"```go\na *b* _c_ [d](e)\n```\n*f*", "\na *b* _c_ [d](e)\n\nf"},
		"escapes":                {`5 \* 3 \[a\] c:\dir`, `5 * 3 [a] c:\dir`},
		"entities":               {"R&amp;D &lt;1&nbsp;kg &unknown; a & b; &#8217;", "R&D <1 kg &unknown; a & b; '"},
		"typography":             {"“a” ‘b’ c–d e…\u00a0f pho\u00adto oﬃce", `"a" 'b' c-d e... f photo office`},
		"composed":               {"re\u0301sume\u0301", "résumé"},
		"tags":                   {"a<br>b <sup>2</sup> 3 < 4 > 2 <https://a.test/>", "ab 2 3 < 4 > 2 https://a.test/>"},
		"invalid":                {"a\xffb\x00c", "a b c"},
		"not a rule":             {"---\n- -5 degrees\n***", "\n-5 degrees\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := reading.Of(test.markdown).Plain; got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestExact(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ markdown, part, want string }{
		"links stay inside":     {"So **the [yard](http://a.test/) builds** ships", "the yard builds", "the [yard](http://a.test/) builds"},
		"marks outside go":      {"*So* _it_ is", "it", "it"},
		"a piece that was more": {"wait… “now”", `... "now"`, "… “now”"},
		"composed from two":     {"a re\u0301sume\u0301!", "résumé", "re\u0301sume\u0301"},
		"an entity":             {"R&amp;D rose", "R&D", "R&amp;D"},
		"other scripts":         {"**价格**上涨。", "格上", "格**上"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := reading.Of(test.markdown)
			at := strings.Index(text.Plain, test.part)
			if at < 0 {
				t.Fatalf("no %q in %q", test.part, text.Plain)
			}
			if got := text.Exact(at, at+len(test.part)); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestAnyText holds what must be so for every text: Plain is valid, and each of its
// parts comes from a part of the source, in order.
func TestAnyText(t *testing.T) {
	t.Parallel()
	pieces := []string{"a", "é", "e\u0301", " ", "\n", "*", "_", "`", "```", "[", "](", ")", "|", "<", ">", "&amp;", "&", "…", "\\", "#", "-", "价", "\xff", "\x00", "1", "!"}
	rapid.Check(t, func(t *rapid.T) {
		markdown := strings.Join(rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(t, "pieces"), "")
		text := reading.Of(markdown)
		if !utf8.ValidString(text.Plain) {
			t.Fatalf("%q is not valid", text.Plain)
		}
		last := 0
		for i := range text.Plain {
			from, to := text.Source(i, i+1)
			if from < last || to <= from || to > len(markdown) {
				t.Fatalf("byte %d of %q comes from %d to %d, the one before from %d", i, text.Plain, from, to, last)
			}
			last = from
		}
	})
}

func TestHostile(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"[", "](", "](a", "](((", "<a", "<", "&", "&a", "**", "_", "> ", "# ", "|", "e\u0301", "\u0301", "\xff", "\x00", "```\n", "\\", "![", "[1]("} {
		start := time.Now()
		reading.Of(strings.Repeat(piece, 1<<17/len(piece)))
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("128 kB of %q took %s", piece, took)
		}
	}
}
