package markdown_test

import "testing"

func TestEmphasis(t *testing.T) {
	t.Parallel()
	conversions{
		"of all kinds":               {"a <b>bold</b> <i>it</i> <s>gone</s> <u>under</u> <q>said</q> <mark>m</mark>", "a **bold** *it* ~~gone~~ under “said” m"},
		"space at its edges":         {"a<b> b </b>c", "a **b** c"},
		"a line end at its edge":     {"<b>a<br></b>b", "**a**  \nb"},
		"of nothing":                 {"a<b> <i></i></b>b", "a b"},
		"side by side":               {"<b>a</b><b>b</b> <i>c</i><b>d</b>", "**ab** *c***d**"},
		"within another":             {"<b><i>a</i></b> <i><b>a</b></i> <b>a<i>b</i></b>", "**_a_** ***a*** **a*b***"},
		"within the same":            {"<b>a<strong>b</strong></b> <em><em>c</em></em> <em>d <em>e</em></em>", "**ab** *c* *d *e**"},
		"within a word":              {"un<i>frigging</i>believable", "un*frigging*believable"},
		"punctuation within":         {"a<b>(b)</b>c", "a(**b**)c"},
		"punctuation of Chinese":     {"<b>标题：</b>正文，<b>「引」</b>用", "**标题**：正文，「**引**」用"},
		"nothing but punctuation":    {"a<b>: </b>b", "a: b"},
		"a link within":              {"a<b><a href=/x>b</a></b>c", "a[**b**](https://site.example/x)c"},
		"code within":                {"a<b><code>b</code></b>c <b><code>b</code></b>", "a`b`c **`b`**"},
		"around blocks":              {"<b><p>a</p><p>b</p></b>", "**a**\n\n**b**"},
		"around what has a form":     {"<b><h2>a</h2><table><tr><th>a<th>b<tr><td>c<td>d</table></b>", "## a\n\n| a | b |\n|---|---|\n| c | d |"},
		"over an empty line":         {"<p><i>a<br><br>b</i></p>", "*a*\n\n*b*"},
		"asterisks within":           {"<i>a * b</i> <b>c*</b>", "*a * b* **c\\***"},
		"tildes beside it":           {"~<s>a</s>", "&#126;~~a~~"},
		"powers":                     {"10<sup>6</sup> 1<sup>st</sup> CO<sub>2</sub>", "10^6 1st CO2"},
		"readings":                   {"<ruby>漢<rt>kan</rt></ruby> <ruby>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby>", "漢(kan) 字(ji)"},
		"deep and crossed over time": {"<b>a<i>b <s>c</s></i></b> <i>d</i>", "**a*b ~~c~~*** *d*"},
	}.run(t)
}

func TestCode(t *testing.T) {
	t.Parallel()
	conversions{
		"in a line":             {"<code>a`b</code> <kbd>Ctrl</kbd> <samp>x</samp> <tt>``</tt> <code> </code>", "``a`b`` `Ctrl` `x` ` `` `"},
		"side by side":          {"<code>a</code><code>b</code>", "`ab`"},
		"elements in it":        {"<code><b>a</b> *b*<br>c</code>", "`a *b* c`"},
		"beside backticks":      {"a ` <code>b</code>", "a \\` `b`"},
		"block":                 {"<pre><code class=language-go>a &lt; b\n\n\tc\n</code></pre>", "```go\na < b\n\n\tc\n```"},
		"block without code":    {"<pre>\n\n a\n\n</pre>", "```\n a\n```"},
		"block of lines":        {"<pre><code><div>a</div><div>b</div><span>c</span><br>d</code></pre>", "```\na\nb\nc\nd\n```"},
		"block in a list":       {"<ul><li>a<pre>b\nc</pre></ul>", "- a\n  ```\n  b\n  c\n  ```"},
		"block with fences":     {"<pre>```</pre>", "````\n```\n````"},
		"block of nothing":      {"a<pre> </pre>b", "a\n\nb"},
		"block and its spaces":  {"<pre>a\u00a0b\u00adc  </pre>", "```\na bc\n```"},
		"block in a cell":       {"<table><tr><th>a<th>b<tr><td>c<td><code>d|e</code></table>", "| a | b |\n|---|---|\n| c | `d\\|e` |"},
		"language of backticks": {"<pre><code class='language-a`b'>c</code></pre>", "~~~a`b\nc\n~~~"},
	}.run(t)
}

