package markdown_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/pkg/markdown"
)

// Pages that cost other writers all memory, minutes or the process. Each must take a
// time, and become a text, that its length explains.
func TestTraps(t *testing.T) {
	t.Parallel()
	many := strings.Repeat
	const mega = 1 << 20
	cases := map[string]struct{ page, want string }{
		"a span of a thousand million":   {"<table><tr><th>a<th>b<tr><td colspan=999999999 rowspan=999999999>wide</table>", "| wide | wide |"},
		"spans that multiply":            {"<table><tr>" + many("<th colspan=50 rowspan=9999>x", 200) + many("<tr><td>a<td>b", 500) + "</table>end", "end"},
		"100,000 cells":                  {"<table><tr><th>a<th>b" + many("<tr><td>1<td>2", 50_000) + "</table>", "| 1 | 2 |"},
		"a row of 50,000 cells":          {"<table><tr>" + many("<th>a", 50_000) + many("<tr><td>b", 20) + "</table>", "| a | a |"},
		"a megabyte of brackets":         {"<p>" + many("[", mega) + "<p>end", "[[[["},
		"a megabyte of closing brackets": {"<p>" + many("](", mega/2) + "<p>end", "\\]("},
		"a megabyte of backticks":        {"<p>" + many("` ", mega/2) + "<p>end", "\\`"},
		"a megabyte of code":             {many("<code>`</code><i>", 50_000) + "end", "`` ` ``"},
		"a megabyte of asterisks":        {"<p>" + many("*a ", mega/3) + "<p>end", "end"},
		"a megabyte of underscores":      {"<p>" + many("_a_", mega/3) + "<p>end", "end"},
		"a megabyte of angle brackets":   {"<p>" + many("&lt;", mega/4) + "<p>end", "end"},
		"a megabyte of ampersands":       {"<p>" + many("&amp;", mega/4) + "<p>end", "end"},
		"a megabyte of addresses":        {"<p>" + many("a://_b_ ", mega/8) + "<p>end", "end"},
		"a megabyte without a space":     {"<p>" + many("a", mega) + "<p>end", "end"},
		"a megabyte of spaces":           {"<p>a" + many(" ", mega) + "b<p>end", "a b"},
		"a megabyte of line ends":        {"<p>a" + many("<br>", mega/4) + "b<p>end", "a\n\nb"},
		"a megabyte of code lines":       {"<ul><li><ul><li><ul><li><pre>x" + many("\n", mega) + "y</pre></ul></ul></ul>end", "y"},
		"emphasis that nothing can read": {many("a<b>(</b>b<i>)</i>", 40_000), "a(b)"},
		"emphasis in a word":             {many("a<b>.b</b>c", 40_000), "a."},
		"emphasis around emphasis":       {many("<b>a<i>b</i></b>c<i><b>d</b></i>", 20_000), "a"},
		"marks side by side":             {many("<i>a</i><b>b</b>", 40_000), "a"},
		"links side by side":             {many("<a href=/x>a</a>", 40_000), "[a](/x)[a](/x)"},
		"unclosed tags of a link":        {many("<a href=/x><div>", 10_000) + "a", "a"},
		"items without lists":            {many("<li>a", 40_000), "- a\n- a"},
		"lists side by side":             {many("<ul><li>a</ul>", 40_000), "- a"},
		"lists that are loose at last":   {"<ul>" + many("<li>a<ul><li>b</ul>", 20_000) + "<li><p>a</p><p>b</p></ul>", "- a\n\n  - b"},
		"empty items":                    {"<ol>" + many("<li></li>", 40_000) + "<li>a</ol>", "40001. a"},
		"terms without definitions":      {"<dl>" + many("<dt>a", 40_000) + "</dl>", "a\n\na"},
		"notes without number":           {many(`<sup><a href="#n">1</a></sup>`, 20_000) + `<p id="n">note`, "[^1]: note"},
		"notes within notes":             {many(`<div id=n><sup><a href="#n">1</a></sup>`, 400) + "a", "a"},
		"formulas within formulas":       {many("<math><msup>", 200) + "<mi>x</mi>", ""},
		"headings of links to nothing":   {"<h2>" + many("<a href=/x>#</a>", 20_000) + "end</h2>", "## end"},
		"50,000 unclosed tags":           {many("<b>", 50_000) + "deep", "deep"},
		"quotes 400 deep":                {many("<blockquote>", 400) + "<p>words", "words"},
		"lists 200 deep":                 {many("<ul><li>item", 200) + many("<p>words</p>", 200), "words"},
		"tables within tables":           {many("<table><tr><td>a<td>", 150) + "b", "b"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			md := convertFor(t, dom.Body(dom.Parse([]byte(c.page))))
			if !strings.Contains(md, c.want) {
				t.Errorf("the markdown lacks %q: %.200q", c.want, md)
			}
			if len(md) > 4*len(c.page)+(1<<20) {
				t.Errorf("%d bytes became %d", len(c.page), len(md))
			}
		})
	}
}

