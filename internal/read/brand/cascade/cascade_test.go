package cascade_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/brand/cascade"
	"github.com/quarryapi/quarry/internal/read/brand/css"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// setup reads a page and sheets, and returns the element with the id x.
func setup(t *testing.T, page string, sheets ...string) (*cascade.Styles, *html.Node) {
	t.Helper()
	doc := dom.Parse([]byte(page))
	parsed := make([]css.Sheet, len(sheets))
	for i, s := range sheets {
		parsed[i] = css.Parse(s)
	}
	for n := range doc.Descendants() {
		if dom.Attr(n, "id") == "x" {
			return cascade.New(parsed), n
		}
	}
	t.Fatal("there is no x")
	return nil, nil
}

func TestColor(t *testing.T) {
	t.Parallel()
	const page = `<html class="light"><body><main class="m"><p id=x class="a b">text`
	cases := map[string]struct{ css, want string }{
		"nothing":            {"", ""},
		"by tag":             {"p{color:red}", "red"},
		"another tag":        {"a{color:red}", ""},
		"inherited":          {"body{color:red}", "red"},
		"nearer":             {"body{color:red}main{color:blue}", "blue"},
		"later":              {"p{color:red}p{color:blue}", "blue"},
		"more exact":         {"#x{color:red}.a.b{color:blue}p{color:green}", "red"},
		"important":          {"p{color:red!important}#x{color:blue}", "red"},
		"later in one rule":  {"p{color:red;color:blue}", "blue"},
		"descendant":         {"body .m > p{color:red}", "red"},
		"state":              {"p{color:red}p:hover{color:blue}p.a:focus{color:blue}", "red"},
		"pseudo-element":     {"p{color:red}p::before{color:blue}p:before{color:blue}", "red"},
		"where":              {":where(.a){color:red}", "red"},
		"is":                 {"main :is(p).b{color:red}", "red"},
		"not":                {"p:not(.c){color:red}p:not(.a){color:blue}", "red"},
		"attribute":          {"[class~=a]{color:red}", "red"},
		"inherit":            {"main{color:red}p{color:inherit}", "red"},
		"initial":            {"main{color:red}p{color:initial}", ""},
		"variable":           {":root{--c:red}p{color:var(--c)}", "red"},
		"variable of light":  {".light{--c:red}.dark{--c:blue}p{color:var(--c)}", "red"},
		"chain":              {":root{--a:var(--b);--b:var( --c );--c:red}p{color:var(--a)}", "red"},
		"nearer variable":    {":root{--c:red}main{--c:blue}p{color:var(--c)}", "blue"},
		"fallback":           {"p{color:var(--no, red)}", "red"},
		"fallback in one":    {"p{color:var(--no, var(--nor, rgb(1, 2, 3)))}", "rgb(1,2,3)"},
		"within":             {":root{--h:120 50%}p{color:hsl(var(--h) 25%)}", "hsl(120 50% 25%)"},
		"missing":            {"main{color:red}p{color:var(--no)}", "red"},
		"of itself":          {"main{color:red}:root{--a:var(--a)}p{color:var(--a)}", "red"},
		"in a circle":        {"main{color:red}:root{--a:var(--b);--b:var(--a)}p{color:var(--a)}", "red"},
		"circle, fallback":   {":root{--a:var(--b,blue);--b:var(--a)}p{color:var(--a)}", "blue"},
		"unclosed":           {"main{color:red}p{color:var(--a", "red"},
		"not a selector":     {"p..a{color:blue}p{color:red}", "red"},
		"costly":             {"p:nth-child(1){color:blue}p:has(b){color:blue}h1 ~ p{color:blue}p{color:red}", "red"},
		"two sheets in turn": {"p{color:blue}", "red"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sheets := []string{c.css}
			if name == "two sheets in turn" {
				sheets = append(sheets, "p{color:red}")
			}
			s, x := setup(t, page, sheets...)
			if got := s.Color(x); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestBackgroundIsNotInherited(t *testing.T) {
	t.Parallel()
	s, x := setup(t, `<body><p id=x style="color:green">`, "body{background:#fff url(x)}p{color:red}")
	if got := s.Background(x); got != "" {
		t.Errorf("got %q", got)
	}
	if got := s.Background(x.Parent); got != "#fff url(x)" {
		t.Errorf("got %q", got)
	}
	if got := s.Color(x); got != "green" {
		t.Errorf("the style attribute gives way to %q", got)
	}
}

func TestFont(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`font-family: "A B", serif`:           `"A B",serif`,
		`font: 12px/1.5 "A B", serif`:         `"A B",serif`,
		`font: italic 700 1.2rem / 1.5 A`:     `A`,
		`font: medium A, B`:                   `A,B`,
		`font: clamp(1rem, 2vw, 3rem)/1.2 A`:  `A`,
		`font: clamp( 1rem , 2vw , 3rem ) A`:  `A`,
		`font: 700 calc(1px + 2px) A`:         `A`,
		`font: var(--f)`:                      `"V"`,
		`font: inherit`:                       ``,
		`font: 16px A; font-family: B`:        `B`,
		`font-family: B; font: 16px var(--g)`: `G, sans-serif`,
	} {
		s, x := setup(t, `<p id=x>`, `:root{--f:16px "V";--g:G, sans-serif} p{`+in+`}`)
		if got := s.Font(x); got != want {
			t.Errorf("%s gives %q, want %q", in, got, want)
		}
	}
}

func TestVariables(t *testing.T) {
	t.Parallel()
	doc := dom.Parse([]byte(`<html class=acme><body><p>`))
	s := cascade.New([]css.Sheet{css.Parse(`:root,:host{--b:1;--a:var(--b) 2;--bad:var(--no)} .dark{--b:9} .acme{--c:3} p{--d:4} body{--e:5;--b:7} i{color:var(--b);background:var(--c,var(--b))}`)})
	want := []cascade.Variable{
		{Name: "--a", Value: "1 2"},
		{Name: "--c", Value: "3", Uses: 1},
		{Name: "--e", Value: "5"},
		{Name: "--b", Value: "7", Uses: 3},
	}
	if diff := cmp.Diff(want, s.Variables(doc)); diff != "" {
		t.Errorf("Variables mismatch (-want +got):\n%s", diff)
	}
}

// What a page and its sheets can cost is bounded, and nothing of it breaks the reader.
func TestHostilePages(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("<div class=a>", 400) + "<p id=x>"
	var chain, wide, selectors strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&chain, "--v%d:var(--v%d);", i, i+1)
		fmt.Fprintf(&wide, "--w%d:var(--w%d) var(--w%d) var(--w%[2]d);", i, i+1, i+1)
		fmt.Fprintf(&selectors, ".a .a .a p[data-x%d=y]{color:red}", i)
	}
	for name, sheet := range map[string]string{
		"a long chain":     ":root{" + chain.String() + "}p{color:var(--v0)}",
		"a wide tree":      ":root{" + wide.String() + "}p{color:var(--w0)}",
		"slow selectors":   selectors.String(),
		"many parentheses": "p{color:" + strings.Repeat("var(--x,", 200) + "red" + strings.Repeat(")", 200) + "}",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			s, x := setup(t, deep, sheet)
			if got := s.Color(x); len(got) > 4<<10 {
				t.Errorf("a colour of %d bytes", len(got))
			}
			s.Variables(x)
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %s", took)
			}
		})
	}
}
