package markdown_test

import (
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/pkg/markdown"
)

// convert writes a page as the extractor does.
func convert(t *testing.T, body, title string) string {
	t.Helper()
	base, err := url.Parse("https://site.example/dir/page")
	if err != nil {
		t.Fatal(err)
	}
	doc := dom.Parse([]byte(body))
	clean.Code(doc)
	clean.Tasks(doc)
	text, err := markdown.New().Convert(t.Context(), dom.Body(doc), markdown.Options{Base: base, Title: title})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(text, "\n")
}

// TestGolden writes a page of everything that has a form.
func TestGolden(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile("testdata/features.html")
	if err != nil {
		t.Fatal(err)
	}
	golden.Text(t, "testdata/features.md", convert(t, string(body), "Tuning a sundial")+"\n")
}

type conversions map[string]struct{ in, want string }

func (cases conversions) run(t *testing.T) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, convert(t, c.in, "")); diff != "" {
				t.Errorf("convert mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	conversions{
		"words apart in blocks":      {"<div>a</div><div>b</div><span>c</span><span>d</span>", "a\n\nb\n\ncd"},
		"line ends":                  {"<p>a<br>b<br/><br>c<br></p>", "a  \nb\n\nc"},
		"a line end, space around":   {"<p>a <br> b</p>", "a  \nb"},
		"heading":                    {`<h2>a<br>b <a class=anchor href=#x>#</a></h2>`, "## a b"},
		"heading with blocks":        {`<h2><div>a</div><div>b</div></h2>`, "## a b"},
		"headings of nothing":        {`<h2> <br></h2><h3><img></h3>`, ""},
		"a heading that ends in #":   {"<h1>C #</h1><h2>C#</h2><h3>#</h3>", "# C \\#\n\n## C#\n\n### \\#"},
		"quote":                      {"<blockquote>a<p>b</blockquote>", "> a\n>\n> b"},
		"two quotes":                 {"<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b"},
		"a quote of nothing":         {"a<blockquote><p></p></blockquote>b", "a\n\nb"},
		"quotes of many things":      {"<blockquote><ul><li>a</ul><pre>b\n\nc</pre><blockquote>d</blockquote></blockquote>", "> - a\n>\n> ```\n> b\n>\n> c\n> ```\n>\n> > d"},
		"rule":                       {"a<hr>b", "a\n\n---\n\nb"},
		"rule in an item":            {"<ul><li><hr><li>a<hr></ul>", "- ***\n\n- a\n\n  ***"},
		"definitions":                {"<dl><dt>a<dt>b<dd>c<dd><p>d</dl>", "a\nb\n: c\n: d"},
		"definitions in wrappers":    {"<dl><div><dt>a<dd>b</div><div><dt>c<dd>d</div></dl>", "a\n: b\n\nc\n: d"},
		"definitions of blocks":      {"<dl><dt>a<dd>b<ul><li>c</ul></dl>", "**a**\n\nb\n\n- c"},
		"terms without a definition": {"<dl><dt>a<dt>b<dd></dd></dl>", "a\n\nb"},
		"a definition of no term":    {"<dl><dd>b</dl>", "b"},
		"figure":                     {"<figure><img src=i alt=a><figcaption>c</figcaption></figure>", "![a](https://site.example/dir/i)\n\nc"},
		"layout table":               {"<table><tr><td>a<td>b</table>", "a b"},
		"nested layout":              {"<table><tr><td><table><tr><td>a<td>b<tr><td>c<td>d</table><td><p>e</table>", "a b\n\nc d\n\ne"},
		"hidden":                     {"a<p hidden>x</p><p style='display: none'>y</p><script>z</script>", "a"},
		"nothing":                    {"<div><span></span></div>", ""},
	}.run(t)
}

