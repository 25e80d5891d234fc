package budget_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/budget"
)

// parts are all parts of a text. The second call goes on where the first says, and so on.
func parts(tb testing.TB, cut func(string, int, budget.Limit) budget.Part, text string, l budget.Limit) []string {
	tb.Helper()
	var all []string
	for offset := 0; ; {
		p := cut(text, offset, l)
		all = append(all, p.Text)
		switch {
		case p.Total != utf8.RuneCountInString(text):
			tb.Fatalf("got total %d, want %d", p.Total, utf8.RuneCountInString(text))
		case l.Chars > 0 && !p.Over && utf8.RuneCountInString(p.Text) > l.Chars:
			tb.Fatalf("got a part of %d characters that is not said to be over, want at most %d: %q", utf8.RuneCountInString(p.Text), l.Chars, p.Text)
		case l.Tokens > 0 && !p.Over && budget.Tokens(p.Text) > l.Tokens:
			tb.Fatalf("got a part of %d tokens that is not said to be over, want at most %d: %q", budget.Tokens(p.Text), l.Tokens, p.Text)
		case p.Next == 0:
			return all
		case p.Next <= offset:
			tb.Fatalf("got next %d behind offset %d, want progress", p.Next, offset)
		}
		offset = p.Next
	}
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	fence := "```go\nif a {\n\n\tb()\n}\n```\n"
	cases := map[string]struct {
		text  string
		chars int
		want  []string
	}{
		"all fits":                {"# A\n\nb\n", 7, []string{"# A\n\nb\n"}},
		"no limit":                {"# A\n\nb\n", 0, []string{"# A\n\nb\n"}},
		"nothing":                 {"", 5, []string{""}},
		"behind a block":          {"# A\n\nbbb ccc\n\nddd\n", 16, []string{"# A\n\nbbb ccc\n\n", "ddd\n"}},
		"a block that just fits":  {"aaaa\n\nbbbb\n", 6, []string{"aaaa\n\n", "bbbb\n"}},
		"never within a fence":    {"aa\n\n" + fence + "\nb\n", 8, []string{"aa\n\n", fence + "\n", "b\n"}},
		"a fence of an item":      {"- ```\n  a\n\n  b\n  ```\n- c\n", 9, []string{"- ```\n  a\n\n  b\n  ```\n", "- c\n"}},
		"a fence of a quotation":  {"> ~~~\n> a\n>\n> b\n> ~~~\n>\n> c\n", 9, []string{"> ~~~\n> a\n>\n> b\n> ~~~\n>\n", "> c\n"}},
		"a fence without an end":  {"a\n\n```\nb\n\nc\n", 4, []string{"a\n\n", "```\nb\n\nc\n"}},
		"a longer fence":          {"````\n```\n\n```\n````\n\na\n", 6, []string{"````\n```\n\n```\n````\n\n", "a\n"}},
		"a formula":               {"$$\na\n\nb\n$$\n\nc\n", 5, []string{"$$\na\n\nb\n$$\n\n", "c\n"}},
		"items":                   {"- one two\n- three\n- four\n", 18, []string{"- one two\n- three\n", "- four\n"}},
		"rows":                    {"| a b | c |\n|---|---|\n| d e | f |\n", 13, []string{"| a b | c |\n", "|---|---|\n", "| d e | f |\n"}},
		"a row is whole":          {"| a b c d e f |\n| g |\n", 5, []string{"| a b c d e f |\n", "| g |\n"}},
		"words":                   {"one two three four\n", 9, []string{"one two ", "three ", "four\n"}},
		"a link is whole":         {"a [b c d](http://e.example/f \"g h\") i j\n", 6, []string{"a ", "[b c d](http://e.example/f \"g h\") ", "i j\n"}},
		"a link with brackets":    {"a [b [c] d](http://e.example/f_(g h)) i\n", 6, []string{"a ", "[b [c] d](http://e.example/f_(g h)) ", "i\n"}},
		"an image in a link":      {"[![a b](c d)](e f) g h i j\n", 6, []string{"[![a b](c d)](e f) ", "g h i ", "j\n"}},
		"a bracket that is none":  {"a \\[b c d e\n", 6, []string{"a \\[b ", "c d e\n"}},
		"a bracket without a end": {"a [b c d e\n", 6, []string{"a [b ", "c d e\n"}},
		"code is whole":           {"a `b c d e` f g\n", 6, []string{"a ", "`b c d e` ", "f g\n"}},
		"code with backticks":     {"a ``b ` c d`` f g\n", 6, []string{"a ", "``b ` c d`` ", "f g\n"}},
		"a link over two lines":   {"a [b\nc](d) e\n", 7, []string{"a ", "[b\nc](d) ", "e\n"}},
		"a heading is not alone":  {"# A\n\n- b c\n- d e\n- f g\n", 18, []string{"# A\n\n- b c\n- d e\n", "- f g\n"}},
		"characters, not bytes":   {"ä ö ü\n\nß\n", 7, []string{"ä ö ü\n\n", "ß\n"}},
		"words without spaces":    {"これは文です。次の文です。\n", 8, []string{"これは文です。", "次の文です。\n"}},
		"an endless word":         {strings.Repeat("x", 20) + " y\n", 6, []string{strings.Repeat("x", 20) + " ", "y\n"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := parts(t, budget.Markdown, c.text, budget.Limit{Chars: c.chars})
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("parts mismatch (-want +got):\n%s", diff)
			}
			if got := strings.Join(got, ""); got != c.text {
				t.Errorf("got %q of the parts together, want %q", got, c.text)
			}
		})
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text  string
		chars int
		want  []string
	}{
		"paragraphs": {"aa bb\n\ncc dd\n\nee", 14, []string{"aa bb\n\ncc dd\n\n", "ee"}},
		"lines":      {"aa bb\ncc dd\nee", 8, []string{"aa bb\n", "cc dd\nee"}},
		"words":      {"aa bb cc", 7, []string{"aa bb ", "cc"}},
		"a word":     {"aaaaaaa", 3, []string{"aaa", "aaa", "a"}},
		"characters": {"äöü", 1, []string{"ä", "ö", "ü"}},

		"marks":                    {"a\u0301e\u0301o\u0302\u0301", 3, []string{"a\u0301", "e\u0301", "o\u0302\u0301"}},
		"a mark behind a space":    {"abc \u0301de fghijk", 5, []string{"abc \u0301", "de ", "fghij", "k"}},
		"an emoji of several":      {"xx👩\u200d👩\u200d👧yy", 4, []string{"xx", "👩\u200d👩\u200d👧", "yy"}},
		"a tone of skin":           {"aa👍🏽b", 3, []string{"aa", "👍🏽b"}},
		"the darkest tone of skin": {"aa👍🏿b", 3, []string{"aa", "👍🏿b"}},
		"a selector":               {"aa❤\ufe0fb", 3, []string{"aa", "❤\ufe0fb"}},
		"flags":                    {"🇩🇪🇫🇷🇮🇹", 3, []string{"🇩🇪", "🇫🇷", "🇮🇹"}},
		"the flag of Wales":        {"a🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007fb", 4, []string{"a", "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f", "b"}},
		"a conjunct":               {"कक्षक", 2, []string{"क", "क्ष", "क"}},
		"parts of Hangul":          {"\u1100\u1161\u11a8\u1100\u1161", 4, []string{"\u1100\u1161\u11a8", "\u1100\u1161"}},
		"a line's end of two":      {"ab\r\ncd", 3, []string{"ab", "\r\n", "cd"}},
		"letters that look joined": {"가나다", 2, []string{"가나", "다"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, parts(t, budget.Plain, c.text, budget.Limit{Chars: c.chars})); diff != "" {
				t.Errorf("parts mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// An offset behind the end is no error, and gives nothing.
func TestOffsetBehindTheEnd(t *testing.T) {
	t.Parallel()
	want := budget.Part{Total: 4}
	for _, offset := range []int{4, 5, 1 << 40} {
		if diff := cmp.Diff(want, budget.Markdown("abc\n", offset, budget.Limit{Chars: 2})); diff != "" {
			t.Errorf("offset %d: part mismatch (-want +got):\n%s", offset, diff)
		}
	}
}

// TestBothLimits: of two limits the smaller holds.
func TestBothLimits(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("word ", 200)
	for _, cut := range []func(string, int, budget.Limit) budget.Part{budget.Plain, budget.Markdown} {
		chars, tokens := cut(text, 0, budget.Limit{Chars: 20}).Text, cut(text, 0, budget.Limit{Tokens: 10}).Text
		for _, l := range []budget.Limit{{Chars: 20, Tokens: 1000}, {Chars: 20, Tokens: 10}, {Chars: 1000, Tokens: 10}} {
			want := chars
			if l.Chars > 20 || len(tokens) < len(chars) {
				want = tokens
			}
			if got := cut(text, 0, l).Text; got != want {
				t.Errorf("%+v: got %q, want %q", l, got, want)
			}
		}
	}
}

// TestHalfFull: an end that leaves more than half of the limit unused is passed over for a lesser one.
func TestHalfFull(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"One.\n\nTwo three four five six seven eight": "One.\n\nTwo three four five ",
		"One two three.\n\nFour five six seven eight": "One two three.\n\n",
		"One.\nTwo three four five six seven eight":   "One.\nTwo three four five ",
	} {
		if got := budget.Plain(text, 0, budget.Limit{Chars: 26}).Text; got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