// convertFor allows far more time than any page takes, as tests run side by side.
func convertFor(t *testing.T, root *html.Node) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	md, err := markdown.New().Convert(ctx, root, markdown.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return md
}

// Trees that no parser gives, but that code can build.
func TestDeepTrees(t *testing.T) {
	t.Parallel()
	for _, name := range []atom.Atom{atom.Div, atom.B, atom.Span, atom.Blockquote, atom.Ul, atom.Li, atom.A, atom.Table, atom.Dl, atom.P, atom.Code, atom.Pre, atom.H2, atom.Sup, atom.Td} {
		t.Run(name.String(), func(t *testing.T) {
			t.Parallel()
			const depth = 100_000
			root := dom.NewElement(atom.Div)
			n := root
			for range depth {
				inner := dom.NewElement(name)
				n.AppendChild(inner)
				n = inner
			}
			n.AppendChild(dom.NewText("deep"))
			root.AppendChild(dom.NewElement(atom.P, dom.NewText("after")))
			md := convertFor(t, root)
			if !strings.Contains(md, "deep") || !strings.Contains(md, "after") {
				t.Errorf("got %.200q", md)
			}
		})
	}
}

func TestConvertEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := markdown.New().Convert(ctx, dom.Body(dom.Parse([]byte("<p>x"))), markdown.Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	// It ends between elements, too.
	asked := &countdown{Context: t.Context(), left: 3}
	_, err = markdown.New().Convert(asked, dom.Body(dom.Parse([]byte(strings.Repeat("<p>x", 10_000)))), markdown.Options{})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// countdown is a context that ends after it was asked some times.
type countdown struct {
	context.Context

	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

func TestInvalidText(t *testing.T) {
	t.Parallel()
	root := dom.NewElement(atom.Div, dom.NewText("a\xffb\xc2"), dom.NewElement(atom.Code, dom.NewText("\xe2\x82")))
	if md := convertFor(t, root); !utf8.ValidString(md) || !strings.Contains(md, "b") {
		t.Errorf("got %q", md)
	}
}

// A Converter may be used again, and by several at once.
func TestConverterIsShared(t *testing.T) {
	t.Parallel()
	c := markdown.New()
	page := "<h1>H</h1><p>a <b>b</b> <a href=/x>c</a></p><ul><li>d</ul><table><tr><th>e<th>f<tr><td>g<td>h</table>"
	want := write(t, page)
	for range 8 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for range 20 {
				root := dom.Body(dom.Parse([]byte(page)))
				got, err := c.Convert(t.Context(), root, markdown.Options{})
				if err != nil || got != want {
					t.Fatalf("got %q, %v", got, err)
				}
			}
		})
	}
}

func FuzzConvert(f *testing.F) {
	f.Add([]byte("<p>a <b>b</b><ul><li>c<table><tr><th>d<th>e</table>"))
	f.Add([]byte("<a href=x><h2>y</h2></a><sup><a href=#n>1</a></sup><p id=n>z"))
	f.Fuzz(func(t *testing.T, body []byte) {
		md, err := markdown.New().Convert(t.Context(), dom.Body(dom.Parse(body)), markdown.Options{Title: "T"})
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.ValidString(md) {
			t.Errorf("%q is not UTF-8", md)
		}
		if len(md) > 64*len(body)+1024 {
			t.Errorf("%d bytes became %d", len(body), len(md))
		}
	})
}