func TestLinks(t *testing.T) {
	t.Parallel()
	conversions{
		"link":                    {`<a href="../x?q=a,b&c=d+e">t</a>`, "[t](https://site.example/x?q=a,b&c=d+e)"},
		"to mail":                 {`<a href="mailto:a@b.example">t</a>`, "[t](mailto:a@b.example)"},
		"to script":               {`<a href="javascript:x">t</a>`, "t"},
		"without text":            {`a<a href=x><svg></svg></a>b`, "ab"},
		"with spaces":             {`a<a href=x> t </a>b`, "a [t](https://site.example/dir/x) b"},
		"with a title":            {`<a href=x title='say "a"'>t</a> <a href=x title=T>t</a>`, `[t](https://site.example/dir/x "say \"a\"") [t](https://site.example/dir/x)`},
		"within a link":           {`<a href=x><object><a href=y>t</a></object> u</a>`, "[u](https://site.example/dir/x)"},
		"to what it says":         {`<a href="https://a.example/b_c">https://a.example/b_c</a> <a href="mailto:a@b.example">a@b.example</a>`, "<https://a.example/b_c> <a@b.example>"},
		"brackets in it":          {`<a href=x>a]b</a>`, `[a\]b](https://site.example/dir/x)`},
		"brackets in the address": {`<a href="/a_(b)">t</a> <a href="/a)b">t</a>`, `[t](https://site.example/a_(b)) [t](https://site.example/a\)b)`},
		"signs in the address":    {`<a href="/a b?c=%&copy;=[é]{d}">t</a>`, `[t](https://site.example/a%20b?c=%25%C2%A9=%5B%C3%A9%5D%7Bd%7D)`},
		"an entity in it":         {`<a href="/a?b&amp;copy;c">t</a>`, "[t](https://site.example/a?b&amp;copy;c)"},
		"in code":                 {`<code><a href=x>T</a></code> <code>a<a href=x>T</a></code>`, "[`T`](https://site.example/dir/x) `aT`"},
		"around a card":           {`<a href=x><img src=i><h3>Head</h3><p>words</p></a>`, "![](https://site.example/dir/i)\n\n### [Head](https://site.example/dir/x)\n\nwords"},
		"around blocks":           {`<a href=x><div>a</div><div>b</div></a>`, "[a b](https://site.example/dir/x)"},
		"around a list":           {`<a href=x><ul><li>a<li>b</ul></a>`, "- [a](https://site.example/dir/x)\n- b"},
		"around a table":          {"<a href=x><table><tr><th>a<th>b<tr><td>1<td>2</table></a>", "| a | b |\n|---|---|\n| 1 | 2 |"},
		"of one x in an item":     {"<ul><li><a href=/x>X</a><li><a href=/x>x</a>y</ul>", "- [X ](https://site.example/x)\n- [&#120;](https://site.example/x)y"},
		"to itself":               {`<h2>a <a href=#a>🔗</a></h2><dl><dt>b<a class=headerlink href=#b>¶</a><dd>c</dl><p><a href=#c>#</a>`, "## a\n\nb\n: c\n\n[#](https://site.example/dir/page#c)"},
		"behind a mark":           {`wow!<a href=x>t</a>`, `wow\![t](https://site.example/dir/x)`},
	}.run(t)
}

func TestImages(t *testing.T) {
	t.Parallel()
	conversions{
		"image":              {`<img src="a b.png" alt="an [alt]">`, `![an \[alt\]](https://site.example/dir/a%20b.png)`},
		"with a title":       {`<img src=a alt=b title=c> <img src=a alt=b title=B>`, `![b](https://site.example/dir/a "c") ![b](https://site.example/dir/a)`},
		"that loads late":    {`<img data-src=/l.jpg src="data:image/gif;base64,AA" alt=l>`, "![l](https://site.example/l.jpg)"},
		"of data":            {`a<img src="data:image/gif;base64,AA" alt=l>`, "a"},
		"by srcset":          {`<img srcset="s.jpg 1x, l.jpg 2x" alt=l>`, "![l](https://site.example/dir/l.jpg)"},
		"picture":            {`<picture><source srcset="w.webp"><img alt=p></picture>`, "![p](https://site.example/dir/w.webp)"},
		"counting pixel":     {`a<img src=p.gif width=1 height=1>`, "a"},
		"linked":             {`<a href=x><img src=i alt=a></a>`, "[![a](https://site.example/dir/i)](https://site.example/dir/x)"},
		"in bold":            {`<b><img src=i alt=a></b>`, "![a](https://site.example/dir/i)"},
		"markdown in a text": {"<img src=i alt='*a* `b` <c> &amp;lt; d_e'>", "![\\*a\\* &#96;b&#96; \\<c> \\&lt; d_e](https://site.example/dir/i)"},
		"video":              {`<video src=v.mp4>Your browser is old.</video><audio><source src=s.ogg></audio>`, "[Video](https://site.example/dir/v.mp4)[Audio](https://site.example/dir/s.ogg)"},
	}.run(t)
}

func TestTitle(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ in, want string }{
		"missing":                        {"<p>a", "# The *Title*\n\na"},
		"a heading repeats":              {"<h2>the <i>*title*</i></h2><p>a", "# the *\\*title\\**\n\na"},
		"there is a first-level heading": {"<p>a<h1>H</h1>", "a\n\n# H"},
		"another heading":                {"<h2>H</h2>", "# The *Title*\n\n## H"},
		"nothing to entitle":             {"<p> </p>", ""},
		"nothing but a photo":            {"<img src=x alt=p>", "# The *Title*\n\n![p](https://site.example/dir/x)"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := strings.ReplaceAll(c.want, "The *Title*", `The \*Title\*`)
			if diff := cmp.Diff(want, convert(t, c.in, "The  *Title*")); diff != "" {
				t.Errorf("convert mismatch (-want +got):\n%s", diff)
			}
		})
	}
}
