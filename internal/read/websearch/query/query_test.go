package query_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/websearch/query"
)

func TestParse(t *testing.T) {
	t.Parallel()
	cases := map[string][]query.Term{
		"":                       nil,
		" \t":                    nil,
		`- " " ( ) : ""`:         nil,
		"tide gauges":            {{Text: "tide"}, {Text: "gauges"}},
		`"tide  gauge" -"a toy"`: {{Text: "tide gauge", Phrase: true}, {Text: "a toy", Phrase: true, Not: true}},
		`site:a.test -site:b.test when:7d`: {
			{Text: "a.test", Operator: "site"}, {Text: "b.test", Operator: "site", Not: true}, {Text: "7d", Operator: "when"},
		},
		`(CEO OR founder) AND Marrowfen`: {{Text: "CEO"}, {Text: "founder", Or: true}, {Text: "Marrowfen"}},
		`("a b" OR "c d") | e`:           {{Text: "a b", Phrase: true}, {Text: "c d", Phrase: true, Or: true}, {Text: "e", Or: true}},
		`OR first`:                       {{Text: "first"}},
		`"an open phrase`:                {{Text: "an open phrase", Phrase: true}},
		`“curly quotes” rest`:            {{Text: "curly quotes", Phrase: true}, {Text: "rest"}},
		`intitle:"two words" x`:          {{Text: "two words", Operator: "intitle", Phrase: true}, {Text: "x"}},
		`https://a.test/x?y=1 a:`:        {{Text: "https://a.test/x?y=1"}, {Text: "a:"}},
		`well-known c++ -x`:              {{Text: "well-known"}, {Text: "c++"}, {Text: "x", Not: true}},
		`Wie hoch? Sehr!`:                {{Text: "Wie"}, {Text: "hoch"}, {Text: "Sehr"}},
		`"OR" site`:                      {{Text: "OR", Phrase: true}, {Text: "site"}},
	}
	for text, want := range cases {
		if diff := cmp.Diff(want, query.Parse(text)); diff != "" {
			t.Errorf("got text %s; Parse mismatch (-want +got):\n%s", text, diff)
		}
	}
	if n := len(query.Parse(strings.Repeat(`"( OR -a:`, 10_000))); n == 0 {
		t.Error("a query of marks has no words")
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	if got := query.Words(`"tide gauge" error OR drift -toy site:a.test`); got != "tide gauge error drift" {
		t.Errorf(`got %q, want "tide gauge error drift"`, got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`"a b" OR (c -d) site:"x`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, term := range query.Parse(text) {
			if strings.TrimSpace(term.Text) == "" {
				t.Errorf("%q has the empty term %+v", text, term)
			}
		}
	})
}
