package css_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/brand/css"
)

// shown writes rules as "a, b {color:red !}" for comparison.
func shown(s css.Sheet) []string {
	var all []string
	for _, r := range s.Rules {
		var b strings.Builder
		b.WriteString(strings.Join(r.Selectors, ", ") + " {")
		for i, d := range r.Declarations {
			if i > 0 {
				b.WriteByte(';')
			}
			b.WriteString(d.Property + ":" + d.Value)
			if d.Important {
				b.WriteString(" !")
			}
		}
		all = append(all, b.String()+"}")
	}
	return all
}

func TestRules(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		in   string
		want []string
	}{
		"nothing":            {"", nil},
		"what is kept":       {`A , .b>c{COLOR:Red;margin:0;font:700 1rem/1.5 "X Y",serif;display:none}`, []string{`A, .b>c {color:Red;font:700 1rem/1.5 "X Y",serif}`}},
		"custom properties":  {`:root{--Brand: #0B5D5B ;--empty:;--map:{a:b}}`, []string{":root {--Brand:#0B5D5B;--map:{a:b}}"}},
		"important":          {`a{color:red!important;--x: 1 ! IMPORTANT}`, []string{"a {color:red !;--x:1 !}"}},
		"commas within":      {`a:not(.b,.c),d[x="1,2"]{color:red}`, []string{`a:not(.b,.c), d[x="1,2"] {color:red}`}},
		"dark is left out":   {`@media (prefers-color-scheme: dark){:root{--a:#000}@supports (x:y){b{color:red}}}b{color:blue}`, []string{"b {color:blue}"}},
		"not dark":           {`@media not (prefers-color-scheme:dark){a{color:red}}@media (prefers-color-scheme:light){b{color:red}}`, []string{"a {color:red}", "b {color:red}"}},
		"print":              {`@media print{a{color:red}}@media screen,print{b{color:red}}@media not print{c{color:red}}`, []string{"b {color:red}", "c {color:red}"}},
		"a wide screen":      {`@media (max-width:600px){a{color:red}}@media screen and (min-width: 48em){b{color:red}}@media (min-width:1600px){c{color:red}}`, []string{"b {color:red}"}},
		"ranges":             {`@media (width<=600px){a{color:red}}@media (width >= 48rem){b{color:red}}@media (400px < width < 1300px){c{color:red}}@media (1400px<=width){d{color:red}}`, []string{"b {color:red}", "c {color:red}"}},
		"layers, supports":   {`@layer a,b;@layer a{x{color:red}}@supports (a:b){y{color:red}}`, []string{"x {color:red}", "y {color:red}"}},
		"blocks unknown":     {`@container (min-width:1px){y{color:red}}@new{z{color:red}}a{color:red}`, []string{"a {color:red}"}},
		"no element's":       {`@keyframes k{from{color:red}}@page{color:red}@property --x{initial-value:red}a{color:red}`, []string{"a {color:red}"}},
		"nesting":            {`.a,.b{color:red;&:hover{color:blue}p{color:green}}`, []string{".a:hover, .b:hover {color:blue}", ".a p, .b p {color:green}", ".a, .b {color:red}"}},
		"bare media within":  {`.a{color:red;@media (prefers-color-scheme:dark){color:white}}b{color:blue}`, []string{".a {color:red}", "b {color:blue}"}},
		"broken":             {`a{color:red;broken;color:blue}} stray } b{color:green`, []string{"a {color:red;color:blue}", "b {color:green}"}},
		"comments and texts": {`/* a{color:red} */b{--t:"}";color:/**/red}`, []string{`b {--t:"}";color:red}`}},
		"HTML":               {`<html><body style="x">not css</body>`, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, shown(css.Parse(c.in))); diff != "" {
				t.Errorf("shown mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestImportsAndFaces(t *testing.T) {
	t.Parallel()
	s := css.Parse(`@charset "utf-8";@import url("a.css");@import 'b.css' layer(x) screen;@import url(c.css) print;@import url( d.css ) (prefers-color-scheme: dark);
		@font-face{font-family:"Work Sans";src:url(x)}@media screen{@font-face{font-family:Vollkorn}}a{@import "e.css"}`)
	if diff := cmp.Diff([]string{"a.css", "b.css"}, s.Imports); diff != "" {
		t.Errorf("Imports mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Work Sans", "Vollkorn"}, s.Faces); diff != "" {
		t.Errorf("Faces mismatch (-want +got):\n%s", diff)
	}
}

func TestInline(t *testing.T) {
	t.Parallel()
	want := []css.Declaration{{Property: "color", Value: "red"}, {Property: "--x", Value: "1"}, {Property: "background", Value: "#fff", Important: true}}
	if diff := cmp.Diff(want, css.Inline(`color:red; broken; --x:1; margin:0; background: #fff !important`)); diff != "" {
		t.Errorf("Inline mismatch (-want +got):\n%s", diff)
	}
}

// Whatever a sheet is made of, reading it takes little time and keeps little.
func TestHostileSheets(t *testing.T) {
	t.Parallel()
	many := strings.Repeat
	for name, text := range map[string]string{
		"10 MB of rules":        many("a{color:red}", 900_000),
		"10 MB of open blocks":  many("a{", 5_000_000),
		"open media":            many("@media screen{", 200_000),
		"open parentheses":      "a{color:" + many("(", 2_000_000),
		"closing braces":        many("}", 2_000_000),
		"errors":                "a{" + many("x;", 1_000_000),
		"nesting of lists":      many("a,b,c,d,e,f,g,h{", 100) + "color:red",
		"growing by &":          many("&&&&&&&&{", 50) + "color:red",
		"a long selector":       many("a ", 1_000_000) + "{color:red}",
		"100,000 selectors":     many("a,", 100_000) + "b{color:red}",
		"a long value":          "a{--x:" + many("x", 2_000_000) + "}",
		"an unclosed comment":   "/*" + many("a{color:red}", 100_000),
		"an unclosed text":      `a{--x:"` + many("x}", 100_000),
		"bytes that are no CSS": many("\x00\xff\xfe\\", 500_000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			s := css.Parse(text)
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %s", took)
			}
			if len(s.Rules) > 40_000 {
				t.Errorf("%d rules", len(s.Rules))
			}
			for _, r := range s.Rules {
				if len(r.Selectors) > 64 {
					t.Fatalf("%d selectors", len(r.Selectors))
				}
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a{color:red;&:hover{@media (width>1px){b{--c:d}}}}")
	f.Add("@import url(x) (not(prefers-color-scheme:dark));@font-face{font-family:x")
	f.Fuzz(func(_ *testing.T, text string) {
		css.Parse(text)
		css.Inline(text)
	})
}