// What is markdown only in some places is escaped only there.
func TestEscapes(t *testing.T) {
	t.Parallel()
	conversions{
		"beginnings":            {"<p>1. a<p>2) b<p>- c<p>+ d<p>* e<p># f<p>> g<p>: h<p>---<p>***<p>```x<p>~~~", "1\\. a\n\n2\\) b\n\n\\- c\n\n\\+ d\n\n\\* e\n\n\\# f\n\n\\> g\n\n\\: h\n\n\\---\n\n\\***\n\n\\`\\`\\`x\n\n\\~~~"},
		"no beginnings":         {"<p>1.5 a<p>-c<p>+1<p>#f<p>a > b<p>1234567890. a<p>--<p>=<p>a. 1. b", "1.5 a\n\n-c\n\n+1\n\n#f\n\na > b\n\n1234567890. a\n\n--\n\n=\n\na. 1. b"},
		"further lines":         {"a<br>===<br>--<br>|--|--|<br>1. b<br># c", "a  \n\\===  \n\\--  \n\\|--|--|  \n1\\. b  \n\\# c"},
		"stars":                 {"<p>a * b * c<p>5*3<p>Required*<p>*a*<p>2*3*4", "a * b * c\n\n5*3\n\nRequired*\n\n\\*a\\*\n\n2\\*3\\*4"},
		"underscores":           {"<p>snake_case_name<p>_a_<p>__init__ a_b", "snake_case_name\n\n\\_a\\_\n\n\\_\\_init\\_\\_ a_b"},
		"tildes":                {"<p>~5<p>~a~<p>a ~ b", "~5\n\n\\~a\\~\n\na ~ b"},
		"backticks":             {"<p>a ` b<p>`a`", "a ` b\n\n\\`a\\`"},
		"brackets":              {"<p>[a] [b] ]c[<p>[a](b)<p>[a]: b<p>[^1]", "[a] [b] ]c[\n\n[a\\](b)\n\n\\[a]: b\n\n\\[^1]"},
		"tags":                  {"<p>a &lt; b &lt;3 &lt;= c<p>&lt;b> &lt;/p> &lt;!-- &lt;?x<p>&lt;1@b.example>", "a < b <3 <= c\n\n\\<b> \\</p> \\<!-- \\<?x\n\n\\<1@b.example>"},
		"references":            {"<p>AT&amp;T &amp; b &amp;c<p>&amp;lt; &amp;#35; &amp;#x1F;", "AT&T & b &c\n\n\\&lt; \\&#35; \\&#x1F;"},
		"backslashes":           {`<p>C:\a\b<p>\* \\ \(<p>a\`, `C:\a\b` + "\n\n" + `\\* \\\ \\(` + "\n\n" + `a\\`},
		"pipes":                 {"<p>a | b<table><tr><th>a|b<th>c<tr><td>1<td></table>", "a | b\n\n| a\\|b | c |\n|---|---|\n| 1 |  |"},
		"boxes":                 {"<ul><li>[ ] a<li>[x] b<li>[y] c</ul>", "- \\[ ] a\n- \\[x] b\n- [y] c"},
		"rules that items make": {"<ul><li>--<li>- -</ul>", "- \\--\n- \\- -"},
		"addresses":             {"<p>see http://a.example/b_c.<p>see http://a.example/_b_/*c*, _d_", "see http://a.example/b_c.\n\nsee <http://a.example/_b_/*c>*, \\_d\\_"},
		"code in brackets":      {"<p><a href=/x><code>]:</code></a>", "[\\]:](https://site.example/x)"},
		"space and no space":    {"<p> a\n\tb\u00a0 c\u2003d\u3000e </p>", "a b c d e"},
		"what nobody sees":      {"a\u00adb\u200bc\ufeff\ue801", "abc"},
	}.run(t)
}
