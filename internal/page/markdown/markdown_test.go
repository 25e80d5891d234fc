package markdown_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/page/clean"
	"github.com/quarryapi/quarry/internal/page/dom"
	"github.com/quarryapi/quarry/internal/page/markdown"
)

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

func TestConvert(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ in, want string }{
		"emphasis":                   {"a <b>bold</b> <i>it</i> <s>gone</s> <u>under</u> <q>said</q>", "a **bold** *it* ~~gone~~ under “said”"},
		"bold around blocks":         {"<b><p>a</p><p>b</p></b>", "a\n\nb"},
		"words apart in blocks":      {"<div>a</div><div>b</div><span>c</span><span>d</span>", "a\n\nb\n\ncd"},
		"escapes":                    {"1. a * b_c # d [e] <br>- f", "1\\. a * b\\_c # d \\[e]  \n\\- f"},
		"powers and notes":           {"10<sup>6</sup> 1<sup>st</sup> CO<sub>2</sub> x<sup><a href=#n>2</a></sup>", "10^6 1st CO2 x[2](https://site.example/dir/page#n)"},
		"link":                       {`<a href="../x?q=a,b&c=d+e">t</a>`, "[t](https://site.example/x?q=a,b&c=d+e)"},
		"link to mail":               {`<a href="mailto:a@b.example">t</a>`, "[t](mailto:a@b.example)"},
		"link to script":             {`<a href="javascript:x">t</a>`, "t"},
		"link without text":          {`a<a href=x><svg></svg></a>b`, "ab"},
		"link with spaces":           {`a<a href=x> t </a>b`, "a [t](https://site.example/dir/x) b"},
		"link around a card":         {`<a href=x><img src=i><h3>Head</h3><p>words</p></a>`, "![](https://site.example/dir/i)\n\n### [Head](https://site.example/dir/x)\n\nwords"},
		"link around blocks":         {`<a href=x><div>a</div><div>b</div></a>`, "[a b](https://site.example/dir/x)"},
		"link around a list":         {`<a href=x><ul><li>a</ul></a>`, "- a"},
		"brackets in a link":         {`<a href=x>a]b</a>`, `[a\]b](https://site.example/dir/x)`},
		"image":                      {`<img src="a b.png" alt="an [alt]">`, `![an \[alt\]](https://site.example/dir/a%20b.png)`},
		"image that loads late":      {`<img data-src=/l.jpg src="data:image/gif;base64,AA" alt=l>`, "![l](https://site.example/l.jpg)"},
		"image by srcset":            {`<img srcset="s.jpg 1x, l.jpg 2x" alt=l>`, "![l](https://site.example/dir/l.jpg)"},
		"picture":                    {`<picture><source srcset="w.webp"><img alt=p></picture>`, "![p](https://site.example/dir/w.webp)"},
		"counting pixel":             {`a<img src=p.gif width=1 height=1>`, "a"},
		"linked image":               {`<a href=x><img src=i alt=a></a>`, "[![a](https://site.example/dir/i)](https://site.example/dir/x)"},
		"video":                      {`<video src=v.mp4>Your browser is old.</video><audio></audio>`, "[Video](https://site.example/dir/v.mp4)"},
		"heading":                    {`<h2>a<br>b <a class=anchor href=#x>#</a></h2>`, "## a b"},
		"heading with blocks":        {`<h2><div>a</div><div>b</div></h2>`, "## a b"},
		"nested lists":               {`<ul><li>a<ol start=3><li>b</ol><li>c</ul>`, "- a\n  \n  3. b\n- c"},
		"tasks":                      {`<ul><li><input type=checkbox checked> a<li><label><input type=checkbox> b</label><li>☐ c</ul>`, "- [x] a\n- [ ] b\n- [ ] c"},
		"code":                       {"<code>a`b</code> <kbd>Ctrl</kbd>", "``a`b`` `Ctrl`"},
		"code block":                 {"<pre><code class=language-go>a &lt; b\n\n\tc\n</code></pre>", "```go\na < b\n\n\tc\n```"},
		"code block in a list":       {"<ul><li>a<pre>b\nc</pre></ul>", "- a\n  \n  ```\n  b\n  c\n  ```"},
		"code block with fences":     {"<pre>```</pre>", "````\n```\n````"},
		"quote":                      {"<blockquote>a<p>b</blockquote>", "> a\n> \n> b"},
		"rule":                       {"a<hr>b", "a\n\n---\n\nb"},
		"definitions":                {"<dl><dt>a<dd>b</dl>", "**a**\n\nb"},
		"table":                      {"<table><tr><th>a|b<th>c<tr><td>1<td></table>", "| a\\|b | c |\n|---|---|\n| 1 |  |"},
		"table without a header":     {"<table><tr><td>a<td>b<tr><td>1<td>2</table>", "| a | b |\n|---|---|\n| 1 | 2 |"},
		"row headers keep their row": {"<table><tr><td>a<td>b<tr><th>1<td>2</table>", "| a | b |\n|---|---|\n| 1 | 2 |"},
		"blocks in cells":            {"<table><tr><th>a<th>b<tr><td><p>1</p><p>2</p><td><ul><li>3<li>4</ul><tr><td><h3>5</h3>6<hr><td><b>7<br>8</b></table>", "| a | b |\n|---|---|\n| 1<br>2 | • 3<br>• 4 |\n| 5<br>6 | **7<br>8** |"},
		"spans":                      {"<table><tr><th rowspan=2>a<th colspan=2>b<tr><td>c<td>d</table>", "| a | b | b |\n|---|---|---|\n| a | c | d |"},
		"layout table":               {"<table><tr><td>a<td>b</table>", "a b"},
		"nested layout":              {"<table><tr><td><table><tr><td>a<td>b<tr><td>c<td>d</table><td><p>e</table>", "a b\n\nc d\n\ne"},
		"table in a link":            {"<a href=x><table><tr><th>a<th>b<tr><td>1<td>2</table></a>", "| a | b |\n|---|---|\n| 1 | 2 |"},
		"soft hyphens":               {"a\u00adb\u200bc\ufeff", "abc"},
		"nothing":                    {"<div><span></span></div>", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, convert(t, c.in, "")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTitle(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ in, want string }{
		"missing":             {"<p>a", "# The *Title*\n\na"},
		"a heading repeats":   {"<h2>the <i>*title*</i></h2><p>a", "# the *\\*title\\**\n\na"},
		"there is an h1":      {"<p>a<h1>H</h1>", "a\n\n# H"},
		"another heading":     {"<h2>H</h2>", "# The *Title*\n\n## H"},
		"nothing to entitle":  {"<p> </p>", ""},
		"nothing but a photo": {"<img src=x alt=p>", "# The *Title*\n\n![p](https://site.example/dir/x)"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := strings.ReplaceAll(c.want, "The *Title*", `The \*Title*`)
			if diff := cmp.Diff(want, convert(t, c.in, "The  *Title*")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
