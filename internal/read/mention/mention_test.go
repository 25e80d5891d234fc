package mention_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/mention"
)

func TestQueries(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		query string
		holds []string
		lacks []string
	}{
		"word": {"acme", []string{
			"Acme", "I like ACME.", "acme's gauge", "acme’s", "(acme)", "#acme", "@acme", "https://acme.com/x", "acme-like", "Ａｃｍｅ", "a\u200bcme", "🌊acme🌊",
		}, []string{"", "acmeology", "macme", "acme_x", "acme2", "acmé", "acme\u0301", "a c m e"}},
		"words":         {"tide gauge", []string{"A gauge of the tide", "tide-gauge"}, []string{"tide gauges", "tides, a gauge", "gauge"}},
		"phrase":        {`"tide gauge" -float`, []string{"Tide \n gauge", "a tide gauge floats"}, []string{"gauge, tide", "a tide gauge with a float"}},
		"account":       {"@acme", []string{"ask @acme!", "ask @Acme's people", "/u/acme knows", "u/ACME", "(@acme)", "@acme."}, []string{"acme", "joe@acme", "joe@acme.com", "@acme.com", "@acmeology", "@acme_x", "menu/acme", "@acme-inc"}},
		"signs":         {"c++", []string{"C++ is old", "c++20"}, []string{"c+", "c"}},
		"another form":  {"café", []string{"Cafe\u0301 du Port", "CAFÉ"}, []string{"cafe", "cafés"}},
		"cyrillic":      {"почта", []string{"Почта, России"}, []string{"почтальон", "электропочта"}},
		"arabic":        {"مد", []string{"مد وجزر"}, []string{"مدينة"}},
		"german":        {"straße", []string{"STRASSE 5"}, []string{"straßenbahn"}},
		"greek":         {"Οδυσσεύς", []string{"ΟΔΥΣΣΕΎΣ", "οδυσσεύσ"}, []string{"Οδυσσεύςα"}},
		"japanese":      {"任天堂", []string{"昨日任天堂のゲーム"}, []string{"天堂"}},
		"latin in it":   {"notion", []string{"Notionを使う", "노션 notion은 좋다"}, []string{"notionally"}},
		"emoji":         {"🌊", []string{"to the 🌊!"}, []string{"to the sea"}},
		"rest of quote": {`"tide gauge`, []string{"a tide gauge"}, []string{"tide"}},
		"two spaces":    {"  a   b ", []string{"b a"}, []string{"ab"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := mention.Parse(c.query)
			for _, text := range c.holds {
				if !q.In(mention.NewText("", text)) {
					t.Errorf("%q does not find %q", c.query, text)
				}
			}
			for _, text := range c.lacks {
				if q.In(mention.NewText(text, "")) {
					t.Errorf("%q finds %q", c.query, text)
				}
			}
		})
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]string{
		"":                           nil,
		` - "" "-" @ ... `:           nil,
		`a "b  c"d -e -"f g" -@h @i`: {"a", "b c", "d", "-e", "-f g", "-@h", "@i"},
		"-only":                      {"-only"},
		"e-mail":                     {"e-mail"},
	} {
		var got []string
		for _, term := range mention.Parse(query) {
			s := term.Text
			if term.Account {
				s = "@" + s
			}
			if term.Without {
				s = "-" + s
			}
			got = append(got, s)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: parse mismatch (-want +got):\n%s", query, diff)
		}
	}
	if mention.Parse("-only").Positive() || mention.Parse("-only").In(mention.NewText("other")) {
		t.Error("a search for nothing finds something")
	}
	if q := mention.Phrase(`-a "b`); len(q) != 1 || q[0].Without || !q.In(mention.NewText(`x -A "b c`)) {
		t.Errorf("a name is taken as a search: %+v", q)
	}
	if q := mention.Account("acme"); !q.In(mention.NewText("@acme")) || q.In(mention.NewText("acme")) {
		t.Errorf("an account: %+v", q)
	}
}

// A phrase does not begin in the title and end in the text.
func TestPartsAreApart(t *testing.T) {
	t.Parallel()
	if mention.Phrase("tide gauge").In(mention.NewText("High tide", "gauge broken")) {
		t.Error("a phrase is found across two parts")
	}
	if !mention.Parse("tide gauge").In(mention.NewText("High tide", "gauge broken")) {
		t.Error("two words are not found in two parts")
	}
}

func TestDomains(t *testing.T) {
	t.Parallel()
	const d = mention.Domain("company.test")
	for text, want := range map[string]bool{
		"see company.test": true, "Company.Test.": true, "http://company.test/a": true, "blog.company.test": true, "joe@company.test": true,
		"company.test, then": true, "company.test.": true, "見てcompany.testを": true, "company.test’s": true,
		"notcompany.test": false, "my-company.test": false, "company.tests": false, "company.test.evil.test": false, "company-test": false, "": false, "company.test-2.test": false,
	} {
		if got := d.Written(text); got != want {
			t.Errorf("%q: got %v, want %t", text, got, want)
		}
	}
	for address, want := range map[string]bool{
		"http://company.test/": true, "https://WWW.Company.test:443/x": true, "http://a.b.company.test./": true,
		"http://notcompany.test/": false, "http://company.test.evil.test/": false, "http://evil.test/company.test": false, "company.test": false, "http://%zz": false, "": false,
	} {
		if got := d.Linked(address); got != want {
			t.Errorf("%q: got %v, want %t", address, got, want)
		}
	}
	if !mention.Domain("xn--bcher-kva.test").Written("bei Bücher.test!") || !mention.Domain("xn--bcher-kva.test").Written("xn--bcher-kva.test") {
		t.Error("a domain in its own script is not found")
	}
}

// A text of many beginnings of a name is read in one go.
func BenchmarkIn(b *testing.B) {
	text := strings.Repeat("acmeology macme acme_x ", 4000)
	q := mention.Parse("acme")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if q.In(mention.NewText(text)) {
			b.Fatal("found")
		}
	}
}
