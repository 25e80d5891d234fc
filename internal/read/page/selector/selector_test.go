package selector_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/selector"
)

func TestIssue(t *testing.T) {
	t.Parallel()
	good := []string{
		"p", ".a", "#b", "div.content > p", "h1, h2", "a[href^='/x']", "li:nth-child(2n+1)", "section:has(h2)",
		"a b c d e", "a > b > c > d > e > f", "a + b + c", "p:not(.x)", "[data-x=\"a b c d e f g\"]", " p ", "ul > li a",
		"p:contains('one two')", "a , b",
	}
	for _, s := range good {
		if issue := selector.Issue(s); issue != "" {
			t.Errorf("%q: got issue %s, want empty", s, issue)
		}
	}
	bad := map[string]string{
		"":                        "empty",
		"  ":                      "empty",
		"p[":                      "CSS selector",
		"<p>":                     "CSS selector",
		"..x":                     "CSS selector",
		"p::before":               "pseudo-element",
		strings.Repeat("a", 501):  "500 bytes",
		"* * * * * zz":            "at most 4",
		"a ~ b ~ c ~ d ~ e ~ f":   "at most 4",
		":not(* * * * *  zz)":     "at most 4",
		"a[href#=(x+)]":           "regular expression",
		"p:has(b:has(i))":         ":has once",
		"p:matches(x)":            "regular expression",
		"p, * * * * * zz, strong": "at most 4",
	}
	for s, want := range bad {
		if issue := selector.Issue(s); !strings.Contains(issue, want) {
			t.Errorf("%q: got %q, want something about %q", s, issue, want)
		}
	}
}

func TestIncludeAndExclude(t *testing.T) {
	t.Parallel()
	const page = `<main class=x><p id=a>one <b>bold</b></p><div><p>two</p></div></main><p class=b>three</p>`
	cases := map[string]struct {
		exclude, include []string
		want             string
	}{
		"exclude by tag":           {exclude: []string{"b"}, want: "one two three"},
		"exclude by class":         {exclude: []string{".b", "#a"}, want: "two"},
		"the page itself stays":    {exclude: []string{"html", "body", "*"}, want: ""},
		"include in order":         {include: []string{".b", "#a"}, want: "one bold three"},
		"nested matches come once": {include: []string{"main", "p"}, want: "one bold two three"},
		"nothing matches":          {include: []string{"aside"}, want: ""},
		"a bad one is passed by":   {exclude: []string{"[", "b"}, want: "one two three"},
		"a group":                  {include: []string{"b, div p"}, want: "bold two"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := dom.Parse([]byte(page))
			if err := selector.Exclude(t.Context(), doc, c.exclude); err != nil {
				t.Fatal(err)
			}
			if c.include != nil {
				included, err := selector.Include(t.Context(), doc, c.include)
				if err != nil {
					t.Fatal(err)
				}
				doc = included
			}
			if diff := cmp.Diff(c.want, dom.Text(doc)); diff != "" {
				t.Errorf("Text mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMatchingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := selector.Exclude(ctx, dom.Parse([]byte("<p>x")), []string{"p"})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
