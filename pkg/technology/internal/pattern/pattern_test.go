package pattern_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/pkg/technology/internal/pattern"
)

func TestNotes(t *testing.T) {
	t.Parallel()
	cases := []struct {
		source, expression string
		confidence         int
		versioned          bool
	}{
		{`reed`, `reed`, 100, false},
		{``, ``, 100, false},
		{`reed\;confidence:50`, `reed`, 50, false},
		{`\;confidence:50`, ``, 50, false},
		{`\;version:7`, ``, 100, false},
		{`reed([\d.]+)\;version:\1\;confidence:0`, `reed([\d.]+)`, 0, true},
		{`reed\;confidence:many\;other\;version:2`, `reed`, 100, true},
	}
	for _, c := range cases {
		p, expression := pattern.Notes(c.source)
		if expression != c.expression || p.Confidence != c.confidence || p.Versioned != c.versioned {
			t.Errorf("%s: got expression %q, confidence %d, versioned %v; want expression %q, Confidence %v, Versioned %t", c.source, expression, p.Confidence, p.Versioned, c.expression, c.confidence, c.versioned)
		}
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		source, text string
		version      string
		matched      bool
	}{
		"word":                      {`reed\.test/`, "https://reed.test/x", "", true},
		"word with a version":       {`reed\;version:3`, "a reed", "3", true},
		"no word":                   {`reed\.test/\;version:3`, "https://reedatest/x", "", false},
		"upper case in both":        {`REED[A-Z]`, "reedx", "", true},
		"group":                     {`reed-([\d.]+)\.js\;version:\1`, "/reed-1.2.js", "1.2", true},
		"group that did not match":  {`reed(?:-([\d.]+))?\.js\;version:\1`, "/reed.js", "", true},
		"group that is not there":   {`reed\;version:\1`, "reed", "", true},
		"choice, first":             {`([\d.]+)?/reed(?:\.([\d.]+))?\.js\;version:\1?\1:\2`, "1.4/reed.2.js", "1.4", true},
		"choice, second":            {`([\d.]+)?/reed(?:\.([\d.]+))?\.js\;version:\1?\1:\2`, "/reed.2.js", "2", true},
		"choice without groups":     {`reed\;version:\1?a:b`, "reed", "b", true},
		"choice without an end":     {`(reed)\;version:\1?a`, "reed", "", true},
		"two choices":               {`(reed)\;version:\1?a:b?c:d`, "reed", "", true},
		"spaces about a version":    {`reed ([\d ]+)\;version:\1`, "reed 12 ", "12", true},
		"250 times":                 {`<a[^>]+reed`, "<a" + strings.Repeat("x", 250) + "reed", "", true},
		"251 times":                 {`<a[^>]+reed`, "<a" + strings.Repeat("x", 251) + "reed", "", false},
		"251 times and once more":   {`<a([^>]+)reed\;version:\1`, "<a" + strings.Repeat("x", 251) + "reed<a 7 reed", "7", true},
		"long, with a shorter one":  {`<a([^>]+)reed\;version:\1`, "<a7reed" + strings.Repeat("x", 300) + "reed", "7", true},
		"long digits":               {`reed-(\d+(?:\.\d+)+)\;version:\1`, "reed-" + strings.Repeat("1", 21) + ".1", "", false},
		"digits as long as allowed": {`reed-(\d+(?:\.\d+)+)\;version:\1`, "reed-1." + strings.Repeat("1", 20), "1." + strings.Repeat("1", 20), true},
		"digits that are cut":       {`reed-(\d+(?:\.\d+)+)\;version:\1`, "reed-1." + strings.Repeat("1", 21), "1." + strings.Repeat("1", 20), true},
		"begin of a text":           {`^reed$`, "reed", "", true},
		"not the begin":             {`^reed`, " reed", "", false},
		"sign that is repeated":     {`c\+\+/([\d.]+)\;version:\1`, "c++/7", "7", true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := pattern.Compile(c.source)
			if err != nil {
				t.Fatal(err)
			}
			version, matched, cost := p.Match(c.text)
			if version != c.version || matched != c.matched || cost <= 0 {
				t.Errorf("%q, %v at %d", version, matched, cost)
			}
		})
	}
}

func TestCompileFails(t *testing.T) {
	t.Parallel()
	for _, source := range []string{`reed(?!s)`, `(reed`, `(?:a*)*`, `\1`} {
		if _, err := pattern.Compile(source); err == nil {
			t.Errorf("%s compiles", source)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	cases := map[string][]string{
		`reed\.test/x`:                      {"reed.test/x"},
		`REED`:                              {"reed"},
		`re`:                                nil,
		``:                                  nil,
		`[\d.]+`:                            nil,
		`(?:reed|rush)`:                     {"reed", "rush"},
		`(?:reed|re)`:                       nil,
		`(?:reed|\d+)`:                      nil,
		`reed(?:\.min)?\.js`:                {"reed.js", "reed.min.js"},
		`(?:water)?reed`:                    {"reed"},
		`reed[_-]bed`:                       {"reed-bed", "reed_bed"},
		`<link[^>]+reed-bed[^>]+stylesheet`: {"reed-bed"},
		`^reed\b`:                           {"reed"},
		`(reed-bed)+`:                       {"reed-bed"},
		`(?:reed-bed){0,3}ab`:               nil,
		`forum by reed™ beds`:               {"forum by reed"},
		`reed(?!s)`:                         nil,
	}
	for expression, want := range cases {
		if diff := cmp.Diff(want, pattern.Words(expression)); diff != "" {
			t.Errorf("%s: Words mismatch (-want +got):\n%s", expression, diff)
		}
	}
}

func TestLower(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "", "Reed": "reed", "ÄÖ É": "äö é", "\xffA\xc3": "\uFFFDa\uFFFD", "K ſ": "k s", "日本X": "日本x"} {
		if got := pattern.Lower(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		body := rapid.SliceOf(rapid.Byte()).Draw(t, "body")
		want := strings.ReplaceAll(strings.ToLower(strings.ToValidUTF8(string(body), "\uFFFD")), "ſ", "s")
		if got := pattern.Lower(body); !equalButInvalid(got, want) {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

// equalButInvalid compares texts in which each byte that is no UTF-8, or a row of them,
// is one sign.
func equalButInvalid(a, b string) bool {
	squeeze := func(s string) string {
		for strings.Contains(s, "\uFFFD\uFFFD") {
			s = strings.ReplaceAll(s, "\uFFFD\uFFFD", "\uFFFD")
		}
		return s
	}
	return squeeze(a) == squeeze(b)
}

func TestMoreSpecific(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{{"3.6.0", "3", true}, {"3", "3.6.0", false}, {"3.10", "3.9", true}, {"3.9", "3.9", false}, {"x", "", true}, {"3.x", "3.1", false}} {
		if got := pattern.MoreSpecific(c.a, c.b); got != c.want {
			t.Errorf("%s, %s: got %v, want %t", c.a, c.b, got, c.want)
		}
	}
}
